import type { Entity } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import { Decimal } from '../language/decimal.ts';
import { pairByName, same, type Notes } from './change.ts';
import { fieldText, labelled } from './texts.ts';

/** Describes the changes of an entity's fields. A field is identified by its `x-id`, so that a rename is recognised. */
export function diffFields(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.fields, after.fields, ({ id }) => id);
  for (const field of removed) {
    notes.break('api', `"${field.name}" is gone: calls that send it are refused, answers lack it`);
    notes.break(
      'data',
      `the column "${field.name}" and what it holds would be dropped: the migration refuses that without --accept-data-loss`,
    );
    notes.add('staff', `${labelled(field)} is no longer there`);
  }
  for (const field of added) noteNewField(field, notes);
  for (const [then, now] of both) noteChangedField(then, now, notes);
}

function noteNewField(field: Field, notes: Notes): void {
  const hasDefault = field.default !== undefined || field.defaultExpr !== undefined || field.compute !== undefined;
  notes.add('staff', `${fieldText(field)} is new${field.required && !field.readOnly ? ', and must be filled in' : ''}`);
  if (field.required && !field.readOnly && !hasDefault) {
    notes.break('api', `"${field.name}" is required: calls that create without it are refused`);
    notes.break(
      'data',
      `rows that are there have no "${field.name}": the migration needs the table empty, or a default`,
    );
  } else
    notes.add(
      'api',
      `"${field.name}" (${field.kind}) comes with every answer${field.readOnly ? ', and is refused in a body' : ' and is taken in a body'}`,
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
  if (!same(before.ref, after.ref)) noteReferenceChange(before, after, notes);
  if (!same(before.compute, after.compute)) noteFormulaChange(before, after, notes);
  noteValueChanges(before, after, notes);
}

function noteNameChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (before.name !== after.name) {
    notes.break('api', `"${before.name}" is called ${name} now`);
    notes.add('data', `the column "${before.name}" is renamed to ${name}; what it holds stays`);
  }
  if (!same(before.label, after.label))
    notes.add(
      'staff',
      `${name} is labelled "${after.label.en}" / "${after.label.zh}", not "${before.label.en}" / "${before.label.zh}"`,
    );
  if (!same(before.help, after.help)) notes.add('staff', `the help beside ${labelled(after)} reads otherwise`);
}

function noteKindChange(before: Field, after: Field, notes: Notes): void {
  if (before.kind === after.kind) return;
  const name = `"${after.name}"`;
  notes.break('api', `${name} is of kind ${after.kind}, not ${before.kind}`);
  notes.break(
    'data',
    `the column ${name} changes from ${before.kind} to ${after.kind}: every value must be one of both`,
  );
}

/** Whether the field must, can or cannot be written and read. */
function noteAccessChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!before.required && after.required) {
    notes.break('api', `${name} must be given`);
    notes.break('data', `rows without ${name} stop the migration`);
    notes.add('staff', `${labelled(after)} must be filled in`);
  }
  if (before.required && !after.required) {
    notes.add('api', `${name} may be left out`);
    notes.add('staff', `${labelled(after)} may be left empty`);
  }
  if (!before.readOnly && after.readOnly) notes.break('api', `${name} is refused in a body: the product writes it`);
  if (before.readOnly && !after.readOnly) notes.add('api', `${name} is taken in a body`);
  if (!before.writeOnly && after.writeOnly) notes.break('api', `${name} is never read back`);
  if (!before.writeOnce && after.writeOnce) notes.break('api', `${name} cannot change once it has a value`);
  if (before.writeOnce && !after.writeOnce) notes.add('api', `${name} may change after it has a value`);
}

/** Changes of the pattern and the normalisation. */
function noteFormatChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (before.pattern !== after.pattern) {
    if (after.pattern === undefined) notes.add('api', `${name} may have any form`);
    else noteNarrowed(notes, `${name} must have the form ${after.pattern}`);
  }
  if (!same(before.normalize, after.normalize))
    notes.break(
      'data',
      `${name} is folded (${after.normalize.join(', ') || 'no more'}) before it is stored and compared: stored values stay as they are`,
    );
}

function noteOptionListChange(before: Field, after: Field, notes: Notes): void {
  if (before.optionList !== after.optionList)
    notes.break(
      'api',
      `"${after.name}" is chosen from ${after.optionList ? `the list ${after.optionList}` : 'no list'}, not from ${before.optionList ? `the list ${before.optionList}` : 'none'}`,
    );
}

/** Changes of the default, the currency and the number series. */
function noteValueChanges(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!same([before.default, before.defaultExpr], [after.default, after.defaultExpr]))
    notes.add(
      'api',
      `the default of ${name} is ${printed(after.defaultExpr ?? after.default)}, not ${printed(before.defaultExpr ?? before.default)}`,
    );
  if (!same(before.currency, after.currency))
    notes.add(
      'api',
      `the currency of ${name} is ${after.currency ? ('field' in after.currency ? `that of "${after.currency.field}"` : after.currency.code) : 'no longer known'}`,
    );
  if (!same(before.number, after.number))
    notes.break('data', `${name} is numbered ${after.number?.pattern ?? 'no more'}: a new series begins`);
}

