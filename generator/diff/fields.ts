import type { Entity } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import { Decimal } from '../language/decimal.ts';
import { pairByName, isSame, type Notes } from './change.ts';
import { fieldText, labelled } from './texts.ts';

/** Describes the changes of an entity's fields. A field is identified by its `x-id`, so that a rename is recognised. */
export function diffFields(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.fields, after.fields, ({ id }) => id);
  for (const field of removed) {
    notes.break('api', `"${field.name}" is removed: calls that send it are refused, and answers no longer contain it`);
    notes.break(
      'data',
      `the column "${field.name}" and its values would be dropped: the migration refuses this without --accept-data-loss`,
    );
    notes.add('staff', `${labelled(field)} is removed`);
  }
  for (const field of added) noteNewField(field, notes);
  for (const [then, now] of both) noteChangedField(then, now, notes);
}

function noteNewField(field: Field, notes: Notes): void {
  const hasDefault = field.default !== undefined || field.defaultExpr !== undefined || field.compute !== undefined;
  notes.add('staff', `${fieldText(field)} is new${field.required && !field.readOnly ? ', and is required' : ''}`);
  if (field.required && !field.readOnly && !hasDefault) {
    notes.break('api', `"${field.name}" is required: calls that create without it are refused`);
    notes.break('data', `existing rows have no "${field.name}": the migration needs an empty table or a default`);
  } else
    notes.add(
      'api',
      `"${field.name}" (${field.kind}) is in every answer and is ${field.readOnly ? 'refused' : 'accepted'} in a body`,
    );
}

function noteChangedField(before: Field, after: Field, notes: Notes): void {
  noteNameChanges(before, after, notes);
  noteKindChange(before, after, notes);
  noteAccessChanges(before, after, notes);
  for (const limit of LIMITS) noteLimitChange(limit, before, after, notes);
  noteFormatChanges(before, after, notes);
  noteOptionChanges(before, after, notes);
  noteOptionListChange(before, after, notes);
  if (!isSame(before.ref, after.ref)) noteReferenceChange(before, after, notes);
  if (!isSame(before.compute, after.compute)) noteFormulaChange(before, after, notes);
  noteValueChanges(before, after, notes);
}

function noteNameChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (before.name !== after.name) {
    notes.break('api', `"${before.name}" is renamed to ${name}`);
    notes.add('data', `the column "${before.name}" is renamed to ${name}; its values are kept`);
  }
  if (!isSame(before.label, after.label))
    notes.add(
      'staff',
      `${name} is labelled "${after.label.en}" / "${after.label.zh}", not "${before.label.en}" / "${before.label.zh}"`,
    );
  if (!isSame(before.help, after.help)) notes.add('staff', `the help text of ${labelled(after)} changes`);
}

function noteKindChange(before: Field, after: Field, notes: Notes): void {
  if (before.kind === after.kind) return;
  const name = `"${after.name}"`;
  notes.break('api', `${name} is of kind ${after.kind}, not ${before.kind}`);
  notes.break(
    'data',
    `the column ${name} changes from ${before.kind} to ${after.kind}: every value must be valid for both kinds`,
  );
}

/** Notes changes of whether the field is required, can be written and can be read. */
function noteAccessChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!before.required && after.required) {
    notes.break('api', `${name} is required`);
    notes.break('data', `rows without ${name} stop the migration`);
    notes.add('staff', `${labelled(after)} must be filled in`);
  }
  if (before.required && !after.required) {
    notes.add('api', `${name} is optional`);
    notes.add('staff', `${labelled(after)} can be empty`);
  }
  if (!before.readOnly && after.readOnly) notes.break('api', `${name} is refused in a body: the product writes it`);
  if (before.readOnly && !after.readOnly) notes.add('api', `${name} is accepted in a body`);
  if (!before.writeOnly && after.writeOnly) notes.break('api', `${name} is no longer in answers`);
  if (!before.writeOnce && after.writeOnce) notes.break('api', `${name} cannot change once it has a value`);
  if (before.writeOnce && !after.writeOnce) notes.add('api', `${name} may change after it has a value`);
}

/** Notes changes of the pattern and the normalisation. */
function noteFormatChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (before.pattern !== after.pattern) {
    if (after.pattern === undefined) notes.add('api', `${name} no longer has a pattern`);
    else noteNarrowed(notes, `${name} must match the pattern ${after.pattern}`);
  }
  if (!isSame(before.normalize, after.normalize))
    notes.break(
      'data',
      `the normalisation of ${name} is ${after.normalize.join(', ') || 'none'}, not ${before.normalize.join(', ') || 'none'}: stored values do not change`,
    );
}

function noteOptionListChange(before: Field, after: Field, notes: Notes): void {
  if (before.optionList !== after.optionList)
    notes.break(
      'api',
      `the option list of "${after.name}" is ${after.optionList ?? 'none'}, not ${before.optionList ?? 'none'}`,
    );
}

