import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import { Refusal, throwViolations, refuseField } from '../../errors.ts';
import type { User } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import { hiddenFields } from '../rights.ts';
import { normalised } from './normalise.ts';
import type { Body, Row } from '../row.ts';

const KERNEL_NAMES = new Set(KERNEL_FIELDS.map(({ name }) => name));
const MAX_CHILDREN = 10_000;
/** Limit of names in one body, because each unknown name is reported. */
const MAX_NAMES = 1000;

/**
 * Reads a body into fields and children. An unknown or read-only field is a violation. Kernel fields are allowed if
 * they are unchanged, so that a client can send back a whole row.
 *
 * @param before the stored row, for an update
 * @throws Refusal (400) for a body that is not an object, or has too many names
 */
export function readBody(runtime: EntityRuntime, body: unknown, user: User, before?: Row): Body {
  const { children, fields } = runtime;
  const hidden = hiddenFields(runtime, user);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('invalid', 'MSG_generic_0005');
  if (Object.keys(body).length > MAX_NAMES) throw new Refusal('invalid', 'MSG_generic_0021');
  const result: Body = { values: {}, children: {}, acceptWarnings: false, violations: [] };
  const { violations } = result;
  for (const [name, value] of Object.entries(body)) {
    const field = hidden.has(name) ? undefined : fields.get(name);
    if (name === 'acceptWarnings') result.acceptWarnings = value === true || value === 'true';
    else if (children.has(name)) {
      // a log cannot be written through the API, not even with its parent
      if (children.get(name)?.readOnly) violations.push({ field: name, key: 'MSG_generic_0007', params: {} });
      else if (isRowList(value)) result.children[name] = value;
      else violations.push({ field: name, key: 'MSG_generic_0018', params: { max: MAX_CHILDREN } });
    } else if (!field) violations.push({ field: name, key: MESSAGE.unknownField, params: { name } });
    else if (KERNEL_NAMES.has(name)) {
      if (name !== 'rev' && before?.[name] !== value)
        violations.push({ field: name, key: MESSAGE.readOnly, params: { label: field.label } });
    } else if (field.readOnly) violations.push({ field: name, key: MESSAGE.readOnly, params: { label: field.label } });
    else {
      const normal = normalised(value, field);
      // a form or file cannot show the stored password, so an empty value keeps it; if the field is required, an empty
      // value is refused below
      if (before && normal === null && field.kind === 'password' && !field.required) continue;
      result.values[name] = normal;
      // the stored value of a write-only field is not read, so the evaluator cannot see that it is missing
      if (before && normal === null && field.writeOnly && field.required)
        violations.push({ field: name, key: MESSAGE.required, params: { label: field.label } });
    }
  }
  return result;
}

const isRowList = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.length <= MAX_CHILDREN &&
  value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));

/** Checks that a body has no fields, such as that of a deletion. @throws Refusal (400) naming each field */
export function refuseFieldsOfBody(body: Row): void {
  const violations = Object.keys(body).map((name): Violation => ({
    field: name,
    key: MESSAGE.unknownField,
    params: { name },
  }));
  throwViolations(violations);
}

/** Reads the required `rev` of a change. @throws Refusal 428 if it is missing, 400 if it is not a number */
export function readRev(value: unknown): number {
  if (value === undefined || value === null || value === '') throw new Refusal('revMissing', 'MSG_generic_0008');
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) throw refuseField('rev', 'MSG_generic_0009');
  return Number(text);
}
