import { compileFields } from '../../../generator/language/judge/fields.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { ActionInput, Field } from '../../../generator/model/types.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { quote } from '../statement.ts';
import type { Row } from './body.ts';
import { normalised } from './normalise.ts';

/** What an action was given, judged as the fields of an entity are: by kind, length, bounds, options and references. */
export interface Given { input: Row; acceptWarnings: boolean }

/**
 * Reads the input of an action; one that has a default and is left out gets it.
 *
 * @throws Refusal (400) at every input that is missing, wrong or unknown
 */
export async function readInput(kernel: Kernel, asked: ActionInput | undefined, given: Row, context: Context): Promise<Given> {
  const fields = asked?.fields ?? [];
  const { acceptWarnings: accept, ...rest } = given;
  const acceptWarnings = accept === true || accept === 'true';
  const known = new Set(fields.map(({ name }) => name));
  const violations = Object.keys(rest).filter((name) => !known.has(name)).map((name): Violation => ({ field: name, key: MESSAGE.unknownField, params: { name } }));
  const input: Row = {};
  for (const field of fields) {
    const value = normalised(rest[field.name] ?? null, field) ?? field.default;
    if (value != null) input[field.name] = value;
  }
  const places = fields.some(({ currency }) => currency) ? { places: await kernel.currencies.places() } : {};
  const found = [...violations, ...compileFields({ fields })(input, { mode: 'create', today: context.today, ...places })];
  for (const field of fields) {
    if (input[field.name] === undefined || found.some((one) => one.field === field.name)) continue;
    found.push(...await unknownOption(kernel, field, input[field.name]), ...await missingReference(kernel, field, input[field.name], context));
  }
  const kept = acceptWarnings ? found.filter(({ level }) => level !== 'warning') : found;
  if (kept.length > 0) throw refuseFields(kept);
  return { input, acceptWarnings };
}

async function unknownOption(kernel: Kernel, field: Field, value: unknown): Promise<Violation[]> {
  if (field.optionList === undefined) return [];
  const codes = new Set((await kernel.optionLists.choices(field.optionList)).map(({ code }) => code));
  return [value].flat().every((code) => codes.has(String(code))) ? [] : [{ field: field.name, key: MESSAGE.option, params: { label: field.label, value } }];
}

/** Every code must be that of a live row for which the reference's condition holds. */
async function missingReference(kernel: Kernel, field: Field, value: unknown, context: Context): Promise<Violation[]> {
  if (!field.ref) return [];
  const { entity, statements, judge } = entityNamed(kernel, field.ref.entity);
  const { by, where } = field.ref;
  const text = `select to_json(x)::text as json from (select ${statements.selectList} from ${quote(entity.table)} t where t.${quote(by)}::text = $1 and t."delFlag" = 'N' limit 100) x`;
  for (const code of [value].flat()) {
    const { rows } = await context.db.query({ text, values: [String(code)] });
    const fits = (rows as { json: string }[]).some(({ json }) => where === undefined || judge.test(where, JSON.parse(json) as Row) !== false);
    if (!fits) return [{ field: field.name, key: rows.length === 0 ? MESSAGE.referenceMissing : MESSAGE.referenceNotAllowed, params: { label: field.label } }];
  }
  return [];
}
