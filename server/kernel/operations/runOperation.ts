import { operationsOf, rowOperations } from '../../../generator/language/operations.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { noSuchAction, notFound, refuseFields } from '../../errors.ts';
import { planStep, type StepPlan } from '../approval/steps.ts';
import { userBinding, type Context } from '../context.ts';
import type { OperationResult, EffectResult, EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { withMember } from '../read/row.ts';
import { permit } from '../rights.ts';
import { auditListAction } from '../write/audit.ts';
import { readBody } from '../write/body.ts';
import { checkSums } from '../write/childRows.ts';
import { ownMark } from '../write/markRows.ts';
import { updateRow } from '../write/save.ts';
import { effectOf, lockForEffects } from './effect.ts';
import { checkMatches, inputForAudit, readInput, splitPayload, type OperationInput } from './input.ts';
import { openWay } from './ways.ts';

/** Operations at which the sums over children are checked again (vocabulary.md, "Sums"). */
const SUMS_CHECKED_AT = new Set(['submit', 'confirm']);

/** The row of an operation, at the `rev` that the caller read. */
export interface Target {
  runtime: EntityRuntime;
  id: string;
  rev: number;
}

/** The operation that a caller requests, with its payload. */
export interface OperationCall {
  name: string;
  payload: Row;
}

/**
 * Performs an operation (a transition or an action) on a row, in one transaction with its effect: authorize → lock →
 * block reasons → input → effect → save → send. Of two callers at once exactly one succeeds, by lock and `rev`.
 *
 * @throws Refusal 404 for an unknown operation or row, 403 for a wrong person, 409 for a wrong state, an unmet guard or
 *   a stale rev, 400 for wrong input
 */
export async function runOperation(
  kernel: Kernel,
  { runtime, id, rev }: Target,
  { name, payload }: OperationCall,
  context: Context,
): Promise<OperationResult> {
  const ways = rowOperations(runtime.entity).get(name);
  if (!ways) throw noSuchAction();
  if (!isId(id)) throw notFound();
  permit(kernel, runtime, name, context);
  // the input of an action does not depend on the row; that of a transition may be fields of the row
  const early = ways[0]!.to ? undefined : await readInput(kernel, ways[0]!, payload, context);
  return context.transaction(async (inside) => {
    const row = await lockForEffects(kernel, { runtime, id, rev }, { ways, input: early?.input ?? payload }, inside);
    const way = await openWay({ kernel, runtime, row, context: inside }, ways);
    const given = early ?? splitPayload(runtime, way, payload);
    requireFields(runtime, way, { ...row, ...readBody(runtime, given.body, inside.user, row).values });
    await checkMatches(kernel, way, { input: given.input, row }, inside);
    if (way.to && SUMS_CHECKED_AT.has(name)) await checkSums(kernel, runtime, row, inside);
    const passage = await planApprovalStep(kernel, runtime, way, row, given, inside);
    // a record that needs the approval of further levels keeps its state: only its to-do moves on
    if (passage?.keepsState)
      return save(kernel, { runtime, id, rev }, way, given, { passage, values: {}, done: {} }, inside);
    const { input, acceptWarnings } = given;
    const done = await effectOf(kernel, way)(kernel, { runtime, row, input, acceptWarnings }, inside);
    const values = {
      ...valuesSetBy(runtime, way, row, inside),
      ...done.values,
      ...ownMark(way.sends),
      ...(way.to && { [way.to.field]: way.to.state }),
    };
    return save(kernel, { runtime, id, rev }, way, given, { passage, values, done, sends: way.sends }, inside);
  });
}

/**
 * Performs an operation of a list. Its audit line belongs to no row.
 *
 * @throws Refusal 404 for an unknown operation, 403 without the right, 400 for wrong input, or what its effect refuses
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

/** @throws Refusal (400) at every field that the operation needs and that has no value */
function requireFields({ fields }: EntityRuntime, { needs }: Operation, row: Row): void {
  const missing = needs.filter((name) => row[name] == null);
  if (missing.length === 0) return;
  throw refuseFields(
    missing.map((field) => ({ field, key: MESSAGE.required, params: { label: fields.get(field)!.label } })),
  );
}

const planApprovalStep = async (
  kernel: Kernel,
  runtime: EntityRuntime,
  { approval }: Operation,
  row: Row,
  { input }: OperationInput,
  context: Context,
): Promise<StepPlan | undefined> =>
  approval && runtime.entity.approval
    ? planStep(kernel, { runtime, row }, { step: approval, notes: input }, context)
    : undefined;

/** Values that a transition itself gives fields of its row (`sets`). */
const valuesSetBy = ({ fields, judge }: EntityRuntime, { sets = {} }: Operation, row: Row, context: Context): Row =>
  Object.fromEntries(
    Object.entries(sets).map(([name, text]) => [
      name,
      judge.value(text, fields.get(name)!, row, { today: context.today, user: userBinding(context) }),
    ]),
  );

/** What an operation came to: the values to save, and what follows. */
interface Outcome {
  passage: StepPlan | undefined;
  values: Row;
  done: EffectResult;
  sends?: Operation['sends'] | undefined;
}

/** Saves the row with its audit line, then sends it and moves its approval on. */
async function save(
  kernel: Kernel,
  { runtime, id, rev }: Target,
  operation: Operation,
  { body, input, acceptWarnings }: OperationInput,
  { passage, values, done, sends }: Outcome,
  context: Context,
): Promise<OperationResult> {
  const saved = await updateRow(
    kernel,
    {
      runtime,
      id,
      rev,
      input: { ...body, acceptWarnings },
      system: {
        values: { ...passage?.values, ...values },
        action: operation.name,
        notes: inputForAudit(operation, input),
        omitGrids: true,
      },
    },
    context,
  );
  if (sends) await kernel.outbox.add(kernel, sends, runtime, saved, context);
  const told = (await passage?.writeTask()) ?? done.message;
  return {
    ...saved,
    ...(done.made && { json: withMember(saved.json, '_made', JSON.stringify(done.made)) }),
    ...(told && { message: told }),
  };
}
