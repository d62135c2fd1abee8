import { liveColumn, ruleName } from '../../compile/names.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { NoOverlap, Sequence, Unique } from '../../model/rule.ts';
import { columnType, fieldNamed } from './columns.ts';
import { sqlOf } from './expressions.ts';
import type { ConstraintShape, Guard, IndexShape } from './shape.ts';
import { LIVE, literal, liveOf, quote } from './sql.ts';

/**
 * What keeps rows apart: `x-unique`, `x-sequence`, `x-noOverlap` and the unique constraints that foreign keys rely on.
 * Where a foreign key relies on a unique field, the constraint on its `$live` column guards the rule as well, among
 * live rows: one that holds for ever has an index of its own, over deleted rows too.
 */
export function entityUniqueness(entity: Entity, model: Model, targeted: ReadonlySet<string>): Uniqueness {
  const byIndex = entity.unique.filter(
    (rule) => rule.forever || rule.ignoreCase || !(isKeyOfOne(rule) && targeted.has(rule.fields[0]!)),
  );
  const indexes = byIndex.map((rule) =>
    uniqueIndex(
      entity,
      rule.id,
      rule.forever ? 'forever' : 'unique',
      rule.fields,
      condition(entity, model, rule),
      rule.ignoreCase,
    ),
  );
  const indexed = byIndex
    .filter(
      (rule) =>
        rule.where === undefined &&
        comparedColumns(entity, rule.fields, rule.ignoreCase).every((column) => !column.endsWith(')')),
    )
    .map(({ fields }) => fields);
  if (entity.sequence && !isKeptApart(entity, entity.sequence)) {
    const { by, field } = entity.sequence;
    indexes.push(uniqueIndex(entity, field, 'sequence', [...by, field], LIVE, false, [field]));
    indexed.push([...by, field]);
  }
  const constraints = [
    ...[...targeted].map((field) => liveConstraint(entity, field)),
    ...entity.noOverlap.map((rule) => exclusion(entity, rule, condition(entity, model, rule))),
  ];
  return { constraints, indexes, indexed };
}

/**
 * Whether a unique rule of the schema keeps the numbers of a sequence apart, with its own words: one index serves both
 * then.
 */
export const isKeptApart = ({ unique }: Entity, { by, field }: Sequence): boolean =>
  unique.some(
    ({ fields, where }) =>
      where === undefined && fields.length === by.length + 1 && [...by, field].every((name) => fields.includes(name)),
  );

export interface Uniqueness {
  constraints: ConstraintShape[];
  indexes: IndexShape[];
  /** the columns of those indexes that hold every live row, which reading can use too */
  indexed: string[][];
}

/** The constraint that a foreign key to `field` relies on. */
export function liveConstraintName(entity: Entity, field: string): string {
  const rule = entity.unique.find((candidate) => isKeyOfOne(candidate) && candidate.fields[0] === field);
  return rule ? ruleName(entity, rule.id, 'unique') : ruleName(entity, field, 'live');
}

const isKeyOfOne = (rule: Unique): boolean => rule.fields.length === 1 && rule.where === undefined;

function liveConstraint(entity: Entity, field: string): ConstraintShape {
  const rule = entity.unique.find((candidate) => isKeyOfOne(candidate) && candidate.fields[0] === field);
  return {
    name: liveConstraintName(entity, field),
    sort: 'unique',
    definition: `unique (${quote(liveColumn(field))})`,
    guard: { entity: entity.name, sort: rule ? 'unique' : 'live', id: rule?.id ?? field, fields: [field] },
    breaks: duplicates(entity, [field], LIVE),
  };
}

/** A b-tree takes entries of up to 2704 bytes, and a character has up to 4. */
const LONGEST_ENTRY = 676;
/** The characters of a hash: shorter texts are not worth one. */
const HASH_LENGTH = 32;

/**
 * The columns as an index compares them: texts that together may be too long for it by their hashes; in one case where
 * it ignores case.
 */
function comparedColumns(entity: Entity, fields: readonly string[], ignoreCase = false): string[] {
  const lengths = fields.map((name) => textLength(fieldNamed(entity, name)));
  const tooLong = lengths.reduce((total, length) => total + length, 0) > LONGEST_ENTRY;
  return fields.map((name, place) => {
    const column = ignoreCase && lengths[place]! > 0 ? `lower(${quote(name)})` : quote(name);
    return tooLong && lengths[place]! > HASH_LENGTH ? `md5(${column})` : column;
  });
}

const textLength = (field: Field): number => (columnType(field) === 'text' ? (field.maxLength ?? 0) : 0);

