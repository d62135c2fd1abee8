import { Hono } from 'hono';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { printOpenApi } from '../../generator/emit/openapi/document.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Environment } from './environment.ts';

/** `/api/openapi.json`: the API as an OpenAPI 3.1 document, printed again only if the model changes. */
export function openApiRoutes({ kernel }: Services): Hono<Environment> {
  let document: { hash: string; text: string } | undefined;
  return new Hono<Environment>().get('/openapi.json', (http) => {
    const { model } = kernel.registry;
    if (document?.hash !== model.hash) document = { hash: model.hash, text: JSON.stringify(printOpenApi(model)) };
    return http.body(document.text, 200, { 'content-type': 'application/json; charset=UTF-8' });
  });
}

/**
 * Folder of the built Swagger UI. Not from the package swagger-ui-dist, because it installs telemetry (decision 0061).
 */
const viewerFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Bordereau API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"><link rel="icon" href="data:,"></head>
<body><div id="reference"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>
`;
/** Script of the page. It sends the token of the web client, which the document and all calls need. */
const START = `const asReader = (request) => {
  const token = localStorage.getItem('Access-Token');
  if (token) request.headers.Authorization = 'Bearer ' + token;
  return request;
};
SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', docExpansion: 'none', filter: true, requestInterceptor: asReader, validatorUrl: null });
`;
/** Reads a file of Swagger UI on its first request, and caches it. */
function viewerFile(name: string): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () =>
    (text ??= readFile(join(viewerFolder(), name), 'utf8').catch((error: unknown) => {
      text = undefined;
      throw error;
    }));
}

const FILES: Record<string, { type: string; text: () => Promise<string> }> = {
  'start.js': { type: 'text/javascript; charset=UTF-8', text: async () => START },
  'swagger-ui-bundle.js': { type: 'text/javascript; charset=UTF-8', text: viewerFile('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=UTF-8', text: viewerFile('swagger-ui.css') },
};

/** `/api/docs`: Swagger UI. The page needs no token, but the document that it loads does. */
export function referenceRoutes(): Hono<Environment> {
  return new Hono<Environment>()
    .get('/api/docs', (http) =>
      http.body(PAGE, 200, { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': POLICY }),
    )
    .get('/api/docs/:file', async (http) => {
      const name = http.req.param('file');
      const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
      if (!file) throw notFound();
      return http.body(await file.text(), 200, { 'content-type': file.type, 'cache-control': 'public, max-age=86400' });
    });
}
