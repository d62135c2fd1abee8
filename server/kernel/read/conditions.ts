import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { ConditionType } from '../../../generator/language/kinds/kind.ts';
import { hasControlCharacter } from '../../../generator/language/kinds/text.ts';
import { isDate } from '../../../generator/language/dates.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Field } from '../../../generator/model/field.ts';
import { refuseField } from '../../errors.ts';
import type { EntityRuntime } from '../core.ts';
import type { Values } from '../statement.ts';

/** One line of `where` or `searchCondition`. */
export interface Condition {
  name: string;
  type: string;
  value?: unknown;
}
/**
 * A condition, or alternatives of which one must be true; each alternative is a list of terms that must all be true.
 */
export type Term = Condition | { or: Term[][] };

/** The conditions of a call as SQL. */
export interface WhereText {
  sql: string;
  /** whether to prepare the statement, because it only compares for equality and has few variants */
  repeats: boolean;
  /** fields with a condition outside an `or`, which every found row meets */
  names: ReadonlySet<string>;
}

const MAX_TERMS = 100;
/** Statements with more terms are not prepared, because there are too many variants. */
const MAX_PREPARED_TERMS = 4;
const MAX_ARRAY = 1000;
const MAX_TEXT_LENGTH = 1000;
/** Kernel fields by which every list can be filtered and sorted. */
export const ALWAYS_QUERYABLE = ['id', 'delFlag', 'createAt', 'updateAt', 'creater', 'updater'];

/** Fields by which a list can be filtered. For a bilingual text, both of its fields. */
export function filterableFields({ entity, fields }: EntityRuntime): Set<string> {
  const filters = entity.list.filters.flatMap((name) => [name, fields.get(name)?.zh ?? name]);
  return new Set([...filters, ...entity.key, ...ALWAYS_QUERYABLE]);
}

/**
 * Checks a caller's conditions and prints them as SQL on table alias `t`, with bound values. Deleted rows are excluded
 * unless a condition names `delFlag`.
 *
 * @throws Refusal (400) for an unknown field, a field without filter, or an invalid type or value
 */
export function whereText(
  runtime: EntityRuntime,
  terms: readonly unknown[],
  { values, timeZone, hidden }: { values: Values; timeZone: string; hidden: ReadonlySet<string> },
): WhereText {
  const writer = new ConditionWriter(runtime, values, timeZone, hidden);
  const sql = writer.all(terms, 0);
  const live = writer.namesDeleted ? [] : [`t."delFlag" = 'N'`];
  return {
    sql: [...live, ...(sql === '' ? [] : [sql])].join(' and ') || 'true',
    repeats: writer.repeats,
    names: writer.names,
  };
}

class ConditionWriter {
  /** fields named outside an `or` */
  readonly names = new Set<string>();
  namesDeleted = false;
  repeats = true;
  #terms = 0;
  readonly #runtime: EntityRuntime;
  readonly #allowed: Set<string>;
  readonly #hidden: ReadonlySet<string>;
  readonly #values: Values;
  readonly #timeZone: string;

  constructor(runtime: EntityRuntime, values: Values, timeZone: string, hidden: ReadonlySet<string>) {
    this.#runtime = runtime;
    this.#allowed = filterableFields(runtime).difference(hidden);
    this.#hidden = hidden;
    this.#values = values;
    this.#timeZone = timeZone;
  }

