import { KINDS } from '../language/kinds/kinds.ts';
import { patternOf } from '../language/kinds/text.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Report } from './report.ts';

/** Checks that currencies are chosen, and that the defaults and patterns of fields are valid. */
export function checkFieldKinds(entity: Entity, report: Report): void {
  checkCurrencies(entity, report);
  for (const field of entity.fields) checkValues(field, report);
}

/** Checks that the currency of an amount is a choice, not free text. */
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

/** Checks the pattern, the bounds and the default of a field. */
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
