/*
 * Attack: outsiders with mail codes, each from an address of its own, upload files that take long to inspect, all
 *   the time.
 * Before: files were inspected in the order in which they came, so that staff waited for every file of outsiders:
 *   for all 5 here, up to 20 s each.
 * Now: staff and outsiders take turns, then the persons and addresses among them; staff wait for two files of
 *   outsiders at most.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, pdf } from '../fixtures/attachments.ts';
import { newMail, startOutsiderServer, type OutsiderServer } from '../http/outsiders.ts';
import type { Answer } from '../http/server.ts';

let outsiders: OutsiderServer;
beforeAll(async () => {
  outsiders = await startOutsiderServer();
});
afterAll(() => outsiders.close());

const OUTSIDERS = 6;

function form(name: string, bytes: Buffer, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  return body;
}

/** A valid document whose picture unpacks to 120 MB, at just less than the ratio that is refused unread. */
function slowDocument(): Promise<Buffer> {
  const picture = Buffer.alloc(120_000_000, ' ');
  for (let at = 0; at < picture.length; at += 1300) picture.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  return docx(undefined, { 'word/media/image1.bmp': picture });
}

test('a file of staff does not wait for all the files of outsiders', async () => {
  const slow = await slowDocument();
  const senders: Record<'mail' | 'mailCode', string>[] = [];
  for (let count = 0; count < OUTSIDERS; count++) {
    const mail = newMail();
    senders.push({ mail, mailCode: await outsiders.codeFor(mail, 'submission') });
  }
  let answered = 0;
  const answers: Promise<Answer>[] = senders.map((sender) =>
    outsiders.post('/account/companySubmission/file', form('a.docx', slow, sender)).finally(() => {
      answered++;
    }),
  );
  await Promise.race(answers);
  const answeredBefore = answered;
  const staff = await outsiders.server.call('POST', '/api/files', { body: form('a.pdf', pdf()) });
  expect(staff.status).toBe(201);
  // the file in inspection, and one whose answer is being sent
  expect(answered - answeredBefore).toBeLessThanOrEqual(2);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(OUTSIDERS).fill(201));
});
