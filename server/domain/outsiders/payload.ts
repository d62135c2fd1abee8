import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import { isMailCode } from './mailCodes.ts';

/** The payload of an outsider, not validated yet. */
export type Payload = Record<string, unknown>;

/** The mail address of an outsider, and the code that proves it. */
export interface Proof {
  mail: string;
  mailCode: string;
}

/** A field of the registration, which declares an outsider's mail, code, name and password. */
const outsiderField = (kernel: Kernel, name: string): Field => entityNamed(kernel, 'registration').fields.get(name)!;

/** A mail address in lower case, or its violation. */
export function readMail(kernel: Kernel, value: unknown): { mail: string } | { violation: Violation } {
  const field = outsiderField(kernel, 'mail');
  const mail = KINDS.email.normalise(value, field);
  const problem =
    mail === null ? { key: MESSAGE.required, params: { label: field.label } } : KINDS.email.check(mail, field);
  return problem ? { violation: { field: 'mail', ...problem } } : { mail: String(mail).toLowerCase() };
}

/** The mail address and its code, with the violations of their form. */
export function readProof(kernel: Kernel, { mail, mailCode }: Payload): { proof: Proof; violations: Violation[] } {
  const address = readMail(kernel, mail);
  const { label } = outsiderField(kernel, 'mailCode');
  const code = typeof mailCode === 'string' ? mailCode.trim() : '';
  const key = code === '' ? MESSAGE.required : MESSAGE.pattern;
  return {
    proof: { mail: 'mail' in address ? address.mail : '', mailCode: code },
    violations: [
      ...('violation' in address ? [address.violation] : []),
      ...(isMailCode(code) ? [] : [{ field: 'mailCode', key, params: { label } }]),
    ],
  };
}

/** Violations of the fields that are not in `names`. */
export const unknownFields = (payload: Payload, names: readonly string[]): Violation[] =>
  Object.keys(payload)
    .filter((name) => !names.includes(name))
    .map((name) => ({ field: name, key: MESSAGE.unknownField, params: { name } }));
