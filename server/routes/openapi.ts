import { Hono } from 'hono';
import { printOpenApi } from '../../generator/emit/openapi.ts';
import type { Services } from '../services.ts';
import type { Environment } from './environment.ts';

/** The contract as OpenAPI 3.1. */
export function openApiRoutes({ kernel }: Services): Hono<Environment> {
  let document: { hash: string; text: string } | undefined;
  return new Hono<Environment>().get('/openapi.json', (http) => {
    const { model } = kernel.registry;
    if (document?.hash !== model.hash) document = { hash: model.hash, text: JSON.stringify(printOpenApi(model)) };
    return http.body(document.text, 200, { 'content-type': 'application/json; charset=UTF-8' });
  });
}
