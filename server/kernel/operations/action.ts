import { HIDDEN } from '../../../generator/language/hiddenValue.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Action } from '../../../generator/model/operation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { noSuchAction, notFound, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Acted, Done } from '../domain.ts';
import type { Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import { withMember } from '../read/row.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { actionObstacle, refusalOf } from './actionStates.ts';
import { auditListAction } from '../write/audit.ts';
import type { Row } from '../write/body.ts';
import { effectOf, lockForEffects } from './effect.ts';
import { passMatches, readInput } from './input.ts';
import { ownMark } from '../write/markRows.ts';
import { updateRow } from '../write/save.ts';
import { transit } from './transition.ts';

/**
 * Takes a row through a transition of its machine, or does an action of its entity to it: held, at its `rev`, in one
 * transaction with all that the action's effect writes.
 *
 * @throws Refusal 404 for what the entity does not have, 403 for a wrong person, 409 for a wrong state, an unmet guard
 *   or a stale rev, 400 for wrong input
 */
export async function act(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  name: string,
  given: Row,
  context: Context,
): Promise<Acted> {
  const action = actionNamed(runtime, name, 'row');
  if (!action) return transit(kernel, runtime, id, rev, name, given, context);
  if (!isId(id)) throw notFound();
  permit(kernel, runtime, name, context);
  const { input, acceptWarnings } = await readInput(kernel, action.input, given, context);
  return context.transaction(async (inside) => {
    const row = await lockForEffects(kernel, runtime, id, rev, [action], input, inside);
    const problem = await actionObstacle(kernel, runtime, action, row, inside);
    if (problem) throw await refusalOf(kernel, runtime, name, row, problem, inside);
    const missing = (runtime.entity.requiredAt[name] ?? []).filter((field) => row[field] == null);
    if (missing.length > 0)
      throw refuseFields(
        missing.map((field) => ({ field, key: MESSAGE.required, params: { label: runtime.fields.get(field)!.label } })),
      );
    await passMatches(kernel, action.input, input, row, inside);
    const {
      values = {},
      told,
      made,
    } = await effectOf(kernel, action)(kernel, { runtime, row, input, acceptWarnings }, inside);
    const saved = await updateRow(kernel, runtime, id, rev, { acceptWarnings }, inside, {
      values: { ...values, ...ownMark(action.sends) },
      action: name,
      notes: shownInput(action, input),
      few: true,
    });
    if (action.sends) await kernel.outbox.add(kernel, action.sends, runtime, saved, inside);
    return {
      ...saved,
      ...(made ? { json: withMember(saved.json, '_made', JSON.stringify(made)) } : {}),
      ...(told ? { told } : {}),
    };
  });
}

/**
 * Does an action that is asked above the list. Its line stands in the audit under no row.
 *
 * @throws Refusal 404 for an action that the list does not have, 403 without the right, 400 for wrong input, or what
 *   its effect refuses
 */
export async function actOnList(
  kernel: Kernel,
  runtime: EntityRuntime,
  name: string,
  given: Row,
  context: Context,
): Promise<Done> {
  const action = actionNamed(runtime, name, 'list');
  if (!action) throw noSuchAction();
  permit(kernel, runtime, name, context);
  const { input, acceptWarnings } = await readInput(kernel, action.input, given, context);
  return context.transaction(async (inside) => {
    const done = await effectOf(kernel, action)(kernel, { runtime, row: {}, input, acceptWarnings }, inside);
    await auditListAction(runtime, name, shownInput(action, input), inside);
    return done;
  });
}

/** The action of that name which is done to a row, or to the list. */
export const actionNamed = ({ entity }: EntityRuntime, name: string, on: Action['on']): Action | undefined =>
  entity.actions.find((action) => action.name === name && action.on === on);

/** The input as the audit line keeps it. */
function shownInput({ input: asked }: Action, input: Row): Row {
  const isHidden = ({ sensitive, writeOnly }: Field): boolean => sensitive || writeOnly;
  return Object.fromEntries(
    (asked?.fields ?? [])
      .filter(({ name }) => input[name] !== undefined)
      .map((field) => [field.name, isHidden(field) ? HIDDEN : input[field.name]]),
  );
}