/** Notes changes of the default, the currency and the number series. */
function noteValueChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!isSame([before.default, before.defaultExpr], [after.default, after.defaultExpr]))
    notes.add(
      'api',
      `the default of ${name} is ${printed(after.defaultExpr ?? after.default)}, not ${printed(before.defaultExpr ?? before.default)}`,
    );
  if (!isSame(before.currency, after.currency))
    notes.add(
      'api',
      `the currency of ${name} is ${after.currency ? ('field' in after.currency ? `that of "${after.currency.field}"` : after.currency.code) : 'unknown'}`,
    );
  if (!isSame(before.number, after.number))
    notes.break(
      'data',
      after.number
        ? `${name} is numbered by ${after.number.pattern}: a new series begins`
        : `${name} is no longer numbered`,
    );
}

interface Limit {
  keyword:
    | 'maxLength'
    | 'minLength'
    | 'minimum'
    | 'maximum'
    | 'exclusiveMinimum'
    | 'exclusiveMaximum'
    | 'maxItems'
    | 'precision'
    | 'scale';
  /** whether it limits values from above */
  isUpper: boolean;
}
const LIMITS: readonly Limit[] = [
  { keyword: 'maxLength', isUpper: true },
  { keyword: 'minLength', isUpper: false },
  { keyword: 'maximum', isUpper: true },
  { keyword: 'minimum', isUpper: false },
  { keyword: 'exclusiveMaximum', isUpper: true },
  { keyword: 'exclusiveMinimum', isUpper: false },
  { keyword: 'maxItems', isUpper: true },
  { keyword: 'precision', isUpper: true },
  { keyword: 'scale', isUpper: true },
];

function noteLimitChange({ keyword, isUpper }: Limit, before: Field, after: Field, notes: Notes): void {
  const [then, now] = [before[keyword], after[keyword]];
  if (then === now) return;
  const text = `"${after.name}": ${now === undefined ? `no ${keyword}` : `${keyword} ${now}`} (before: ${then ?? 'none'})`;
  const isWider =
    now === undefined || (then !== undefined && (isUpper ? new Decimal(now).gt(then) : new Decimal(now).lt(then)));
  if (isWider) notes.add('api', text);
  else noteNarrowed(notes, text);
}

/** Notes a changed formula for callers and for staff, who see other values. */
function noteFormulaChange(before: Field, after: Field, notes: Notes): void {
  const formula = ({ compute }: Field): string =>
    compute ? `${compute.expr}${compute.overridable ? ' (overridable)' : ''}` : 'not computed';
  const text = after.compute ? `is computed: ${formula(after)}` : 'is no longer computed';
  notes.break('api', `"${after.name}" ${text} – before: ${formula(before)}`);
  notes.add('staff', `${labelled(after)} ${text} – before: ${formula(before)}`);
}

/** Notes a stricter rule, which can make calls and stored rows invalid. */
function noteNarrowed(notes: Notes, text: string): void {
  notes.break('api', text);
  notes.break('data', `${text}: existing rows that violate it stop the migration`);
}

function noteOptionChanges(before: Field, after: Field, notes: Notes): void {
  if (!before.options && !after.options) return;
  const { removed, added, both } = pairByName<Option>(before.options ?? [], after.options ?? [], ({ code }) => code);
  if (before.options && removed.length > 0 && after.options)
    noteNarrowed(notes, `"${after.name}" no longer has the options ${removed.map(({ code }) => code).join(', ')}`);
  if (!before.options)
    noteNarrowed(notes, `"${after.name}" must be one of ${added.map(({ code }) => code).join(', ')}`);
  else if (added.length > 0)
    notes.add('api', `"${after.name}" has the new options ${added.map(({ code }) => code).join(', ')}`);
  if (!after.options) notes.add('api', `"${after.name}" no longer has options of its own`);
  for (const [then, now] of both)
    if (then.en !== now.en || then.zh !== now.zh)
      notes.add(
        'staff',
        `${labelled(after)}: the label of ${now.code} is "${now.en}" / "${now.zh}", not "${then.en}" / "${then.zh}"`,
      );
}

function noteReferenceChange(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!after.ref) notes.add('api', `${name} is no longer a reference`);
  else if (!before.ref || before.ref.entity !== after.ref.entity || before.ref.by !== after.ref.by)
    noteNarrowed(notes, `${name} must refer to a ${after.ref.entity} by "${after.ref.by}"`);
  else if (before.ref.where !== after.ref.where)
    notes.break(
      'api',
      after.ref.where
        ? `${name} can refer only to a ${after.ref.entity} where ${after.ref.where}`
        : `${name} can refer to any ${after.ref.entity}`,
    );
  else if (before.ref.onDelete !== after.ref.onDelete)
    notes.add('api', `the row to which ${name} refers ${after.ref.onDelete ? 'can' : 'cannot'} be deleted`);
  else if (before.ref.onUpdate !== after.ref.onUpdate)
    notes[after.ref.onUpdate ? 'break' : 'add'](
      'api',
      after.ref.onUpdate
        ? `the row to which ${name} refers cannot change so that ${after.ref.where} is false`
        : `the row to which ${name} refers can change so that the condition of the reference is false`,
    );
  else notes.add('staff', `the fields that ${labelled(after)} fills or matches change`);
}

const printed = (value: unknown): string =>
  value === undefined ? 'absent' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
