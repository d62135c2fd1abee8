import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import { Refusal, refuseFields } from '../../errors.ts';
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
 * Sorts a body into fields and children. An unknown or read-only field is refused, never dropped; the kernel's own fields
 * may be sent back unchanged.
 *
 * @param before the stored row, for an update
 * @throws Refusal (400) for a body that is no object, or has too many names
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
      // nobody writes a log through the API, not even with its parent
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
      // a password is never shown, so an empty one in a form or file keeps the stored one; where one is required, it is
      // refused below
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

/** Refuses all fields of a body that must be empty, such as that of a deletion. @throws Refusal (400) naming each */
export function refuseFieldsOfBody(body: Row): void {
  const violations = Object.keys(body).map((name): Violation => ({
    field: name,
    key: MESSAGE.unknownField,
    params: { name },
  }));
  if (violations.length > 0) throw refuseFields(violations);
}

/** The `rev` that a change must carry. @throws Refusal (428 when it is missing, 400 when it is no number) */
export function readRev(value: unknown): number {
  if (value === undefined || value === null || value === '') throw new Refusal('revMissing', 'MSG_generic_0008');
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text))
    throw new Refusal('invalid', 'MSG_generic_0009', {}, [{ field: 'rev', key: 'MSG_generic_0009', params: {} }]);
  return Number(text);
}
