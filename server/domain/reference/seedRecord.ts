import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Queryable } from '../../kernel/context.ts';

const upsert = prepared<{ entity: string; hash: string }>()(($) =>
  build
    .insertInto('kernel.seed')
    .values({ entity: $('entity'), hash: $('hash') })
    .onConflict((conflict) =>
      conflict.column('entity').doUpdateSet({ hash: sql<string>`excluded.hash`, at: sql<string>`now()` }),
    ),
);

const allSeeds = prepared()(() => build.selectFrom('kernel.seed').select(['entity', 'hash']));

/** Records that a seed file is loaded. @param hash hash of the content of the file */
export const recordSeed = async (db: Queryable, name: string, hash: string): Promise<void> =>
  void (await upsert.run(db, { entity: name, hash }));

/** Reads the names of the loaded seed files, with the hashes of their contents. */
export const readSeeds = async (db: Queryable): Promise<Map<string, string>> =>
  new Map((await allSeeds.all(db, {})).map(({ entity, hash }) => [entity, hash]));
