import { KINDS } from '../language/kinds/kinds.ts';
import { patternOf } from '../language/kinds/text.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Report } from './report.ts';

/** Checks the currencies, patterns, limits and defaults of an entity's fields. */
export function checkFieldKinds(entity: Entity, report: Report): void {
  checkCurrencies(entity, report);
  for (const field of entity.fields) checkValues(field, report);
}

/** The field in `x-currency` must be a reference, a choice or a formula, not free text. */
function checkCurrencies({ fields }: Entity, report: Report): void {
  for (const { name, currency } of fields) {
    const source = currency && 'field' in currency ? fields.find((field) => field.name === currency.field) : undefined;
    if (
      source &&
      source.kind !== 'code' &&
      !source.ref &&
      !source.options &&
      source.optionList === undefined &&
      source.compute === undefined
    )
      report.add(
        ['properties', name, 'x-currency'],
        `"${source.name}" (${source.kind}) is no currency: it refers to none, and has no options`,
      );
  }
}

/** Checks the pattern, the limits and the default of a field. */
export function checkValues(field: Field, report: Report): void {
  const at = ['properties', field.name];
  try {
    if (field.pattern !== undefined) patternOf(field.pattern);
  } catch (error) {
    report.add([...at, 'pattern'], (error as Error).message);
    return;
  }
  const [min, max] = [field.minimum ?? field.exclusiveMinimum, field.maximum ?? field.exclusiveMaximum];
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    report.add(at, `the minimum ${min} is greater than the maximum ${max}`);
  if (field.minLength !== undefined && field.maxLength !== undefined && field.minLength > field.maxLength)
    report.add(at, `the minLength ${field.minLength} is greater than the maxLength ${field.maxLength}`);
  if (field.default === undefined || field.state) return;
  const kind = KINDS[field.kind];
  const value = kind.normalise(field.default, field);
  if (value === null || kind.check(value, field))
    report.add([...at, 'default'], `${JSON.stringify(field.default)} is no value that the field takes`);
}
