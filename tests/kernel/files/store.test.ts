import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { FileStore } from '../../../server/storage/fileStore.ts';
import { openFileStore } from '../../../server/storage/openFileStore.ts';
import { openTestS3, type TestS3 } from '../../fixtures/s3.ts';

const A = 'ab'.repeat(16);
const B = 'cd'.repeat(16);

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await openTestS3();
  folder = await mkdtemp(join(tmpdir(), 'bordereau-files-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each<[string, () => NodeJS.ProcessEnv]>([
  ['a folder', () => ({ FILES_DIR: join(folder, 'new', 'files') })],
  ['S3', () => ({ S3_URL: s3.url })],
])('in %s', (_, env) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await openFileStore(readConfig(env()));
  });

  test('stores, returns and removes a file byte by byte, without effect on others', async () => {
    const bytes = Buffer.from([...Array(256).keys()]);
    await store.put(A, bytes);
    await store.put(B, Buffer.from('other'));
    expect(await store.get(A)).toEqual(bytes);
    await store.remove(A);
    expect(await store.get(A)).toBeUndefined();
    expect(await store.get(B)).toEqual(Buffer.from('other'));
  });

  test('stores a large file completely', async () => {
    const bytes = Buffer.alloc(7_864_320, 'x');
    await store.put(A, bytes);
    expect((await store.get(A))!.equals(bytes)).toBe(true);
  });

  test('returns undefined for a missing file, and removes it without error', async () => {
    const none = 'ef'.repeat(16);
    expect(await store.get(none)).toBeUndefined();
    await expect(store.remove(none)).resolves.toBeUndefined();
  });

  test.each(['', '../../etc/passwd', `${A}/..`, A.toUpperCase(), `${A}\n`])('refuses the id %j', async (id) => {
    await expect(store.get(id)).rejects.toThrow('no id of a file');
    await expect(store.put(id, Buffer.from('x'))).rejects.toThrow('no id of a file');
    await expect(store.remove(id)).rejects.toThrow('no id of a file');
  });
});

test('restricts files of a folder to the account of the server, and removes remains of a crash with the file', async () => {
  const place = join(folder, 'modes');
  const store = await openFileStore(readConfig({ FILES_DIR: place }));
  await store.put(A, Buffer.from('x'));
  expect((await stat(join(place, 'ab', A.slice(2)))).mode & 0o777).toBe(0o600);
  expect((await stat(join(place, 'ab'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(place, 'ab'))).toEqual([A.slice(2)]);
  await writeFile(join(place, 'ab', `${A.slice(2)}.part`), 'half');
  await store.remove(A);
  expect(await readdir(join(place, 'ab'))).toEqual([]);
});

describe('settings', () => {
  test.each<[NodeJS.ProcessEnv, object]>([
    [{ DATA_DIR: '/srv/bordereau' }, { filesDir: '/srv/bordereau/files' }],
    [{ FILES_DIR: '/srv/files' }, { filesDir: '/srv/files' }],
    [
      { S3_URL: 's3://key:se%2Fcret@storage:9000/claims' },
      {
        s3: {
          endpoint: 'https://storage:9000',
          bucket: 'claims',
          region: 'us-east-1',
          accessKeyId: 'key',
          secretAccessKey: 'se/cret',
        },
      },
    ],
    [
      { S3_URL: 's3://k:s@storage/claims/?region=cn-east&ssl=false' },
      {
        s3: { endpoint: 'http://storage', bucket: 'claims', region: 'cn-east', accessKeyId: 'k', secretAccessKey: 's' },
      },
    ],
  ])('%j', (env, read) => {
    expect(readConfig(env)).toMatchObject(read);
  });

  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ S3_URL: 'https://key:secret@storage/claims' }, /^S3_URL: must be an address such as s3:/],
    [{ S3_URL: 'claims' }, /^S3_URL: must be an address/],
    [{ S3_URL: 's3://storage/claims' }, /^S3_URL: must be an address/],
    [{ S3_URL: 's3://key:hunter2@storage' }, /^S3_URL: must be an address((?!hunter2).)*$/],
    [{ S3_URL: 's3://key:secret@storage/claims/deep' }, /^S3_URL: must be an address/],
    [{ S3_URL: 's3://key:secret@storage/claims?ssl=maybe' }, /^S3_URL: "maybe" is neither true nor false/],
    [{ S3_URL: 's3://key:secret@storage/claims?acl=public' }, /^S3_URL: "acl" is neither region nor ssl/],
    [{ S3_URL: 's3://key:hun%ter2@storage/claims' }, /^S3_URL: has a % in its key or secret((?!hun).)*$/],
    [
      { S3_URL: 's3://key:secret@storage/claims', FILES_DIR: '/srv/files' },
      /^FILES_DIR: and S3_URL cannot both be set/,
    ],
  ])('stops the start with %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    [
      'a wrong secret',
      () => ({ S3_URL: s3.url.replace(':S3RVER@', ':hunter2@') }),
      /^S3_URL: the bucket claims at http:\/\/127.0.0.1:\d+ answers 403$/,
    ],
    [
      'an unknown bucket',
      () => ({ S3_URL: s3.url.replace('/claims', '/other') }),
      /^S3_URL: the bucket other at \S+ answers 404$/,
    ],
    [
      'an unreachable service',
      () => ({ S3_URL: 's3://key:hunter2@127.0.0.1:1/claims?ssl=false' }),
      /^S3_URL: the file storage cannot be reached((?!hunter2).)*$/,
    ],
    [
      'a folder below a file',
      () => ({ FILES_DIR: '/dev/null/files' }),
      /^FILES_DIR: \/dev\/null\/files cannot be used/,
    ],
  ])('stops the start with %s', async (_, env, message) => {
    await expect(openFileStore(readConfig(env()))).rejects.toThrow(message);
  });
});
