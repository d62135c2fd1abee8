import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Queryable } from '../../kernel/context.ts';

const keep = prepared<{ entity: string; hash: string }>()(($) =>
  build
    .insertInto('kernel.seed')
    .values({ entity: $('entity'), hash: $('hash') })
    .onConflict((conflict) =>
      conflict.column('entity').doUpdateSet({ hash: sql<string>`excluded.hash`, at: sql<string>`now()` }),
    ),
);

const all = prepared()(() => build.selectFrom('kernel.seed').select(['entity', 'hash']));

/** Records that a seed file is loaded. @param hash of its content */
export const keepSeed = async (db: Queryable, name: string, hash: string): Promise<void> =>
  void (await keep.run(db, { entity: name, hash }));

/** The loaded seed files with the hashes of their contents. */
export const loadedSeeds = async (db: Queryable): Promise<Map<string, string>> =>
  new Map((await all.all(db, {})).map(({ entity, hash }) => [entity, hash]));
