import { compileFields } from '../../../generator/language/judge/fields.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { ActionInput } from '../../../generator/model/operation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { Row } from '../write/body.ts';
import { normalised } from '../write/normalise.ts';
import { missingReference } from '../write/references.ts';

/** What an action was given, judged as the fields of an entity are: by kind, length, bounds, options and references. */
export interface Given {
  input: Row;
  acceptWarnings: boolean;
}

/**
 * Reads the input of an action; one that has a default and is left out gets it.
 *
 * @throws Refusal (400) at every input that is missing, wrong or unknown
 */
export async function readInput(
  kernel: Kernel,
  asked: ActionInput | undefined,
  given: Row,
  context: Context,
): Promise<Given> {
  const fields = asked?.fields ?? [];
  const { acceptWarnings: accept, ...rest } = given;
  const acceptWarnings = accept === true || accept === 'true';
  const known = new Set(fields.map(({ name }) => name));
  const violations = Object.keys(rest)
    .filter((name) => !known.has(name))
    .map((name): Violation => ({ field: name, key: MESSAGE.unknownField, params: { name } }));
  const input: Row = {};
  for (const field of fields) {
    const value = normalised(rest[field.name] ?? null, field) ?? field.default;
    if (value != null) input[field.name] = value;
  }
  const places = fields.some(({ currency }) => currency) ? { places: await kernel.currencies.places() } : {};
  const found = [
    ...violations,
    ...compileFields({ fields })(input, { mode: 'create', today: context.today, ...places }),
  ];
  for (const field of fields) {
    if (input[field.name] === undefined || found.some((one) => one.field === field.name)) continue;
    found.push(
      ...(await unknownOption(kernel, field, input[field.name])),
      ...(await missingReference(kernel, field, input[field.name], input, context)),
    );
  }
  const kept = acceptWarnings ? found.filter(({ level }) => level !== 'warning') : found;
  if (kept.length > 0) throw refuseFields(kept);
  return { input, acceptWarnings };
}

/**
 * Asks of what was chosen for an input that has to match the record itself, such as a part of it.
 *
 * @throws Refusal (400) at every input that names something of another record
 */
export async function passMatches(
  kernel: Kernel,
  asked: ActionInput | undefined,
  input: Row,
  row: Row,
  context: Context,
): Promise<void> {
  const names = new Set(asked?.fields.map(({ name }) => name));
  const violations: Violation[] = [];
  for (const field of asked?.fields ?? []) {
    const isOfRecord = Object.keys(field.ref?.match ?? {}).some((own) => !names.has(own));
    if (isOfRecord && input[field.name] != null)
      violations.push(...(await missingReference(kernel, field, input[field.name], { ...row, ...input }, context)));
  }
  if (violations.length > 0) throw refuseFields(violations);
}

async function unknownOption(kernel: Kernel, field: Field, value: unknown): Promise<Violation[]> {
  if (field.optionList === undefined) return [];
  const codes = new Set((await kernel.optionLists.choices(field.optionList)).map(({ code }) => code));
  return [value].flat().every((code) => codes.has(String(code)))
    ? []
    : [{ field: field.name, key: MESSAGE.option, params: { label: field.label, value } }];
}
