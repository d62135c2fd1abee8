import { dayBefore } from '../../../generator/language/dates.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { liveColumn } from '../../../generator/compile/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Unique } from '../../../generator/model/rule.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { EnforcedRule } from '../../../generator/emit/ddl/shape.ts';
import type { EntityRuntime, Registry } from '../core.ts';

/** What PostgreSQL says when it refuses a row. */
interface DatabaseRefusal {
  code: string;
  constraint?: string;
  detail?: string;
}

const UNIQUE = '23505';
const OVERLAP = '23P01';
const FOREIGN_KEY = '23503';

/** SQLSTATE → the message of a rule that brings none of its own. */
const GENERIC: Record<string, string> = {
  [UNIQUE]: MESSAGE.unique,
  [OVERLAP]: MESSAGE.overlap,
  [FOREIGN_KEY]: MESSAGE.referenceMissing,
  '23514': MESSAGE.rule,
  '23502': MESSAGE.required,
};

/**
 * Turns the database's refusal of a row into the rule that it guards: 409 for a clash with another row or one in use,
 * 400 for everything that is wrong with the row itself. Anything else is thrown on as it came.
 */
export function translateRefusal(
  error: unknown,
  registry: Registry,
  runtime: EntityRuntime,
  operation: 'create' | 'update' | 'delete',
): unknown {
  const { code = '', constraint, detail } = error as Partial<DatabaseRefusal>;
  const rule = constraint === undefined ? undefined : registry.enforcedRules.get(constraint);
  if (!rule || !(code in GENERIC)) return error;
  const refusal =
    code === FOREIGN_KEY && isInUse(rule, registry, runtime, operation, detail)
      ? new Refusal(
          'conflict',
          rule.bound ? MESSAGE.bound : MESSAGE.inUse,
          { label: registry.model.entities[rule.entity]?.label },
          inUseAt(rule, runtime, registry),
        )
      : refuseFields(
          violationsOf(rule, { code, ...(detail === undefined ? {} : { detail }) }, registry),
          code === UNIQUE || code === OVERLAP ? 'conflict' : 'invalid',
        );
  refusal.byDatabase = true;
  return refusal;
}

/**
 * A refused change of a code is at that code's field, one of what a reference asks for at what it asks for; a refused
 * deletion is at none.
 */
function inUseAt({ target, entity, bound }: EnforcedRule, runtime: EntityRuntime, { model }: Registry): Violation[] {
  if (bound)
    return bound.map((field) => ({
      field,
      key: MESSAGE.bound,
      params: { label: runtime.fields.get(field)?.label, user: model.entities[entity]?.label },
    }));
  const field = target?.by ?? 'id';
  return runtime.fields.has(field)
    ? [{ field, key: MESSAGE.inUse, params: { label: model.entities[entity]?.label } }]
    : [];
}

/**
 * The row written is the one referred to, not the one that refers. Where an entity refers to itself, PostgreSQL's
 * detail tells: it begins with the column referred to or with the one that refers, `Key (positionCde$live)=(…)`.
 */
function isInUse(
  { entity: referring, target }: EnforcedRule,
  { model }: Registry,
  { entity }: EntityRuntime,
  operation: string,
  detail = '',
): boolean {
  // kinds share a table, and so its references
  const isHere = (name: string): boolean => model.entities[name]?.table === entity.table;
  if (operation === 'delete' || !isHere(referring)) return true;
  const column = /\(([^()]+)\)=\(/.exec(detail)?.[1];
  return target !== undefined && isHere(target.entity) && (column === target.by || column === liveColumn(target.by));
}

/** The broken rule at each of its fields, with the rule's own message or the generic one of the SQLSTATE. */
function violationsOf(rule: EnforcedRule, { code, detail = '' }: DatabaseRefusal, { model }: Registry): Violation[] {
  const entity = model.entities[rule.entity]!;
  const labelOf = (name: string) => entity.fields.find((field) => field.name === name)?.label;
  const { period } = rule;
  const params = {
    fields: rule.fields.map(labelOf),
    ...(period && { from: labelOf(period.from), to: labelOf(period.to), ...otherPeriod(entity, period.by, detail) }),
    ...rule.params,
    ...(rule.showsValue && { value: valueIn(detail) }),
  };
  return rule.fields.map((field): Violation => ({
    field,
    key: rule.key ?? GENERIC[code]!,
    params: { label: labelOf(field), ...params },
    rule: rule.id,
    ...(rule.message && { message: rule.message }),
  }));
}

const OPEN_END = { en: 'open-ended', zh: '无截止日期' };
const OPEN_START = { en: 'the beginning', zh: '无起始日期' };

/**
 * Whose period is in the way, and which: PostgreSQL's detail ends in `(…)=(HLD, [2024-01-01,2025-01-01))`, whatever
 * language the rest is in. Its upper end is the first day after the period.
 */
function otherPeriod(
  entity: Entity,
  by: readonly string[],
  detail: string,
): { other?: unknown; otherFrom?: unknown; otherTo?: unknown } {
  const found = /=\(([^=]*?), \[?\(?(\d{4}-\d\d-\d\d)?,(\d{4}-\d\d-\d\d)?\)\)[^=]*$/.exec(detail);
  return found
    ? {
        other: asRead(entity, by, found[1]!),
        otherFrom: found[2] ?? OPEN_START,
        otherTo: found[3] ? dayBefore(found[3]) : OPEN_END,
      }
    : {};
}

/**
 * The values of `names` as PostgreSQL lists them, as people know them: options by their names, and no ids of rows, but
 * what such a row is called. Whole where a text has a comma of its own, since the places are not known then.
 */
function asRead(entity: Entity, names: readonly string[], listed: string): unknown {
  const texts = names.length === 1 ? [listed] : listed.split(', ');
  if (texts.length !== names.length) return listed;
  const read = names.flatMap((name, place) => {
    const field = entity.fields.find((one) => one.name === name);
    const text = texts[place]!;
    return text === '' || field?.ref?.by === 'id' ? [] : [field?.options?.find(({ code }) => code === text) ?? text];
  });
  return read.length > 0 ? read : entity.label;
}

/** The value that PostgreSQL says is not there: `Key (year)=(2031) is not present …`. */
const valueIn = (detail: string): string => /\)=\((.*)\) is not present/.exec(detail)?.[1] ?? '';

/** A broken unique rule at each of its fields; `isLive` tells whether the other row is there, or deleted. */
export function duplicateViolations(entity: Entity, rule: Unique, isLive: boolean): Violation[] {
  const labelOf = (name: string) => entity.fields.find((field) => field.name === name)?.label;
  const told = isLive
    ? { key: rule.key ?? MESSAGE.unique, ...(rule.message ? { message: rule.message } : {}) }
    : { key: MESSAGE.usedBefore };
  return rule.fields.map((field): Violation => ({
    field,
    params: { label: labelOf(field), fields: rule.fields.map(labelOf) },
    rule: rule.id,
    ...told,
  }));
}
