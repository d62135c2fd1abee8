import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import { isMailCode } from './mailCodes.ts';

/** What an outsider sent, all of it unchecked. */
export type Given = Record<string, unknown>;

/** Who asks, as far as it is known: an address, and the code that proves it. */
export interface Proof {
  mail: string;
  mailCode: string;
}

/** A field of the registration, which is where an outsider's mail, code, name and password are declared. */
export const outsiderField = (kernel: Kernel, name: string): Field =>
  entityNamed(kernel, 'registration').fields.get(name)!;

/** A mail address in small letters, or what is wrong with it. */
export function readMail(kernel: Kernel, value: unknown): { mail: string } | { violation: Violation } {
  const field = outsiderField(kernel, 'mail');
  const mail = KINDS.email.normalise(value, field);
  const problem =
    mail === null ? { key: MESSAGE.required, params: { label: field.label } } : KINDS.email.check(mail, field);
  return problem ? { violation: { field: 'mail', ...problem } } : { mail: String(mail).toLowerCase() };
}

/** The mail address and the code that came with it, with what is wrong with their form. */
export function readProof(kernel: Kernel, { mail, mailCode }: Given): { proof: Proof; violations: Violation[] } {
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

/** Whatever is not among `names`, as fields that there are not. */
export const foreign = (given: Given, names: readonly string[]): Violation[] =>
  Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({ field: name, key: MESSAGE.unknownField, params: { name } }));
