import { operationsOf } from '../../../generator/language/operations.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { operationOfStep } from '../approval/stepOperation.ts';
import { checkInput } from '../operations/inputs.tsx';
import { statesByName } from '../operations/states.ts';
import { useRunOperation } from '../operations/useRunOperation.ts';

/** Whether an operation asks for nothing but the opinion. */
const asksOnlyFor = (opinion: string, { needs, input }: Operation): boolean =>
  needs.length === 0 && (input?.fields ?? []).every(({ name }) => name === opinion);

interface Props {
  step: Exclude<ApprovalStep, 'submit'>;
  /** the record, with the entity that it belongs to */
  entity: Entity;
  row: Row;
  /** name of the input with the opinion */
  opinion: string;
  remark: string;
  onDecided: () => void;
}

/** A step that the user may take on a record under approval. */
export interface Decision {
  step: Props['step'];
  entity: Entity;
  row: Row;
  operation: Operation;
  /** whether the user can take it now */
  isPossible: boolean;
  /** why the user cannot take it, in the user's language */
  reason: string | undefined;
  /** whether it asks for nothing but the opinion */
  isPlain: boolean;
  /** the input with the opinion */
  input: Field | undefined;
  call: ReturnType<typeof useRunOperation>;
  /** takes the step with the remark; warnings that are shown are accepted */
  run: () => Promise<void>;
}

/** A step of an approval with its state; a step that the entity lacks is not possible. */
export function useDecision({ step, entity, row, opinion, remark, onDecided }: Props): Decision {
  const may = useMay(entity);
  const found = operationOfStep(entity, row, step);
  const operation = found ?? operationsOf(entity)[0]!;
  const inputs = operation.input?.fields ?? [];
  const call = useRunOperation({ entity, operation, row, onClose: onDecided }, inputs);
  const state = statesByName(row).get(operation.name);
  const input = inputs.find(({ name }) => name === opinion);
  const run = async (): Promise<void> => {
    const { normal, problems } = checkInput(input ? [input] : [], { [opinion]: remark });
    if (problems.size > 0) call.showProblems(problems);
    else await call.run(normal, call.refused.warnings.length > 0);
  };
  return {
    step,
    entity,
    row,
    operation,
    isPossible: found !== undefined && may(found.name) && state?.enabled === true,
    reason: found && state?.enabled === false ? (state.reason ?? undefined) : undefined,
    isPlain: asksOnlyFor(opinion, operation),
    input,
    call,
    run,
  };
}
