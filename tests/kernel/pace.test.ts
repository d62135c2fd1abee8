import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BodyTooSlow, keepingPace } from '../../server/routes/pace.ts';

const read = (body: Readable): Promise<Buffer> => buffer(keepingPace(body, { bytes: 100, periodMs: 40 }));

test('a small body that comes at once is not too slow', async () => {
  expect((await read(Readable.from([Buffer.from('few')]))).toString()).toBe('few');
});

test('a body that brings nothing more is ended', async () => {
  const body = new PassThrough();
  body.write('few');
  await expect(read(body)).rejects.toBeInstanceOf(BodyTooSlow);
  expect(body.destroyed).toBe(true);
});

test('a body that brings a byte now and then is ended, and one that was quick at first as well', async () => {
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const drip = setInterval(() => body.write('x'), 5);
  await expect(read(body)).rejects.toBeInstanceOf(BodyTooSlow);
  clearInterval(drip);
});
