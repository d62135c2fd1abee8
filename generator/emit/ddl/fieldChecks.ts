import { ruleName } from '../../compile/names.ts';
import { literal, quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { columnType } from './columnType.ts';
import { check } from './check.ts';
import { portablePattern } from '../../language/expression/sqlPattern.ts';
import type { ConstraintShape } from './shape.ts';

/** CHECK constraints of a table, and remarks about conditions that cannot be printed as SQL. */
export interface Checks {
  constraints: ConstraintShape[];
  remarks: string[];
}

/** CHECK constraints for the field kinds of an entity; deleted rows are exempt. */
export function fieldChecks(entity: Entity): Checks {
  const checks: Checks = {
    constraints: entity.extends === undefined ? [kernelCheck(entity)] : requiredChecks(entity),
    remarks: [],
  };
  const add = (name: string, type: 'kind' | 'state' | 'options', condition: string, description: string) =>
    checks.constraints.push({ ...check(entity, { id: name, type, fields: [name] }, condition), description });

  for (const field of entity.fields) {
    const conditions = kindConditions(field, (reason) => checks.remarks.push(`${field.name}: ${reason}`));
    if (conditions.length > 0) add(field.name, 'kind', conditions.join(' and '), limitsOf(field));
    const states = entity.machines.find((machine) => machine.field === field.name)?.states;
    // stored rows may name a field or an operation that was removed from the schemas
    const codes =
      field.fieldsOf === undefined && field.operationsOf === undefined
        ? (states ?? field.options)?.map(({ code }) => code)
        : undefined;
    if (codes) add(field.name, states ? 'state' : 'options', optionCondition(field, codes), codes.join(', '));
  }
  return checks;
}

/** The limits of a field's values, in words. */
const limitsOf = ({
  kind,
  maxLength,
  minLength,
  maxItems,
  precision,
  scale,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  pattern,
}: Field): string =>
  [
    kind,
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(precision === undefined ? [] : [`${precision} digits, ${scale} places`]),
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`< ${exclusiveMaximum}`]),
    ...(pattern === undefined ? [] : [`pattern ${pattern}`]),
  ].join(', ');

/**
 * CHECK constraints for the required fields of a subtype. Their columns are nullable, because rows of other subtypes
 * have no value in them.
 */
const requiredChecks = (entity: Entity): ConstraintShape[] =>
  entity.fields
    .filter(({ required }) => required)
    .map(({ name }) =>
      check(entity, { id: `${name}$required`, type: 'kind', fields: [name] }, `${quote(name)} is not null`),
    );

function kernelCheck(entity: Entity): ConstraintShape {
  const condition = `"delFlag" in ('Y', 'N')`;
  return {
    name: ruleName(entity, 'delFlag', 'options'),
    type: 'check',
    definition: `check (${condition})`,
    rule: { entity: entity.name, type: 'options', id: 'delFlag', fields: ['delFlag'] },
    violations: `select count(*), min(id) from public.${quote(entity.table)} where not (${condition})`,
  };
}

/** Conditions of a field's kind and keywords on one value. */
function kindConditions(field: Field, reportUnsupported: (reason: string) => void): string[] {
  const column = quote(field.name);
  const type = columnType(field);
  // the limits of a password apply to the entered text, and the column contains its hash
  if (field.kind === 'password') return [];
  if (type === 'text') return textConditions(field, column, reportUnsupported);
  if (type === 'jsonb') return jsonConditions(field, column);
  return [
    ...(field.minimum === undefined ? [] : [`${column} >= ${literal(field.minimum)}`]),
    ...(field.exclusiveMinimum === undefined ? [] : [`${column} > ${literal(field.exclusiveMinimum)}`]),
    ...(field.maximum === undefined ? [] : [`${column} <= ${literal(field.maximum)}`]),
    ...(field.exclusiveMaximum === undefined ? [] : [`${column} < ${literal(field.exclusiveMaximum)}`]),
  ];
}

function textConditions(field: Field, column: string, reportUnsupported: (reason: string) => void): string[] {
  if (field.kind === 'yesNo') return [`${column} in ('Y', 'N')`];
  // an option or a foreign key already limits the length
  if (field.options || (field.ref && !field.ref.open) || field.state) return [];
  const pattern = field.pattern === undefined ? undefined : portablePattern(field.pattern);
  if (field.pattern !== undefined && pattern === undefined)
    reportUnsupported(`pattern ${field.pattern} has no form that PostgreSQL reads alike`);
  return [
    ...(field.minLength === undefined ? [] : [`char_length(${column}) >= ${field.minLength}`]),
    ...(field.maxLength === undefined ? [] : [`char_length(${column}) <= ${field.maxLength}`]),
    ...(pattern === undefined ? [] : [`${column} ~ ${literal(pattern)}`]),
  ];
}

function jsonConditions(field: Field, column: string): string[] {
  if (!['multiChoice', 'multiRef', 'files'].includes(field.kind)) return [];
  const limit = field.maxItems === undefined ? '' : ` and jsonb_array_length(${column}) <= ${field.maxItems}`;
  return [
    `case when jsonb_typeof(${column}) = 'array' then not jsonb_path_exists(${column}, '$[*] ? (@.type() != "string")')${limit} else ${column} is null end`,
  ];
}

function optionCondition(field: Field, codes: readonly string[]): string {
  return columnType(field) === 'jsonb'
    ? `${quote(field.name)} <@ ${literal(JSON.stringify(codes))}::jsonb`
    : `${quote(field.name)} in (${codes.map(literal).join(', ')})`;
}
