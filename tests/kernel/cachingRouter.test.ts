import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { CachingRouter } from '../../server/routes/cachingRouter.ts';

const app = new Hono({ router: new CachingRouter() })
  .use('/api/*', async (http, next) => {
    await next();
    http.header('passed', 'yes');
  })
  .get('/api/:entity', (http) => http.text(`list ${http.req.param('entity')}`))
  .post('/api/:entity', (http) => http.text(`create ${http.req.param('entity')}`))
  .get('/api/:entity/choices', (http) => http.text(`choices ${http.req.param('entity')}`))
  .get('/api/:entity/:id', (http) => http.text(`read ${http.req.param('entity')} ${http.req.param('id')}`));

test.each([
  ['GET', '/api/vessel', 'list vessel'],
  ['POST', '/api/vessel', 'create vessel'],
  ['GET', '/api/company', 'list company'],
  ['GET', '/api/company/choices', 'choices company'],
  ['GET', '/api/company/12', 'read company 12'],
  ['GET', '/api/company/13', 'read company 13'],
  ['GET', '/api/hs-code', 'list hs-code'],
])('finds %s %s the first time and again', async (method, path, text) => {
  for (const _ of [1, 2, 3]) {
    const answer = await app.request(path, { method });
    expect([await answer.text(), answer.headers.get('passed')]).toEqual([text, 'yes']);
  }
});

test('finds no unknown path, the first time and again', async () => {
  for (const _ of [1, 2]) expect((await app.request('/api/company', { method: 'PATCH' })).status).toBe(404);
});

test('finds a route that is added later', async () => {
  const growing = new Hono({ router: new CachingRouter() });
  expect((await growing.request('/api/port')).status).toBe(404);
  const router = new CachingRouter<string>();
  router.add('GET', '/api/port', 'first');
  expect(router.match('GET', '/api/port')[0].length).toBe(1);
  router.add('GET', '/api/:entity', 'second');
  expect(router.match('GET', '/api/port')[0].length).toBe(2);
});
