import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BodyTooSlow, enforcePace } from '../../server/routes/pace.ts';

const read = (body: Readable): Promise<Buffer> => buffer(enforcePace(body, { bytes: 100, periodMs: 40 }));

test('accepts a small body that arrives at once', async () => {
  expect((await read(Readable.from([Buffer.from('few')]))).toString()).toBe('few');
});

test('ends a stalled body', async () => {
  const body = new PassThrough();
  body.write('few');
  await expect(read(body)).rejects.toBeInstanceOf(BodyTooSlow);
  expect(body.destroyed).toBe(true);
});

test('ends a body of single bytes, also after a quick start', async () => {
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const drip = setInterval(() => body.write('x'), 5);
  await expect(read(body)).rejects.toBeInstanceOf(BodyTooSlow);
  clearInterval(drip);
});
