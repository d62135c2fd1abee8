import { MESSAGE } from '../messageKeys.ts';
import { problem } from './kind.ts';
import { textKind } from './text.ts';

/** The pattern of HTML's e-mail input, with at least one dot in the domain, which excludes local addresses. */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** A telephone number as people write it, with an extension (ext., x, #, 转). */
const PHONE = /^\+?[0-9(][0-9 ()\-./]*(?:(?:ext\.?|x|#|转)\s*[0-9]{1,8})?$/i;
const MIN_PHONE_DIGITS = 5;

/** A mail address of up to 254 characters. */
export const email = textKind({
  format: (text, field) => (EMAIL.test(text) && text.length <= 254 ? undefined : problem(field, MESSAGE.email)),
  samples: {
    valid: ['claims@example.com', 'first.last+tag@sub.example.com.cn'],
    invalid: [
      'claims',
      'claims@',
      '@example.com',
      'a b@example.com',
      'claims@localhost',
      'a@b@example.com',
      'a@-example.com',
    ].map((value) => ({ value, key: MESSAGE.email })),
  },
});

/** A telephone number with at least five digits. */
export const phone = textKind({
  format: (text, field) =>
    PHONE.test(text) && text.replace(/[^0-9]/g, '').length >= MIN_PHONE_DIGITS
      ? undefined
      : problem(field, MESSAGE.phone),
  samples: {
    valid: ['13800138000', '+86 (21) 6596-6666', '021-65966666 转 8001', '+44 20 7946 0958 ext. 12'],
    invalid: ['call me', '1234', '+', '12345678a'].map((value) => ({ value, key: MESSAGE.phone })),
  },
});

/**
 * A web address. Only http and https are valid: it is shown as a link, and other schemes can run code or open files.
 */
export const url = textKind({
  format: (text, field) => (isWebAddress(text) ? undefined : problem(field, MESSAGE.url)),
  samples: {
    valid: ['https://example.com', 'http://example.com:8080/path?query=1#part'],
    invalid: ['example.com', 'javascript:alert(1)', 'ftp://example.com', 'http://', 'https://exa mple.com'].map(
      (value) => ({ value, key: MESSAGE.url }),
    ),
  },
});

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