interface Limit {
  word:
    | 'maxLength'
    | 'minLength'
    | 'minimum'
    | 'maximum'
    | 'exclusiveMinimum'
    | 'exclusiveMaximum'
    | 'maxItems'
    | 'precision'
    | 'scale';
  says: string;
  upper: boolean;
}
const LIMITS: readonly Limit[] = [
  { word: 'maxLength', says: 'characters at most', upper: true },
  { word: 'minLength', says: 'characters at least', upper: false },
  { word: 'maximum', says: 'at most', upper: true },
  { word: 'minimum', says: 'at least', upper: false },
  { word: 'exclusiveMaximum', says: 'the bound it stays below', upper: true },
  { word: 'exclusiveMinimum', says: 'the bound it stays above', upper: false },
  { word: 'maxItems', says: 'entries at most', upper: true },
  { word: 'precision', says: 'digits in all', upper: true },
  { word: 'scale', says: 'digits after the point', upper: true },
];

function noteLimitChange({ word, says, upper }: Limit, before: Field, after: Field, notes: Notes): void {
  const [then, now] = [before[word], after[word]];
  if (then === now) return;
  const text = `"${after.name}": ${now ?? 'no bound'}, not ${then ?? 'no bound'} (${says})`;
  const wider =
    now === undefined || (then !== undefined && (upper ? new Decimal(now).gt(then) : new Decimal(now).lt(then)));
  if (wider) notes.add('api', text);
  else noteNarrowed(notes, text);
}

/** A change of a formula concerns staff, who see other values, and callers. */
function noteFormulaChange(before: Field, after: Field, notes: Notes): void {
  const formula = ({ compute }: Field): string =>
    compute ? `${compute.expr}${compute.overridable ? ' (may be overruled)' : ''}` : 'what is given';
  const text = after.compute ? `is computed: ${formula(after)}` : 'is no longer computed';
  notes.break('api', `"${after.name}" ${text} – before: ${formula(before)}`);
  notes.add('staff', `${labelled(after)} ${text} – before: ${formula(before)}`);
}

/** Values that were valid may be invalid now, in calls and in stored rows. */
function noteNarrowed(notes: Notes, text: string): void {
  notes.break('api', text);
  notes.break('data', `${text}: rows beyond it stop the migration`);
}

function noteOptionChanges(before: Field, after: Field, notes: Notes): void {
  if (!before.options && !after.options) return;
  const { removed, added, both } = pairByName<Option>(before.options ?? [], after.options ?? [], ({ code }) => code);
  if (before.options && removed.length > 0 && after.options)
    noteNarrowed(notes, `"${after.name}" has no choice ${removed.map(({ code }) => code).join(', ')} any more`);
  if (!before.options) noteNarrowed(notes, `"${after.name}" is one of ${added.map(({ code }) => code).join(', ')}`);
  else if (added.length > 0) notes.add('api', `"${after.name}" may be ${added.map(({ code }) => code).join(', ')} too`);
  if (!after.options) notes.add('api', `"${after.name}" is no longer a choice of its own`);
  for (const [then, now] of both)
    if (then.en !== now.en || then.zh !== now.zh)
      notes.add(
        'staff',
        `${labelled(after)}: ${now.code} reads "${now.en}" / "${now.zh}", not "${then.en}" / "${then.zh}"`,
      );
}

function noteReferenceChange(before: Field, after: Field, notes: Notes): void {
  const name = `"${after.name}"`;
  if (!after.ref) notes.add('api', `${name} refers to nothing any more`);
  else if (!before.ref || before.ref.entity !== after.ref.entity || before.ref.by !== after.ref.by)
    noteNarrowed(notes, `${name} must name a ${after.ref.entity} by its "${after.ref.by}"`);
  else if (before.ref.where !== after.ref.where)
    notes.break(
      'api',
      after.ref.where
        ? `${name} may name only a ${after.ref.entity} where ${after.ref.where}`
        : `${name} may name any ${after.ref.entity}`,
    );
  else if (before.ref.onDelete !== after.ref.onDelete)
    notes.add('api', after.ref.onDelete ? `the row of ${name} may be deleted` : `the row of ${name} cannot be deleted`);
  else if (before.ref.onUpdate !== after.ref.onUpdate)
    notes[after.ref.onUpdate ? 'break' : 'add'](
      'api',
      after.ref.onUpdate
        ? `the row of ${name} cannot change so that ${after.ref.where} is false`
        : `the row of ${name} may change so that its condition is false`,
    );
  else notes.add('staff', `choosing ${labelled(after)} fills or matches other fields than before`);
}

const printed = (value: unknown): string =>
  value === undefined ? 'absent' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
