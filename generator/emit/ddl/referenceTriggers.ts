import { ruleName } from '../../compile/names.ts';
import { literal, quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import { scopeOf } from '../../language/expression/scope.ts';
import { fieldsRead } from '../../language/expression/syntax.ts';
import { MESSAGE } from '../../language/messageKeys.ts';
import { sqlOf } from './expressions.ts';
import { entityPartsOf } from './entityParts.ts';
import {
  listFunction,
  ownColumns,
  targetColumns,
  targetFunction,
  updateFunction,
  valueFunction,
  type Reference,
} from './referenceFunctions.ts';
import { danglingRows, referenceRule } from './references.ts';
import type { EnforcedRule, FunctionShape, TriggerShape } from './shape.ts';
import { LIVE } from './sql.ts';

/**
 * Triggers for references that a foreign key cannot check: a reference to a field that is not unique, a list of codes,
 * a reference with `where`, and a reference that keeps deleted rows (`onDelete: keep`).
 *
 * - Trigger on the referring table: finds a live target row and locks it (`for share`) until commit. It checks that the
 *   row exists when the reference changes, and checks `where` when any writable column changes.
 * - Trigger on the target table: refuses to delete the last live row of a code while a live row refers to it. A
 *   reference with `onDelete: keep` has no such trigger.
 * - Trigger on the target table with `onUpdate: restrict`: refuses a change after which the row violates `where`.
 *
 * All writes use READ COMMITTED, so each statement of a trigger sees all rows committed before it.
 */
export interface ReferenceTriggers {
  functions: FunctionShape[];
  triggers: { entity: string; trigger: TriggerShape }[];
  remarks: { entity: string; text: string }[];
}

/** Creates the triggers of all references of a model. */
export function referenceTriggers(model: Model): ReferenceTriggers {
  const found: ReferenceTriggers = { functions: [], triggers: [], remarks: [] };
  for (const entity of entityPartsOf(model)) {
    for (const field of entity.fields)
      if (field.ref && !field.ref.open)
        addTriggers({ entity, field, ref: field.ref, target: model.entities[field.ref.entity]! }, model, found);
  }
  return found;
}

/** Adds the triggers and functions of one reference. */
function addTriggers(reference: Reference, model: Model, found: ReferenceTriggers): void {
  const { entity, field, ref, target } = reference;
  const where = ref.where === undefined ? undefined : sqlOf(ref.where, target, model);
  if (where && 'reason' in where)
    found.remarks.push({
      entity: entity.extends ?? entity.name,
      text: `${field.name}: where of x-ref: ${where.reason}`,
    });
  const condition = where && 'sql' in where ? where.sql : undefined;
  const byForeignKey = ref.unique && field.kind !== 'multiRef' && !ref.onDelete;
  if (byForeignKey && condition === undefined) return;

  const rule: EnforcedRule = {
    ...(condition === undefined ? {} : { narrowed: true, key: MESSAGE.referenceNotAllowed }),
    ...referenceRule(entity, field, ref),
  };
  const name = ruleName(entity, byForeignKey ? `${field.name}$where` : field.name, 'ref');
  const keepsTarget = !byForeignKey && !ref.onDelete;
  addReferringTrigger(reference, { name, rule, condition, findsDangling: keepsTarget }, found);
  if (ref.onUpdate && condition !== undefined) addUpdateTrigger(reference, condition, model, found);
  if (keepsTarget) addTargetTrigger(reference, name, rule, found);
}

interface ReferringTrigger {
  name: string;
  rule: EnforcedRule;
  /** SQL of `x-ref.where` */
  condition: string | undefined;
  /** whether the migration searches for dangling references before it adds the trigger */
  findsDangling: boolean;
}

/** Adds the trigger on the referring table, which finds and locks the target row. */
function addReferringTrigger(
  reference: Reference,
  { name, rule, condition, findsDangling }: ReferringTrigger,
  found: ReferenceTriggers,
): void {
  const { entity, field, target } = reference;
  found.functions.push({
    name,
    body:
      field.kind === 'multiRef' ? listFunction(reference, name, condition) : valueFunction(reference, name, condition),
  });
  found.triggers.push({
    entity: entity.extends ?? entity.name,
    trigger: {
      name,
      function: name,
      rule,
      event: `after insert or update of ${triggeringColumns(reference, condition).map(quote).join(', ')}, "delFlag"`,
      when: [
        `new.${LIVE}`,
        ...subtypeCondition(entity),
        ...ownColumns(reference).map((column) => `new.${quote(column)} is not null`),
      ].join(' and '),
      ...(findsDangling ? { violations: danglingRows(entity, field, target) } : {}),
    },
  });
}

/** Adds the trigger on the target table that refuses to delete a row while a live row refers to it. */
function addTargetTrigger(
  reference: Reference,
  referringName: string,
  rule: EnforcedRule,
  found: ReferenceTriggers,
): void {
  const { entity, field, ref, target } = reference;
  const name = ruleName(entity, `${field.name}$target`, 'ref');
  found.functions.push({ name, body: targetFunction(reference, referringName) });
  found.triggers.push({
    entity: target.name,
    trigger: {
      name,
      function: name,
      rule,
      event: `after delete or update of ${targetColumns(reference).map(quote).join(', ')}, "delFlag"`,
      when: `old.${LIVE} and old.${quote(ref.by)} is not null`,
    },
  });
}

/** Adds the trigger on the target table that refuses a change after which a referenced row violates `x-ref.where`. */
function addUpdateTrigger(reference: Reference, condition: string, model: Model, found: ReferenceTriggers): void {
  const { entity, field, ref, target } = reference;
  const name = ruleName(entity, `${field.name}$bound`, 'ref');
  const fields = [...fieldsRead(scopeOf(target, model).environment.parse(ref.where!).ast, 'self')];
  found.functions.push({ name, body: updateFunction(reference, name, condition) });
  found.triggers.push({
    entity: target.extends ?? target.name,
    trigger: {
      name,
      function: name,
      rule: { ...referenceRule(entity, field, ref), conditionFields: fields },
      event: `after update of ${fields.map(quote).join(', ')}`,
      when: ['old', 'new'].map((row) => `${row}.${LIVE}`).join(' and '),
    },
  });
}

/** Condition that the new row belongs to the subtype; empty for other entities. */
const subtypeCondition = ({ discriminator }: Entity): string[] =>
  discriminator ? [`new.${quote(discriminator.field)} = ${literal(discriminator.value)}`] : [];

/**
 * The columns whose change fires the trigger. With a condition these are all writable columns: a save checks again
 * whether the target meets the condition. Columns that only operations and formulas write do not fire it.
 */
const triggeringColumns = ({ entity, field }: Reference, condition: string | undefined): string[] =>
  condition === undefined
    ? ownColumns({ field })
    : [
        ...new Set([
          ...ownColumns({ field }),
          ...entity.fields
            .filter((own) => !own.readOnly && !own.state && (!own.compute || own.compute.overridable))
            .map(({ name }) => name),
        ]),
      ];
