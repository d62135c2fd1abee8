import { LANGUAGES, type Language } from '../../config.ts';
import { translate } from '../../messages.ts';
import type { Letter } from '../mail/mailer.ts';
import type { Purpose } from './mailCodes.ts';

const CODE_TEXT: Record<Purpose, string> = {
  register: 'MSG_mail_0102',
  reset: 'MSG_mail_0103',
  submission: 'MSG_mail_0104',
};

/** The mail with a code, in the language of the request. It contains no text from the request. */
export const codeLetter = (to: string, purpose: Purpose, code: string, language: Language): Letter => ({
  to,
  subject: translate(language, 'MSG_mail_0101'),
  text: translate(language, CODE_TEXT[purpose], { code }),
});

const OUTCOMES = {
  registrationApproved: { subject: 'MSG_mail_0110', text: 'MSG_mail_0111' },
  registrationRejected: { subject: 'MSG_mail_0110', text: 'MSG_mail_0112' },
  submissionAccepted: { subject: 'MSG_mail_0113', text: 'MSG_mail_0114' },
  submissionRejected: { subject: 'MSG_mail_0113', text: 'MSG_mail_0115' },
} as const;

/** The mail with the outcome of a review, in both languages, because the language of its reader is not known. */
export function outcomeLetter(to: string, outcome: keyof typeof OUTCOMES, params: Record<string, unknown>): Letter {
  const { subject, text } = OUTCOMES[outcome];
  const both = (key: string, between: string): string =>
    LANGUAGES.toReversed()
      .map((language) => translate(language, key, params))
      .join(between);
  return { to, subject: both(subject, ' / '), text: both(text, '\n\n----\n\n') };
}