  all(terms: readonly unknown[], depth: number): string {
    return terms.map((term) => this.#term(term, depth)).join(' and ');
  }

  #term(term: unknown, depth: number): string {
    if (++this.#terms > MAX_TERMS || depth > 4) throw refuseField('where', 'MSG_generic_0012', { max: MAX_TERMS });
    if (this.#terms > MAX_PREPARED_TERMS) this.repeats = false;
    if (typeof term !== 'object' || term === null) throw refuseField('where', 'MSG_generic_0011');
    if ('or' in term) {
      this.repeats = false;
      const branches = (term as { or: unknown }).or;
      if (
        !Array.isArray(branches) ||
        branches.length === 0 ||
        Object.keys(term).length > 1 ||
        !branches.every((branch) => Array.isArray(branch) && branch.length > 0)
      )
        throw refuseField('or', 'MSG_generic_0011');
      return `(${branches.map((branch: unknown[]) => this.all(branch, depth + 1)).join(' or ')})`;
    }
    const { name, type, value, ...unknown } = term as Partial<Condition>;
    const field = typeof name === 'string' ? this.#runtime.fields.get(name) : undefined;
    if (!field || !this.#allowed.has(field.name)) throw refuseField(String(name), 'MSG_generic_0013', { name });
    if (Object.keys(unknown).length > 0) throw refuseField(field.name, 'MSG_generic_0011');
    const conditionType = type as ConditionType;
    if (!conditionsOf(field).includes(conditionType)) throw refuseField(field.name, 'MSG_generic_0014', { name, type });
    if (depth === 0) this.names.add(field.name);
    if (field.name === 'delFlag') this.namesDeleted = true;
    return this.#condition(field, conditionType, value);
  }

  #condition(field: Field, type: ConditionType, value: unknown): string {
    // answers print milliseconds, so instants are compared in milliseconds
    const column =
      field.kind === 'dateTime' && type !== 'dateRange'
        ? `date_trunc('milliseconds', t.${quote(field.name)})`
        : `t.${quote(field.name)}`;
    const bind = (operand: unknown) => `${this.#values.bind(this.#checked(field, operand))}::${castOf(field)}`;
    switch (type) {
      case 'isNull':
        return `${column} is null`;
      case 'notNull':
        return `${column} is not null`;
      case 'equal':
        return isList(field)
          ? `${column} ? ${this.#values.bind(this.#text(field, value))}`
          : `${column} = ${bind(value)}`;
      case 'ne':
        return `${column} is distinct from ${bind(value)}`;
      case 'gt':
        return this.#range(`${column} > ${bind(value)}`);
      case 'gte':
        return this.#range(`${column} >= ${bind(value)}`);
      case 'lt':
        return this.#range(`${column} < ${bind(value)}`);
      case 'lte':
        return this.#range(`${column} <= ${bind(value)}`);
      case 'like':
        return this.#like(field, column, value);
      case 'array':
        return this.#anyOf(field, column, value);
      case 'dateRange':
        return this.#dateRange(field, column, value);
    }
  }

  #like(field: Field, column: string, value: unknown): string {
    this.repeats = false;
    const pattern = this.#text(field, value).replace(/[\\%_]/g, '\\$&');
    const text = this.#values.bind(`%${pattern}%`);
    // readers of Chinese see the Chinese text, so both texts are searched
    return field.zh === undefined || this.#hidden.has(field.zh)
      ? `${column} ilike ${text}`
      : `(${column} ilike ${text} or t.${quote(field.zh)} ilike ${text})`;
  }

  #anyOf(field: Field, column: string, value: unknown): string {
    const list = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_ARRAY)
      throw refuseField(field.name, 'MSG_generic_0015', { name: field.name });
    if (isList(field))
      return `${column} ?| ${this.#values.bind(list.map((entry) => this.#text(field, entry)))}::text[]`;
    return `${column} = any(${this.#values.bind(list.map((entry) => this.#checked(field, entry)))}::${castOf(field)}[])`;
  }

  /** Prints a range of days, which includes both ends. An instant belongs to its day in the business time zone. */
  #dateRange(field: Field, column: string, value: unknown): string {
    const days =
      typeof value === 'string' ? value.split('|').map((end) => end.trim().replace(/ \d{2}:\d{2}:\d{2}$/, '')) : [];
    const [from = '', to = ''] = days;
    if (days.length !== 2 || (from === '' && to === '') || ![from, to].every((day) => day === '' || isDate(day)))
      throw refuseField(field.name, 'MSG_generic_0015', { name: field.name });
    const start = (day: string, add: number) => {
      const bound = `(${this.#values.bind(day)}::date + ${add})`;
      return field.kind === 'dateTime'
        ? `${bound}::timestamp at time zone ${this.#values.bind(this.#timeZone)}`
        : bound;
    };
    const ends = [
      ...(from === '' ? [] : [`${column} >= ${start(from, 0)}`]),
      ...(to === '' ? [] : [`${column} < ${start(to, 1)}`]),
    ];
    return this.#range(ends.join(' and '));
  }

  #range(sql: string): string {
    this.repeats = false;
    return sql;
  }

  #text(field: Field, value: unknown): string {
    if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT_LENGTH || hasControlCharacter(value, true))
      throw refuseField(field.name, 'MSG_generic_0015', { name: field.name });
    return value;
  }

  /** Normalises and checks a value, so that no cast fails in the database. @throws Refusal (400) */
  #checked(field: Field, value: unknown): unknown {
    if (field.name === 'id') {
      if (!isId(value)) throw refuseField(field.name, 'MSG_generic_0015', { name: field.name });
      return String(value);
    }
    const normal = KINDS[field.kind].normalise(typeof value === 'number' ? String(value) : value, field);
    if (normal === null || normal === undefined || !isCastable(field, normal))
      throw refuseField(field.name, 'MSG_generic_0015', { name: field.name });
    return normal;
  }
}

const MAX_ID = '9223372036854775807';

/** Whether a text can be the `id` of a row: a positive bigint. */
export function isId(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  // numbers with equally many digits have the same order as their texts
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < MAX_ID.length || text <= MAX_ID);
}

const ID_CONDITIONS: readonly ConditionType[] = ['equal', 'array', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull', 'notNull'];

/** Condition types of a field. A reference by id is a number and has no `like`. */
const conditionsOf = (field: Field): readonly ConditionType[] => {
  if (field.name === 'id') return ID_CONDITIONS;
  const { conditions } = KINDS[field.kind];
  return field.kind === 'ref' && field.ref?.by === 'id' ? conditions.filter((type) => type !== 'like') : conditions;
};

/** Whether the value can be cast. A text that is longer than its field is valid, but matches no row. */
const isCastable = (field: Field, value: unknown): boolean =>
  KINDS[field.kind].checkComparable(value, field) === undefined &&
  !(typeof value === 'string' && value.length > MAX_TEXT_LENGTH);

const isList = (field: Field): boolean => field.kind === 'multiChoice' || field.kind === 'multiRef';

const castOf = (field: Field): string => (field.name === 'id' ? 'bigint' : KINDS[field.kind].column(field));
