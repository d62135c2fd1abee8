import { operationsOf, rowOperations } from '../../../generator/language/operations.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { noSuchAction, notFound, refuseFields } from '../../errors.ts';
import { planStep, type StepPlan } from '../approval/steps.ts';
import { userBinding, type Context } from '../context.ts';
import type { Effect, EntityRuntime, Kernel } from '../core.ts';
import type { EffectResult, MadeRecord } from '../effectResult.ts';
import type { SystemInput } from '../systemInput.ts';
import type { Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { withMember } from '../read/row.ts';
import { permit } from '../rights.ts';
import { auditListAction } from '../write/audit.ts';
import { readBody } from '../write/body.ts';
import { checkWithChildren } from '../write/childRows.ts';
import { ownMark } from '../write/markRows.ts';
import { updateRow } from '../write/save.ts';
import type { Saved } from '../write/saved.ts';
import { effectOf, lockForEffects } from './effect.ts';
import {
  applyShow,
  checkMatches,
  hiddenInputs,
  inputForAudit,
  readInput,
  splitPayload,
  type OperationInput,
} from './input.ts';
import { openBranch } from './branches.ts';
import { storedAnswer } from './storedAnswer.ts';

/** Operations before which the sums over children are checked again. */
const SUMS_CHECKED_AT = new Set(['submit', 'confirm']);

/** The row of an operation, at the `rev` that the caller read. */
export interface RowAtRev {
  runtime: EntityRuntime;
  id: string;
  rev: number;
}

/** The operation that a caller requests, with its payload. */
export interface OperationCall {
  name: string;
  payload: Row;
  /** the caller performs the operation on several rows together, and runs what follows for all of them */
  inSelection?: true | undefined;
}

/** A row after an operation, with the message of the effect if it has one. */
export interface OperationResult extends Saved {
  message?: NonNullable<EffectResult['message']>;
}

/**
 * Performs an operation (a transition or an action) on a row, in one transaction with its effect: authorize → lock →
 * block reasons → input → effect → save → send. Lock and `rev` let only one of two concurrent callers succeed.
 *
 * @throws Refusal 404 for an unknown operation or row, 403 for a user who may not perform it, 409 for a state or guard
 *   that blocks it or a stale rev, 400 for invalid input
 */
export async function runOperation(
  kernel: Kernel,
  { runtime, id, rev }: RowAtRev,
  { name, payload, inSelection }: OperationCall,
  context: Context,
): Promise<OperationResult> {
  const branches = rowOperations(runtime.entity).get(name);
  if (!branches) throw noSuchAction();
  if (!isId(id)) throw notFound();
  permit(kernel, runtime, name, context);
  // the input of an action does not depend on the row, but the input of a transition may contain fields of the row
  const early = branches[0]!.to ? undefined : await readInput(kernel, branches[0]!, payload, context);
  return context.transaction(async (inside) => {
    const row = await lockForEffects(
      kernel,
      { runtime, id, rev },
      { branches, input: early?.input ?? payload },
      inside,
    );
    const operation = byHand(kernel, await openBranch({ kernel, runtime, row, context: inside }, branches));
    const hidden = hiddenInputs(runtime, operation, row, inside);
    const input = early
      ? applyShow(operation, { payload, read: early }, hidden)
      : splitPayload(runtime, operation, payload, hidden);
    const entered = readBody(runtime, input.body, inside.user, row).values;
    requireFields(runtime, operation, { ...row, ...entered, ...input.values });
    await checkMatches(kernel, operation, { input: input.input, row }, inside);
    await checkChildren(kernel, { runtime, row }, operation, inside);
    const step = runtime.entity.approval ? operation.approval : undefined;
    const plan = step && (await planStep(kernel, { runtime, row }, { step, notes: input.input }, inside));
    const performed = { operation, input, plan };
    // if further levels must approve, the record keeps its state, and only its to-do moves to the next level
    if (plan?.keepsState) return save(kernel, { runtime, id, rev }, { ...performed, values: {}, result: {} }, inside);
    const effect = effectOf(kernel, operation);
    const result = await effect(kernel, { runtime, row, ...effectInput(input) }, inside);
    const set = { ...result.values, ...valuesSetBy(runtime, operation, row, inside) };
    const done = { ...performed, values: set, result, sends: operation.sends };
    const saved = await save(kernel, { runtime, id, rev }, done, inside);
    return inSelection ? saved : finishSelection(kernel, effect, { runtime, saved, input: input.input }, inside);
  });
}

/** Checks that the row has the premium that the operation requires, and the sums of its children. @throws Refusal */
async function checkChildren(
  kernel: Kernel,
  { runtime, row }: { runtime: EntityRuntime; row: Row },
  { name, to }: Operation,
  context: Context,
): Promise<void> {
  const amount = runtime.entity.approval?.amount;
  if (amount && 'premiums' in amount && amount.requiredAt.includes(name))
    await kernel.premiumTotals.requirePremiums(kernel, runtime, String(row['id']), context);
  if (to && SUMS_CHECKED_AT.has(name)) await checkWithChildren(kernel, runtime, row, context);
}

/** What an effect reads of the payload. */
const effectInput = ({ input, acceptWarnings }: OperationInput): Pick<OperationInput, 'input' | 'acceptWarnings'> => ({
  input,
  acceptWarnings,
});

/**
 * Runs what concerns all rows of a selection (`Effect.together`), here of one row. It may lock further rows in any
 * order, and change the row.
 */
async function finishSelection(
  kernel: Kernel,
  { together }: Effect,
  { runtime, saved, input }: { runtime: EntityRuntime; saved: OperationResult; input: Row },
  context: Context,
): Promise<OperationResult> {
  if (!together) return saved;
  context.locks?.rows.relax();
  const made = await together(kernel, { runtime, ids: [saved.id], input }, context);
  return withMade({ ...saved, ...(await storedAnswer(kernel, runtime, saved.id, context)) }, made);
}

/** Adds to an answer the record that an effect created. */
const withMade = <T extends { json: string }>(saved: T, made: MadeRecord | void): T =>
  made ? { ...saved, json: withMember(saved.json, '_made', JSON.stringify(made)) } : saved;

/**
 * Performs an operation on a list. Its audit line has no row.
 *
 * @throws Refusal 404 for an unknown operation, 403 without the right, 400 for invalid input, or the refusal of its
 * effect
 */
export async function runListOperation(
  kernel: Kernel,
  runtime: EntityRuntime,
  { name, payload }: OperationCall,
  context: Context,
): Promise<EffectResult> {
  const operation = operationsOf(runtime.entity).find((one) => one.on === 'list' && one.name === name);
  if (!operation) throw noSuchAction();
  permit(kernel, runtime, name, context);
  const { input, acceptWarnings } = await readInput(kernel, operation, payload, context);
  return context.transaction(async (inside) => {
    const done = await effectOf(kernel, operation)(kernel, { runtime, row: {}, input, acceptWarnings }, inside);
    await auditListAction(runtime, name, inputForAudit(operation, input), inside);
    return done;
  });
}

/** Checks that all fields that the operation needs have a value. @throws Refusal (400) at every missing field */
function requireFields({ fields }: EntityRuntime, { needs }: Operation, row: Row): void {
  const missing = needs.filter((name) => row[name] == null);
  if (missing.length === 0) return;
  throw refuseFields(
    missing.map((field) => ({ field, key: MESSAGE.required, params: { label: fields.get(field)!.label } })),
  );
}

/**
 * An operation as it is performed: without its message if the partner has no address, but with the inputs of `byHand`.
 */
function byHand({ outbox }: Kernel, operation: Operation): Operation {
  const { sends, needs, ...rest } = operation;
  if (!sends?.byHand || !outbox.blockReason(sends)) return operation;
  return { ...rest, needs: [...needs, ...sends.byHand] };
}

/** Values of fields that an operation sets: those of `sets`, the mark of its message, and the state it leads to. */
const valuesSetBy = (
  { fields, evaluator }: EntityRuntime,
  { sets = {}, sends, to }: Operation,
  row: Row,
  context: Context,
): Row => ({
  ...Object.fromEntries(
    Object.entries(sets).map(([name, text]) => [
      name,
      text === null
        ? null
        : evaluator.value(text, fields.get(name)!, row, { today: context.today, user: userBinding(context) }),
    ]),
  ),
  ...ownMark(sends),
  ...(to && { [to.field]: to.state }),
});

/** A performed operation, which must be saved. */
interface Performed {
  operation: Operation;
  input: OperationInput;
  plan: StepPlan | undefined;
  /** values of the row's fields */
  values: Row;
  result: EffectResult;
  sends?: Operation['sends'] | undefined;
}

/** Saves the row with its audit line, then adds it to the outbox and updates the to-do of its approval. */
async function save(
  kernel: Kernel,
  { runtime, id, rev }: RowAtRev,
  { operation, input: { body, values: ofInput, input, acceptWarnings }, plan, values, result, sends }: Performed,
  context: Context,
): Promise<OperationResult> {
  const system: SystemInput = {
    values: { ...plan?.values, ...ofInput, ...values },
    action: operation.name,
    notes: inputForAudit(operation, input),
    omitGrids: true,
  };
  const saved = await updateRow(kernel, { runtime, id, rev, input: { ...body, acceptWarnings }, system }, context);
  await result.verify?.(saved.row);
  if (sends) await kernel.outbox.add(kernel, sends, { runtime, saved }, context);
  const message = (await plan?.writeTask()) ?? result.message;
  return { ...withMade(saved, result.made), ...(message && { message }) };
}