function uniqueIndex(
  entity: Entity,
  id: string,
  sort: 'unique' | 'forever' | 'sequence',
  fields: string[],
  where: string | undefined,
  ignoreCase = false,
  blame = fields,
): IndexShape {
  return {
    name: ruleName(entity, id, sort),
    unique: true,
    definition: `using btree (${comparedColumns(entity, fields, ignoreCase).join(', ')})${where === undefined ? '' : ` where ${where}`}`,
    guard: { entity: entity.name, sort, id, fields: blame },
    breaks: duplicates(entity, fields, where, ignoreCase),
  };
}

function duplicates(entity: Entity, fields: readonly string[], where: string | undefined, ignoreCase = false): string {
  const present = fields.map((field) => `${quote(field)} is not null`).join(' and ');
  const repeated = `select count(*) as n, min(id) as one from public.${quote(entity.table)} where ${where === undefined ? '' : `${where} and `}${present} group by ${comparedColumns(entity, fields, ignoreCase).join(', ')} having count(*) > 1`;
  return `select coalesce(sum(n), 0), min(one) from (${repeated}) as repeated`;
}

/**
 * Live rows, or all where the rule holds for ever, and the rule's own `where`, which must have a form in SQL: an index
 * cannot be had without.
 */
function condition<T extends Unique | NoOverlap>(
  entity: Entity,
  model: Model,
  rule: T,
): T extends NoOverlap ? string : string | undefined;
function condition(entity: Entity, model: Model, rule: Unique | NoOverlap): string | undefined {
  const compared =
    'forever' in rule && rule.forever
      ? entity.discriminator && `${quote(entity.discriminator.field)} = ${literal(entity.discriminator.value)}`
      : liveOf(entity);
  if (rule.where === undefined) return compared;
  const where = sqlOf(rule.where, entity, model);
  if ('reason' in where) throw new Error(`${entity.name}: "where" of ${rule.id} has no form in SQL: ${where.reason}`);
  return compared === undefined ? `(${where.sql})` : `${compared} and (${where.sql})`;
}

function exclusion(entity: Entity, rule: NoOverlap, where: string): ConstraintShape {
  const period = periodOf(entity, rule);
  const judged = `${where} and ${quote(rule.from)} is not null`;
  const guard: Guard = { entity: entity.name, sort: 'overlap', id: rule.id, fields: [rule.from, rule.to] };
  const compared = (name: string): string => {
    const field = fieldNamed(entity, name);
    // in capitals, as codes are written: a refusal tells the value as it is compared
    const column = rule.ignoreCase && columnType(field) === 'text' ? `upper(${quote(name)})` : quote(name);
    return rule.absentIsOne && !field.required ? `coalesce(${column}, '')` : column;
  };
  const rows = `select id, ${[...rule.by.map((field) => `${compared(field)} as ${quote(field)}`), `${period} as "$period"`].join(', ')} from public.${quote(entity.table)} where ${judged}`;
  const clash = [
    ...rule.by.map((field) => `a.${quote(field)} = b.${quote(field)}`),
    'a.id <> b.id',
    'a."$period" && b."$period"',
  ].join(' and ');
  return {
    name: ruleName(entity, rule.id, 'overlap'),
    sort: 'exclude',
    guard,
    definition: `exclude using gist (${[...rule.by.map((field) => `${compared(field)} with =`), `${period} with &&`].join(', ')}) where (${judged})`,
    breaks: `with judged as materialized (${rows}) select count(*), min(id) from judged a where exists (select from judged b where ${clash})`,
  };
}

const RANGES: Record<string, string> = {
  date: 'daterange',
  'timestamp with time zone': 'tstzrange',
  integer: 'int8range',
  bigint: 'int8range',
};

/** The period as a range, both ends in it; reversed ends make no range, since x-order is what refuses them. */
function periodOf(entity: Entity, rule: NoOverlap): string {
  const [from, to] = [rule.from, rule.to].map((name) => end(fieldNamed(entity, name)));
  if (!from || !to || from.range !== to.range)
    throw new Error(`${entity.name}: x-noOverlap ${rule.id} needs two dates, instants, months, years or numbers`);
  return `(case when ${to.sql} is null or ${from.sql} <= ${to.sql} then ${from.range}(${from.sql}, ${to.sql}, '[]') end)`;
}

function end(field: Field): { sql: string; range: string } | undefined {
  const type = columnType(field);
  const column = quote(field.name);
  if (field.kind === 'month' || field.kind === 'year') return { sql: `${column}::bigint`, range: 'int8range' };
  if (type.startsWith('numeric')) return { sql: column, range: 'numrange' };
  const range = RANGES[type];
  return range === undefined ? undefined : { sql: range === 'int8range' ? `${column}::bigint` : column, range };
}
