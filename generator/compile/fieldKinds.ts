import { KINDS } from '../language/kinds/kinds.ts';
import { patternOf } from '../language/kinds/text.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { checkAbsentParts } from './kept.ts';
import type { Report } from './report.ts';

/** What can be compared, and what can be added up. */
const ORDERED = new Set(['int', 'Decimal', 'Date', 'google.protobuf.Timestamp']);
const NUMBERS = new Set(['int', 'Decimal']);
const TEXTS_IN_ORDER = new Set(['month', 'year']);

/** Checks that the fields which keywords compare, add up or number are of kinds for which that has a meaning. */
export function checkFieldKinds(entity: Entity, report: Report): void {
  const fields = new Map(entity.fields.map((field) => [field.name, field]));
  for (const word of ['order', 'noOverlap'] as const) {
    entity[word].forEach(({ from, to }, index) => {
      const [start, end] = [fields.get(from), fields.get(to)];
      if (start && end && !(isOrdered(start) && rank(start) === rank(end))) {
        report.add(
          [`x-${word}`, index],
          `"${from}" (${start.kind}) and "${to}" (${end.kind}) are no start and end of one sort`,
        );
      }
    });
  }
  entity.sums.forEach(({ of, equals }, index) => {
    for (const name of [...('fields' in of ? of.fields : []), equals]) {
      const field = fields.get(name);
      if (field && !NUMBERS.has(KINDS[field.kind].cel))
        report.add(['x-sum', index], `"${name}" (${field.kind}) is no number`);
    }
  });
  const numbered = entity.sequence && fields.get(entity.sequence.field);
  if (numbered && numbered.kind !== 'integer')
    report.add(['x-sequence', 'field'], `"${numbered.name}" (${numbered.kind}) is no integer`);
  checkAbsentParts(entity, report);
  checkCurrencies(entity, report);
  for (const field of entity.fields) checkValues(field, report);
}

/** What says in which currency an amount is, is chosen: text that anybody types is none. */
function checkCurrencies({ fields }: Entity, report: Report): void {
  for (const { name, currency } of fields) {
    const said = currency && 'field' in currency ? fields.find((field) => field.name === currency.field) : undefined;
    if (
      said &&
      said.kind !== 'code' &&
      !said.ref &&
      !said.options &&
      said.optionList === undefined &&
      said.compute === undefined
    )
      report.add(
        ['properties', name, 'x-currency'],
        `"${said.name}" (${said.kind}) is no currency: it refers to none, and has no options`,
      );
  }
}

const rank = (field: Field): string => (TEXTS_IN_ORDER.has(field.kind) ? field.kind : KINDS[field.kind].cel);
const isOrdered = (field: Field): boolean => TEXTS_IN_ORDER.has(field.kind) || ORDERED.has(KINDS[field.kind].cel);

/** The pattern must be one, and the default a value that the field takes. */
export function checkValues(field: Field, report: Report): void {
  const at = ['properties', field.name];
  try {
    if (field.pattern !== undefined) patternOf(field.pattern);
  } catch (error) {
    report.add([...at, 'pattern'], (error as Error).message);
    return;
  }
  const [least, most] = [field.minimum ?? field.exclusiveMinimum, field.maximum ?? field.exclusiveMaximum];
  if (least !== undefined && most !== undefined && Number(least) > Number(most))
    report.add(at, `no value is at least ${least} and at most ${most}`);
  if (field.minLength !== undefined && field.maxLength !== undefined && field.minLength > field.maxLength)
    report.add(at, `no text has at least ${field.minLength} and at most ${field.maxLength} characters`);
  if (field.default === undefined || field.state) return;
  const kind = KINDS[field.kind];
  const value = kind.normalise(field.default, field);
  if (value === null || kind.check(value, field))
    report.add([...at, 'default'], `${JSON.stringify(field.default)} is no value that the field takes`);
}
