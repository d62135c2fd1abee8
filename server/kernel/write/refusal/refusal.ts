import { dayBefore } from '../../../../generator/language/dates.ts';
import { MESSAGE } from '../../../../generator/language/messageKeys.ts';
import { liveColumn } from '../../../../generator/compile/names.ts';
import type { Entity, Model } from '../../../../generator/model/entity.ts';
import type { Unique } from '../../../../generator/model/rule.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../../errors.ts';
import { MISSING_TARGET, type EnforcedRule } from '../../../../generator/emit/ddl/shape.ts';
import type { EntityRuntime, Registry } from '../../core.ts';

/** The error with which PostgreSQL refuses a row. */
interface DatabaseRefusal {
  code: string;
  constraint?: string;
  detail?: string;
  hint?: string;
}

const UNIQUE = '23505';
const OVERLAP = '23P01';
const FOREIGN_KEY = '23503';

/** SQLSTATE → generic message, for rules without a message. */
const GENERIC: Record<string, string> = {
  [UNIQUE]: MESSAGE.unique,
  [OVERLAP]: MESSAGE.overlap,
  [FOREIGN_KEY]: MESSAGE.referenceMissing,
  '23514': MESSAGE.rule,
  '23502': MESSAGE.required,
};

/**
 * Translates an error of PostgreSQL into a refusal with the message of the violated rule.
 *
 * @returns a Refusal: 409 for a conflict with another row or a row in use, 400 for an invalid row. Other errors are
 *   returned unchanged
 */
export function translateRefusal(
  error: unknown,
  registry: Registry,
  runtime: EntityRuntime,
  operation: 'create' | 'update' | 'delete',
): unknown {
  const { code = '', constraint, detail, hint } = error as Partial<DatabaseRefusal>;
  const rule = constraint === undefined ? undefined : registry.enforcedRules.get(constraint);
  if (!rule || !(code in GENERIC)) return error;
  const isInUse =
    code === FOREIGN_KEY && (operation === 'delete' || refersToRow(rule, registry.model, runtime, detail));
  const refusal = isInUse
    ? new Refusal(
        'conflict',
        rule.conditionFields ? MESSAGE.requiredByReference : MESSAGE.inUse,
        { label: registry.model.entities[rule.entity]?.label },
        fieldsInUse(rule, runtime, registry),
      )
    : refuseFields(
        violationsOf(
          hint === MISSING_TARGET ? { ...rule, key: missingTargetKey(rule) } : rule,
          { code, ...(detail === undefined ? {} : { detail }) },
          registry,
        ),
        code === UNIQUE || code === OVERLAP ? 'conflict' : 'invalid',
      );
  refusal.byDatabase = true;
  return refusal;
}

/** The message for a reference with `where` whose target is missing: its own (`x-ref.key`), or the generic one. */
const missingTargetKey = ({ key }: EnforcedRule): string =>
  key === undefined || key === MESSAGE.referenceNotAllowed ? MESSAGE.referenceMissing : key;

/**
 * Fields to report for a row in use: its referenced code, or the fields that `x-ref.where` reads (`onUpdate:
 * restrict`). A reference by id has no field.
 */
function fieldsInUse(
  { target, entity, conditionFields }: EnforcedRule,
  runtime: EntityRuntime,
  { model }: Registry,
): Violation[] {
  if (conditionFields)
    return conditionFields.map((field) => ({
      field,
      key: MESSAGE.requiredByReference,
      params: { label: runtime.fields.get(field)?.label, user: model.entities[entity]?.label },
    }));
  const field = target?.by ?? 'id';
  return runtime.fields.has(field)
    ? [{ field, key: MESSAGE.inUse, params: { label: model.entities[entity]?.label } }]
    : [];
}

/**
 * Whether the written row is the target of the violated reference, and not the referring row. If the entity refers to
 * itself, the detail of the error shows it: it begins with the referenced or the referring column, `Key
 * (positionCde$live)=(…)`.
 */
function refersToRow(
  { entity: referring, target }: EnforcedRule,
  model: Model,
  { entity }: EntityRuntime,
  detail = '',
): boolean {
  // subtypes share a table and its references
  const isOfTable = (name: string): boolean => model.entities[name]?.table === entity.table;
  if (!isOfTable(referring)) return true;
  const column = /\(([^()]+)\)=\(/.exec(detail)?.[1];
  return target !== undefined && isOfTable(target.entity) && (column === target.by || column === liveColumn(target.by));
}

/** A violation at each field of the rule, with the message of the rule or the generic message of the SQLSTATE. */
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
 * Key and period of the other row of an overlap, from the detail of the error; a period of dates only. In every
 * language of PostgreSQL the detail ends in `(…)=(HLD, [2024-01-01,2025-01-01))`. The upper bound is the first day
 * after the period.
 */
function otherPeriod(
  entity: Entity,
  by: readonly string[],
  detail: string,
): { other?: unknown; otherFrom?: unknown; otherTo?: unknown } {
  const [, listed = '', range] = /=\((?:([^=]*?), )?([[(][^\])]*[\])])\)[^=]*$/.exec(detail) ?? [];
  if (range === undefined) return {};
  const other = readableValues(entity, by, listed);
  const days = /^[[(](\d{4}-\d\d-\d\d)?,(\d{4}-\d\d-\d\d)?\)$/.exec(range);
  return days
    ? { other, otherFrom: days[1] ?? OPEN_START, otherTo: days[2] ? dayBefore(days[2]) : OPEN_END }
    : { other };
}

/**
 * The values of the fields `names` for the user: options as labels, without ids of rows. If no value remains, the label
 * of the entity. If a value contains a comma, the text is returned unchanged, because it cannot be split.
 *
 * @param listed the values as PostgreSQL prints them, separated by commas
 */
function readableValues(entity: Entity, names: readonly string[], listed: string): unknown {
  const texts = names.length === 1 ? [listed] : listed.split(', ');
  if (texts.length !== names.length) return listed;
  const readable = names.flatMap((name, index) => {
    const field = entity.fields.find((candidate) => candidate.name === name);
    const text = texts[index]!;
    return text === '' || field?.ref?.by === 'id' ? [] : [field?.options?.find(({ code }) => code === text) ?? text];
  });
  return readable.length > 0 ? readable : entity.label;
}

/** The value of a missing reference, from the detail `Key (year)=(2031) is not present …`. */
const valueIn = (detail: string): string => /\)=\((.*)\) is not present/.exec(detail)?.[1] ?? '';

/** A violation at each field of a unique rule. @param isLive whether the other row with the values is live */
export function duplicateViolations(entity: Entity, rule: Unique, isLive: boolean): Violation[] {
  const labelOf = (name: string) => entity.fields.find((field) => field.name === name)?.label;
  const message = isLive
    ? { key: rule.key ?? MESSAGE.unique, ...(rule.message ? { message: rule.message } : {}) }
    : { key: MESSAGE.usedBefore };
  return rule.fields.map((field): Violation => ({
    field,
    params: { label: labelOf(field), fields: rule.fields.map(labelOf) },
    rule: rule.id,
    ...message,
  }));
}
