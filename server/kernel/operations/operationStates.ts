import {
  editReasonsBesideStates,
  mostSpecific,
  noChildrenReason,
  type BlockReason,
} from '../../../generator/language/blockReasons.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import { violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { entityNamed } from '../kernel.ts';
import type { Row } from '../row.ts';
import { blockReasons } from './blockReasons.ts';
import { parentReasons, type RowSubject } from './parents.ts';
import { violationOfNew } from './refusedNew.ts';
import { isNeverPossible } from './neverPossible.ts';
import { subjectOf } from './rowSubject.ts';
import { branchesInOrder } from './branches.ts';

/** Whether an operation is possible on a row now; an element of `_actions` in answers. */
export interface OperationState {
  name: string;
  enabled: boolean;
  /** the block reason in the reader's language */
  reason: string | null;
  /** target state of an enabled transition */
  to?: string;
  /** the operation does not apply to the row, which nothing can change */
  never?: true;
  /** only for `edit`: block reason of editing children with gates of their own (`x-child.gate`) */
  parts?: string;
  /** only for `edit`: block reason of adding children that the row cannot have (`x-child.when`), by child entity */
  without?: Record<string, string>;
  /** only for `edit`: block reason of adding rows that a rule of the child would refuse, by child entity */
  refused?: Record<string, string>;
}

/** The state of each operation on a row for the caller: edit and delete, then transitions and actions. */
export async function operationStates(
  kernel: Kernel,
  row: Row,
  runtime: EntityRuntime,
  context: Context,
): Promise<OperationState[]> {
  const subject: RowSubject = { kernel, runtime, row, context };
  const states: OperationState[] = [];
  for (const name of runtime.entity.readOnly ? [] : ['edit', 'delete']) {
    const reasons = await blockReasons(subject, { name });
    const children = name === 'edit' ? await childrenReason(subject) : undefined;
    states.push({
      ...stateOf(name, reasons, context),
      ...(children && { parts: textOf([children], context) }),
      ...(name === 'edit' && { ...noChildrenReasons(subject), ...refusedChildren(subject) }),
    });
  }
  for (const [name, branches] of rowOperations(runtime.entity)) {
    let first: BlockReason[] | undefined;
    let open: (typeof branches)[number] | undefined;
    for (const branch of branchesInOrder(runtime, branches, row, context)) {
      const reasons = await blockReasons(subject, branch);
      first ??= reasons;
      if (reasons.length === 0) open ??= branch;
    }
    states.push({
      ...stateOf(name, open ? [] : first!, context),
      ...(open?.to && { to: open.to.state }),
      ...(isNeverPossible(runtime, branches, row) && { never: true }),
    });
  }
  return states;
}

const stateOf = (name: string, reasons: readonly BlockReason[], context: Context): OperationState => ({
  name,
  enabled: reasons.length === 0,
  reason: reasons.length === 0 ? null : textOf(reasons, context),
});

const textOf = (reasons: readonly BlockReason[], { language }: Context): string =>
  violationText(language, mostSpecific(reasons)!);

/** Block reasons of adding children that the row cannot have (`x-child.when`), by child entity. */
function noChildrenReasons({ kernel, runtime, row, context }: RowSubject): Pick<OperationState, 'without'> {
  const reasons = runtime.entity.children.flatMap((child): [string, string][] => {
    const reason = noChildrenReason(subjectOf(runtime, row, context), child, entityNamed(kernel, child.entity).entity);
    return reason ? [[child.entity, textOf([reason], context)]] : [];
  });
  return reasons.length === 0 ? {} : { without: Object.fromEntries(reasons) };
}

/** Block reasons of adding rows to children that are saved by themselves, where a rule would refuse every new row. */
function refusedChildren(subject: RowSubject): Pick<OperationState, 'refused'> {
  const { runtime, context } = subject;
  const reasons = runtime.entity.children.flatMap((child): [string, string][] => {
    const violation = child.gate && !child.readOnly ? violationOfNew(subject, child) : undefined;
    return violation ? [[child.entity, violationText(context.language, violation)]] : [];
  });
  return reasons.length === 0 ? {} : { refused: Object.fromEntries(reasons) };
}

/** Block reason of editing children with gates of their own: the block reasons of the row except its states. */
async function childrenReason(subject: RowSubject): Promise<BlockReason | undefined> {
  const { runtime, row, context } = subject;
  if (!runtime.entity.children.some(({ gate }) => gate)) return undefined;
  const [own] = editReasonsBesideStates(subjectOf(runtime, row, context));
  return own ?? mostSpecific(await parentReasons(subject, 'edit'));
}
