import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../server/config.ts';
import { Refusal, STATUS } from '../../server/errors.ts';
import type { Environment } from '../../server/routes/environment.ts';
import { referenceRoutes } from '../../server/routes/openapi.ts';
import { webRoutes } from '../../server/routes/web.ts';

let folder: string;
let app: Hono<Environment>;
const SCRIPT = 'export const ship = 1;';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-web-'));
  const root = join(folder, 'dist');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<meta nonce="__CSP_NONCE__"><meta content="__DEFAULT_LANGUAGE__">page');
  await writeFile(join(root, 'assets/a-1.js'), SCRIPT);
  await writeFile(join(root, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(root, 'plain.svg'), '<svg/>');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  app = new Hono<Environment>()
    .route('/', referenceRoutes())
    .route('/', webRoutes({ webRoot: root, config: { defaultLanguage: 'zh-CN' } as Config }));
  app.onError((error, http) => http.text('', error instanceof Refusal ? (STATUS[error.family] as 404) : 500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(app.request(path, { headers }));

test('a file of the build is sent, compressed if the browser accepts that', async () => {
  const plain = await get('/assets/a-1.js');
  expect([
    plain.status,
    await plain.text(),
    plain.headers.get('content-encoding'),
    plain.headers.get('content-type'),
  ]).toEqual([200, SCRIPT, null, 'text/javascript; charset=UTF-8']);
  const zipped = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' });
  expect([zipped.status, zipped.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect(Buffer.from(await zipped.arrayBuffer()).equals(gzipSync(SCRIPT))).toBe(true);
  const unzipped = await get('/plain.svg', { 'accept-encoding': 'gzip' });
  expect([await unzipped.text(), unzipped.headers.get('content-encoding')]).toEqual(['<svg/>', null]);
});

test.each(['/', '/master/vessel', '/index', '/..%2f..%2fetc'])(
  '%s is the page, each time with another nonce',
  async (path) => {
    const pages = await Promise.all([get(path), get(path)]);
    const texts = await Promise.all(pages.map((page) => page.text()));
    for (const [index, page] of pages.entries()) {
      const nonce = /nonce="([^"]+)"/.exec(texts[index]!)?.[1];
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    }
    expect(texts[0]).not.toBe(texts[1]);
    expect(texts[0]).toContain('<meta content="zh-CN">page');
  },
);

test.each([
  '/index.html',
  '/assets/a-2.js',
  '/assets/a-1.js.gz',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/secret.txt',
  '/%E0%A4%A.js',
  '/__proto__.js',
])('%s is not served as a file of the build', async (path) => {
  const answer = await get(path);
  expect([answer.status, (await answer.text()).includes('secret')]).toEqual([404, false]);
});

test('a file that was removed meanwhile answers 404', async () => {
  await rm(join(folder, 'dist/plain.svg'));
  expect((await get('/plain.svg')).status).toBe(404);
});

test('the viewer of the API reference is served completely, and no other file of its folder', async () => {
  const texts = await Promise.all([1, 2, 3].map(async () => (await get('/api/docs/swagger-ui-bundle.js')).text()));
  expect(texts[0]!.length).toBeGreaterThan(500_000);
  expect(new Set(texts).size).toBe(1);
  for (const wrong of ['package.json', '__proto__', 'toString', '..%2fpackage.json'])
    expect((await get(`/api/docs/${wrong}`)).status, wrong).toBe(404);
});
