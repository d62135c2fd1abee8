import { Hono } from 'hono';
import { documentContent } from '../kernel/documents/content.ts';
import { writePdf } from '../pdf/writePdf.ts';
import type { Services } from '../services.ts';
import { download } from './download.ts';
import { entityCalls } from './entityCalls.ts';
import type { Environment } from './environment.ts';
import { knownParams } from './knownParams.ts';

/** Documents of a record as PDF (`x-print`), in the language of the request. */
export function documentRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  return new Hono<Environment>().get('/:entity/:id/documents/:name', async (http) => {
    knownParams(http, []);
    const request = { runtime: entityOf(http), id: http.req.param('id'), name: http.req.param('name') };
    const content = await documentContent(kernel, request, contextOf(http));
    return download(
      http,
      {
        name: fileName(`${content.title} ${content.number}`),
        type: 'application/pdf',
        write: (out, signal) => writePdf(content, out, signal),
      },
      services,
    );
  });
}

/** A file name without characters that folders or systems reserve. */
const fileName = (text: string): string =>
  `${text
    .replaceAll(/[\p{C}\\/:*?"<>|]+/gu, '-')
    .trim()
    .slice(0, 150)
    .toWellFormed()}.pdf`;
