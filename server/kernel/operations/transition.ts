import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { isForPeople } from '../../../generator/language/actor.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import { noSuchAction, notFound, refuseFields } from '../../errors.ts';
import { passageOf } from '../approval/steps.ts';
import { userBinding, type Context } from '../context.ts';
import type { Acted } from '../domain.ts';
import type { Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { holdDistinct } from '../version/distinct.ts';
import { obstacle, ownWaysFirst, refusalOf, type Obstacle } from './actionStates.ts';
import { readBody, type Row } from '../write/body.ts';
import { judgeSums } from '../write/childRows.ts';
import { ownMark } from '../write/markRows.ts';
import { normalised } from '../write/normalise.ts';
import { effectOf, lockForEffects } from './effect.ts';
import { updateRow } from '../write/save.ts';

/** Steps at which the sums over children are judged again (vocabulary.md, "Sums"). */
const SUMS_JUDGED_AT = new Set(['submit', 'confirm']);

/**
 * Takes a row from one state to the next, with all that the step's effect writes. Of two people at once exactly one
 * wins: the row is held, and `rev` decides.
 *
 * @throws Refusal 404 for an action that the entity does not have, 403 for a wrong person, 409 for a wrong state or
 *   stale rev, 400 for what is missing
 */
export async function transit(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  action: string,
  input: Row,
  context: Context,
): Promise<Acted> {
  const ways = runtime.entity.machines.flatMap((machine) =>
    machine.transitions
      .filter((one) => one.action === action && isForPeople(one))
      .map((transition) => ({ machine, transition })),
  );
  if (ways.length === 0) throw noSuchAction();
  if (!isId(id)) throw notFound();
  permit(kernel, runtime, action, context);
  return context.transaction(async (inside) => {
    const row = await lockForEffects(
      kernel,
      runtime,
      id,
      rev,
      ways.map(({ transition }) => transition),
      input,
      inside,
    );
    const choices = ownWaysFirst(runtime, ways, row, inside);
    for (const { machine, transition } of choices)
      await holdDistinct(runtime, machine.field, transition.to, row, inside);
    let problem: Obstacle | undefined;
    for (const { machine, transition } of choices) {
      const found = await obstacle(kernel, runtime, machine.field, transition, row, inside);
      if (found) {
        problem ??= found;
        continue;
      }
      const needed = [...(runtime.entity.requiredAt[action] ?? []), ...(transition.needs ?? [])];
      refuseForeignInput(runtime, transition, needed, input);
      const { body, notes } = divide(runtime, transition, input);
      const given = { ...row, ...readBody(runtime, body, inside.user, row).values };
      const missing = needed.filter((name) => given[name] == null);
      if (missing.length > 0)
        throw refuseFields(
          missing.map((field) => ({
            field,
            key: MESSAGE.required,
            params: { label: runtime.fields.get(field)!.label },
          })),
        );
      if (SUMS_JUDGED_AT.has(action)) await judgeSums(kernel, runtime, row, inside);
      const passage =
        transition.approval && runtime.entity.approval
          ? await passageOf(kernel, runtime, transition.approval, row, notes, inside)
          : undefined;
      const done = passage?.stays
        ? {}
        : await effectOf(kernel, transition)(
            kernel,
            { runtime, row, input: notes, acceptWarnings: input['acceptWarnings'] === true },
            inside,
          );
      const saved = await updateRow(kernel, runtime, id, rev, body, inside, {
        values: {
          ...passage?.kept,
          ...(passage?.stays
            ? {}
            : {
                ...setBy(runtime, transition, row, inside),
                ...done.values,
                ...ownMark(transition.sends),
                [machine.field]: transition.to,
              }),
        },
        action,
        notes,
        few: true,
      });
      if (transition.sends && !passage?.stays)
        await kernel.outbox.add(kernel, transition.sends, runtime, saved, inside);
      const told = (await passage?.settle()) ?? done.told;
      return { ...saved, ...(told ? { told } : {}) };
    }
    throw await refusalOf(kernel, runtime, action, row, problem!, inside);
  });
}

/** What a step itself gives fields of its row (`sets`). */
const setBy = ({ fields, judge }: EntityRuntime, { sets = {} }: Transition, row: Row, context: Context): Row =>
  Object.fromEntries(
    Object.entries(sets).map(([name, text]) => [
      name,
      judge.value(text, fields.get(name)!, row, { today: context.today, user: userBinding(context) }),
    ]),
  );

/**
 * Sorts what a step was given into the row's own fields and notes, which are no fields and stay in the audit line.
 * @throws Refusal (400) for a note that is missing or wrong
 */
function divide(runtime: EntityRuntime, { input: asked }: Transition, input: Row): { body: Row; notes: Row } {
  const body = { ...input };
  const notes: Row = {};
  const violations: Violation[] = [];
  for (const field of asked?.fields ?? []) {
    const own = runtime.fields.get(field.name);
    const isNote = own === undefined;
    const value = normalised(input[field.name], field);
    if (field.required && value == null)
      violations.push({ field: field.name, key: MESSAGE.required, params: { label: (own ?? field).label } });
    if (!isNote) continue;
    delete body[field.name];
    if (value == null) continue;
    const problem = KINDS[field.kind].check(value, field);
    if (problem) violations.push({ field: field.name, ...problem });
    notes[field.name] = value;
  }
  if (violations.length > 0) throw refuseFields(violations);
  return { body, notes };
}

/**
 * A step takes along what it asks for and nothing else: it passes gates that a change by hand may not. @throws Refusal
 * (400)
 */
function refuseForeignInput(
  { fields }: EntityRuntime,
  { input: asked }: Transition,
  needed: readonly string[],
  input: Row,
): void {
  const own = new Set([...needed, ...(asked?.fields ?? []).map(({ name }) => name), 'acceptWarnings']);
  const violations = Object.keys(input)
    .filter((name) => !own.has(name))
    .map((name): Violation => {
      const field = fields.get(name);
      return field
        ? { field: name, key: MESSAGE.readOnly, params: { label: field.label } }
        : { field: name, key: MESSAGE.unknownField, params: { name } };
    });
  if (violations.length > 0) throw refuseFields(violations);
}
