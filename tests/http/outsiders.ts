import { expect } from 'vitest';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** The product with a mail server, and the calls of people without an account. */
export interface OutsiderServer {
  server: TestServer;
  smtp: TestSmtp;
  /** Calls without a token, each from its own address by default: limits per address have their own tests. */
  post(path: string, body: unknown, options?: { from?: string; language?: string }): Promise<Answer>;
  /** Requests a code. */
  requestCode(mail: string, purpose: string, options?: { from?: string; language?: string }): Promise<Answer>;
  /** Requests a code and reads it in the mail. */
  codeFor(mail: string, purpose: string, options?: { from?: string }): Promise<string>;
  register(body: Json, options?: { from?: string; language?: string }): Promise<Answer>;
  logIn(username: string, password: string): Promise<Answer>;
  /** the row with that value; undefined if there is none */
  find(entity: string, name: string, value: string): Promise<Json>;
  /** Takes a step of a row. */
  step(entity: string, row: Json, action: string, input?: Json): Promise<Answer>;
  /** the number of rows of a table */
  rows(table: string): Promise<number>;
  close(): Promise<void>;
}

let serial = 0;
export const nextSerial = (): number => ++serial;
export const newMail = (): string => `outsider${++serial}@Example.com`;
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A valid registration without its code. */
export const applicant = (mail: string, fields: Json = {}): Json => ({
  userCde: `out${++serial}`,
  userName: 'Out Sider',
  password: 'a long enough one',
  phone: '+86 21 5550 0101',
  mail,
  mailCode: '000000',
  ...fields,
});

export async function startOutsiderServer(): Promise<OutsiderServer> {
  const smtp = await openTestSmtp();
  const server = await startTestServer({ env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true' } });
  const post: OutsiderServer['post'] = (
    path,
    body,
    { from = `198.51.${Math.floor(++serial / 250)}.${serial % 250}`, language } = {},
  ) =>
    server.call('POST', path, {
      token: null,
      body,
      headers: { 'x-forwarded-for': from },
      ...(language === undefined ? {} : { language }),
    });
  const requestCode: OutsiderServer['requestCode'] = (mail, purpose, options) =>
    post('/account/verificationCode', { mail, purpose }, options);
  return {
    server,
    smtp,
    post,
    requestCode,
    async codeFor(mail, purpose, options) {
      const before = [...smtp.arrived];
      const answer = await requestCode(mail, purpose, options);
      expect(answer, answer.text).toMatchObject({ status: 200, code: 0 });
      return /\b\d{6}\b/.exec((await smtp.next(mail.toLowerCase(), before)).text)![0];
    },
    register: (body, options) => post('/account/register', body, options),
    logIn: (username, password) => server.call('POST', '/account/login', { token: null, body: { username, password } }),
    find: async (entity, name, value) =>
      (
        await server.call('POST', `/api/${entity}/search`, {
          body: { searchCondition: [{ name, type: 'equal', value }] },
        })
      ).result.records[0],
    step: (entity, row, action, input = {}) =>
      server.call('POST', `/api/${entity}/${row['id']}/actions/${action}`, { body: { rev: row['rev'], ...input } }),
    rows: async (table) => Number((await server.pool.query(`select count(*) from ${table}`)).rows[0].count),
    async close() {
      await server.close();
      await smtp.close();
    },
  };
}
