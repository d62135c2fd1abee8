import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import type { Field } from '../../generator/model/field.ts';
import { readConfig, type MailSettings } from '../../server/config.ts';
import { Mailer } from '../../server/domain/mail/mailer.ts';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';

const settingsOf = (url: string): MailSettings => readConfig({ SMTP_URL: url }).mail!;
const LETTER = { to: 'reader@example.com', subject: '验证码', text: 'the code is 123456\n第二行' };

let logged: string[];
const log = pino(
  { level: 'error' },
  {
    write: (line: string) => {
      logged.push(line);
    },
  },
);
beforeEach(() => {
  logged = [];
});

/** Waits until something is logged. @returns the logged text */
async function loggedText(): Promise<string> {
  for (let patience = 500; logged.length === 0 && patience > 0; patience--)
    await new Promise((again) => {
      setTimeout(again, 10);
    });
  return logged.join();
}

describe('a letter', () => {
  let smtp: TestSmtp;
  let mailer: Mailer;
  beforeEach(async () => {
    smtp = await openTestSmtp();
    mailer = new Mailer(settingsOf(smtp.url), log, [5, 5]);
  });
  afterEach(async () => {
    await mailer.close();
    await smtp.close();
  });

  test('arrives unchanged', async () => {
    mailer.post(LETTER);
    expect(await smtp.next(LETTER.to)).toMatchObject({ ...LETTER, to: [LETTER.to], from: 'bordereau@example.com' });
    expect(logged).toEqual([]);
  });

  test('is retried when the server requests that', async () => {
    smtp.refuse(2, 451);
    mailer.post(LETTER);
    expect((await smtp.next(LETTER.to)).text).toBe(LETTER.text);
    expect(logged).toEqual([]);
  });

  test.each([
    [3, 451],
    [1, 550],
  ])('that is refused %i times with %i is given up, and the log contains nothing of its text', async (times, code) => {
    smtp.refuse(times, code);
    mailer.post(LETTER);
    const line = await loggedText();
    expect(JSON.parse(line)).toMatchObject({ to: LETTER.to, subject: LETTER.subject, msg: 'a mail could not be sent' });
    expect(line).not.toContain('123456');
    expect(smtp.arrived).toEqual([]);
    mailer.post({ ...LETTER, subject: 'next' });
    expect((await smtp.next(LETTER.to)).subject).toBe('next');
  });

  test('is sent to one address, whatever its content', async () => {
    mailer.post({ ...LETTER, to: 'a@example.com, b@example.com' });
    await loggedText();
    expect(smtp.arrived.flatMap(({ to }) => to)).not.toContain('b@example.com');
  });

  test('in progress is awaited on closing', async () => {
    mailer.post(LETTER);
    await mailer.close();
    expect(smtp.arrived).toHaveLength(1);
  });
});

test('is not retried on closing', async () => {
  const free = createServer();
  await new Promise<void>((ready) => {
    free.listen(0, '127.0.0.1', ready);
  });
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => {
    free.close(closed);
  });
  const mailer = new Mailer(settingsOf(`smtp://127.0.0.1:${port}`), log, [60_000]);
  mailer.post(LETTER);
  await new Promise((passed) => {
    setTimeout(passed, 100);
  });
  const started = performance.now();
  await mailer.close();
  expect(performance.now() - started).toBeLessThan(2000);
  expect(await loggedText()).toContain('a mail could not be sent');
});

test.each([
  [true, 'per cent%/@:'],
  [false, 'another one'],
])('a server that requires a sender gets it: %s', async (right, password) => {
  const smtp = await openTestSmtp({ login: { user: 'sender@example.com', password: 'per cent%/@:' } });
  const url = new URL(smtp.url);
  url.password = encodeURIComponent(password);
  const mailer = new Mailer(settingsOf(url.href), log, []);
  try {
    mailer.post(LETTER);
    if (right) expect((await smtp.next(LETTER.to)).text).toBe(LETTER.text);
    else expect(await loggedText()).toContain('EAUTH');
    expect(smtp.arrived).toHaveLength(right ? 1 : 0);
    expect(logged.join()).not.toContain(password);
  } finally {
    await mailer.close();
    await smtp.close();
  }
});

describe('SMTP_URL', () => {
  const plain = {
    host: 'mail.example.com',
    port: 587,
    secure: false,
    requireTLS: false,
    ignoreTLS: false,
    from: 'bordereau@mail.example.com',
  };
  test.each<[string, Partial<MailSettings>]>([
    ['smtp://mail.example.com', {}],
    ['smtp://mail.example.com:25/', { port: 25 }],
    ['smtps://mail.example.com', { port: 465, secure: true }],
    ['smtp://user:p%40ss%2F@mail.example.com', { user: 'user', password: 'p@ss/' }],
    ['smtp://us%40example.com:x@mail.example.com', { user: 'us@example.com', password: 'x', from: 'us@example.com' }],
    [
      'smtp://mail.example.com?from=no-reply@example.com&requireTLS=true',
      { from: 'no-reply@example.com', requireTLS: true },
    ],
    [
      'smtp://127.0.0.1:1025?ignoreTLS=true',
      { host: '127.0.0.1', port: 1025, ignoreTLS: true, from: 'bordereau@localhost.localdomain' },
    ],
    ['smtp://mailhost', { host: 'mailhost', from: 'bordereau@localhost.localdomain' }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, from: 'bordereau@localhost.localdomain' }],
  ])('%s', (url, settings) => {
    expect(settingsOf(url)).toEqual({ ...plain, ...settings });
    // Mails of a case begin with it.
    expect(KINDS.email.check(settingsOf(url)!.from, { label: { en: '', zh: '' } } as Field)).toBeUndefined();
  });

  test.each([
    ['mail.example.com:587', 'must be an address such as'],
    ['http://mail.example.com', 'must be an address such as'],
    ['smtp://', 'must be an address such as'],
    ['smtp://mail.example.com/inbox', 'must be an address such as'],
    ['smtp://mail.example.com?sender=a@b.c', '"sender" is none of from, requireTLS and ignoreTLS'],
    ['smtp://mail.example.com?from=clerk', '"clerk" is not the address of a sender'],
    ['smtp://mail.example.com?from=a@b.c,d@e.f', 'is not the address of a sender'],
    ['smtp://mail.example.com?requireTLS=perhaps', '"perhaps" is neither true nor false'],
    ['smtp://user:secret%zz@mail.example.com', 'has a % in its password that begins no code'],
  ])('%s stops the start', (url, why) => {
    expect(() => readConfig({ SMTP_URL: url })).toThrow(why);
    expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL: (?!.*secret)/);
  });

  test('unset or blank sends no mail', () => {
    expect(readConfig({})).not.toHaveProperty('mail');
    expect(readConfig({ SMTP_URL: ' ' })).not.toHaveProperty('mail');
  });
});
