import type { Entity } from '../model/entity.ts';
import type { StatesByField } from '../model/operation.ts';
import type { EntityJudge, JudgeContext, Row } from './judge.ts';
import type { Violation } from './violation.ts';

/**
 * Whether a refusal says in a sentence of its own what is wrong, and not only that a state or a condition does not
 * allow it.
 */
export const hasOwnSentence = ({ key, message }: Pick<Violation, 'key' | 'message'>): boolean =>
  message !== undefined || !key.startsWith('MSG_generic_');

/**
 * Of what stands against an operation, what people are told: the first that has a sentence of its own, else the first.
 */
export function mostTelling<V extends Violation>(...found: readonly (V | undefined)[]): V | undefined {
  const all = found.filter((one) => one !== undefined);
  return all.find(hasOwnSentence) ?? all[0];
}

/**
 * What stands against an operation on a row as it is: its states (`x-gate`) or what else must hold of it (`x-guard`),
 * whichever tells more; undefined where nothing does. The field is that of the state, or none.
 */
export const gateAgainst = (
  entity: Entity,
  judge: Pick<EntityJudge, 'test'>,
  operation: string,
  row: Row,
  around: Partial<JudgeContext>,
): Violation | undefined =>
  mostTelling(
    stateAgainst(entity, entity.gate[operation] ?? {}, operation, row),
    guardAgainst(entity, judge, operation, row, around),
  );

/**
 * What stands against a change by a person who is none of the only ones who may make it (`x-access.edit`); a field that
 * is not shown to the reader is not judged.
 */
export const editorAgainst = ({ access }: Pick<Entity, 'access'>, row: Row, userCde: string): Violation | undefined =>
  access?.edit === undefined || access.edit.some((name) => !(name in row) || row[name] === userCde)
    ? undefined
    : { field: '', key: 'MSG_generic_0038', params: {} };

/** What a row's states have against an operation that those `allowed` let pass. */
export function stateAgainst(
  { machines }: Pick<Entity, 'machines'>,
  allowed: StatesByField,
  operation: string,
  row: Row,
): Violation | undefined {
  for (const machine of machines) {
    const own = allowed[machine.field];
    if (!own || own.includes(String(row[machine.field]))) continue;
    const key =
      operation === 'delete'
        ? 'MSG_generic_0030'
        : operation === 'edit' || operation === 'add'
          ? 'MSG_generic_0031'
          : 'MSG_generic_0032';
    const label = (code: unknown) => machine.states.find((state) => state.code === code)?.label ?? String(code);
    return { key, params: { state: label(row[machine.field]), allowed: own.map(label) }, field: machine.field };
  }
  return undefined;
}

/** What else must hold of a row (`x-guard`) and does not. */
export function guardAgainst(
  { guards }: Entity,
  judge: Pick<EntityJudge, 'test'>,
  operation: string,
  row: Row,
  around: Partial<JudgeContext>,
): Violation | undefined {
  const guard = guards[operation]?.find(({ expr }) => judge.test(expr, row, around) === false);
  return (
    guard && {
      field: '',
      key: guard.key ?? 'MSG_generic_0037',
      params: {},
      ...(guard.message ? { message: guard.message } : {}),
    }
  );
}
