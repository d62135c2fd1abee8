import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type Json, type ServerOptions, type TestServer } from './server.ts';

export const label = (en: string, zh = en): Json => ({ en, zh });

/** A property of a kind. */
export const field = (kind: string, text: Json, words: Json = {}): Json => ({
  $ref: `kinds.json#/$defs/${kind}`,
  'x-label': text,
  ...words,
});

/** The schema of an entity whose natural key is `no`. */
export const numberedEntity = (name: string, words: Json, properties: Json): Json => ({
  $id: name,
  title: name,
  type: 'object',
  'x-entity': { area: 'port', label: label(name), key: ['no'], title: '{no}' },
  'x-list': { columns: ['no'], filters: ['no'] },
  ...words,
  properties: { no: field('code', label('Number', '编号')), ...properties },
});

/** The product with entities of its own. `close` stops it and removes their files. */
export interface OwnSchemas {
  server: TestServer;
  close: () => Promise<void>;
}

/** Starts the product with the entities of `schemas`, each in its area. */
export async function startWithSchemas(schemas: readonly Json[], options: ServerOptions = {}): Promise<OwnSchemas> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-schemas-'));
  for (const schema of schemas) {
    const { area } = schema['x-entity'];
    await mkdir(join(folder, area), { recursive: true });
    await writeFile(join(folder, area, `${schema['$id']}.json`), JSON.stringify(schema));
  }
  const server = await startTestServer({ ...options, roots: [folder] });
  return {
    server,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
