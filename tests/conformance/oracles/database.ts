import type { Pool } from 'pg';
import { constraintIndex } from '../../../generator/emit/ddl/ddl.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { KeywordRule } from '../../../generator/model/rule.ts';
import { bindable } from '../../../server/kernel/write/write.ts';
import type { Case, ExpectedMessage } from '../case.ts';
import { rowRules } from '../rowRules.ts';
import { ruleIdOf } from '../ruleId.ts';
import type { Row } from '../sample.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** The rule of each constraint, computed once for a model because it is slow. */
const guardsOf = cacheByObject(constraintIndex);

/**
 * Whether the database must refuse the row of a case by itself: a constraint enforces each expected message. Two rules
 * may have the same fields and key, so a case of one rule depends on that rule alone.
 */
export function isGuarded(model: Model, entity: Entity, one: Pick<Case, 'title' | 'expected'>): boolean {
  const id = ruleIdOf(entity, one);
  const rules = rowRules(entity).filter((rule) => id === undefined || rule.id === id);
  return one.expected.length > 0 && one.expected.every((message) => isGuardedBy(rules, model, entity, message));
}

function isGuardedBy(
  rules: readonly KeywordRule[],
  model: Model,
  entity: Entity,
  { field: name, key, level }: ExpectedMessage,
): boolean {
  if (level === 'warning') return false;
  const field = entity.fields.find((one) => one.name === name);
  // rules over children are reported at the child
  if (!field) return false;
  if (rules.some((rule) => key === rule.key && rule.at.includes(name) && isInDatabase(model, entity, rule)))
    return true;
  if (field.kind === 'password') return key === MESSAGE.required;
  const keys: string[] = [
    MESSAGE.required,
    MESSAGE.minimum,
    MESSAGE.maximum,
    MESSAGE.exclusiveMinimum,
    MESSAGE.exclusiveMaximum,
    MESSAGE.yesNo,
    MESSAGE.integerDigits,
  ];
  if (field.options) keys.push(MESSAGE.option);
  else if (!field.ref) keys.push(MESSAGE.tooLong, MESSAGE.tooShort, MESSAGE.tooManyItems);
  return keys.includes(key);
}

/** Whether the database has a constraint for a rule between fields. */
const isInDatabase = (model: Model, { name, extends: base }: Entity, { id, word }: KeywordRule): boolean =>
  [...guardsOf(model).values()].some(
    (guard) => `x-${guard.type}` === word && guard.id === id && (guard.entity === name || guard.entity === base),
  );

/** The statement that inserts a row directly. */
export function insertion(entity: Entity, row: Row): { text: string; values: unknown[] } {
  const columns = [...entity.fields.map(({ name }) => name), 'creater', 'updater'];
  const values = [
    ...entity.fields.map((field) => bindable(field, KINDS[field.kind].normalise(row[field.name], field))),
    'test',
    'test',
  ];
  return {
    text: `insert into "${entity.table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')}) returning id::text as id, rev`,
    values,
  };
}

/** Inserts a row that only the kernel writes. */
export async function writeRow(pool: Pool, entity: Entity, row: Row): Promise<{ id: string; rev: number }> {
  return (await pool.query(insertion(entity, row))).rows[0] as { id: string; rev: number };
}

/**
 * Changes a field of a row directly in the database and rolls back.
 *
 * @returns the violated constraint; undefined if the database accepted the change
 */
export async function updateDirectly(
  pool: Pool,
  model: Model,
  { table }: Entity,
  id: string,
  field: Field,
  value: unknown,
): Promise<{ type: string; fields: string[] } | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update "${table}" set "${field.name}" = $1 where id = $2`, [
      bindable(field, KINDS[field.kind].normalise(value, field)),
      id,
    ]);
    return undefined;
  } catch (error) {
    const guard = guardsOf(model).get((error as { constraint?: string }).constraint ?? '');
    if (!guard) throw error;
    return { type: guard.type, fields: guard.fields };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Inserts a row directly into the database and rolls back.
 *
 * @param before rows that are inserted first
 * @returns the fields of the violated constraint or column; undefined if the database accepted the row
 */
export async function insertDirectly(
  pool: Pool,
  model: Model,
  entity: Entity,
  row: Row,
  before: readonly Row[] = [],
): Promise<string[] | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const one of [...before, row]) await client.query(insertion(entity, one));
    return undefined;
  } catch (error) {
    const { code = '', constraint, column } = error as { code?: string; constraint?: string; column?: string };
    const guard = constraint === undefined ? undefined : guardsOf(model).get(constraint);
    if (guard) return guard.fields;
    if (column !== undefined) return [column];
    // a number out of the range of its column is refused without a name
    if (code === '22003') return ['a number out of range'];
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
