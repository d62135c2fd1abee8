import type { Pool, PoolClient } from 'pg';
import { insertAudit } from '../server/kernel/write/audit.ts';
import { median } from './load.ts';

/**
 * The statements of a step of a version without the product: the same rows are written with an audit line each, or
 * read, by one statement for each table.
 */
export interface BareStep {
  kind: 'insert' | 'update' | 'delete' | 'lock' | 'read';
  tables: readonly string[];
  versionId: string;
}

const ROUNDS = 3;

/**
 * Runs the statements of a step, several times, each in a transaction that is rolled back.
 *
 * @param emptyVersionId a version without rows, into which rows are inserted
 * @returns the median of the seconds
 */
export async function measureBare(pool: Pool, step: BareStep, emptyVersionId: string): Promise<number> {
  const client = await pool.connect();
  try {
    const texts = await Promise.all(step.tables.map((table) => statementOf(client, step, table)));
    const values = [step.versionId, ...(step.kind === 'insert' ? [emptyVersionId] : [])];
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await client.query('begin');
      const start = performance.now();
      for (const text of texts) await client.query(text, values);
      await client.query('set constraints all immediate');
      seconds.push((performance.now() - start) / 1000);
      await client.query('rollback');
    }
    return median(seconds);
  } finally {
    client.release();
  }
}

async function statementOf(client: PoolClient, { kind }: BareStep, table: string): Promise<string> {
  const ofVersion = `t."versionId" = $1 and t."delFlag" = 'N'`;
  const audited = (action: string, changes = `jsonb_build_object('rev', jsonb_build_array(rev - 1, rev))`): string =>
    insertAudit(
      { name: table },
      { from: 'written', action: `'${action}'`, changes, by: `'bench'`, request: `'bench'` },
    );
  switch (kind) {
    case 'insert': {
      const names = await columnsOf(client, table);
      const list = (alias: string): string => names.map((name) => `${alias}"${name}"`).join(', ');
      return `with written as (insert into "${table}" ("versionId", ${list('')}) select $2, ${list('t.')} from "${table}" t where ${ofVersion} returning *) ${audited('create', 'to_jsonb(written)')}`;
    }
    case 'update':
      return `with written as (update "${table}" t set rev = rev + 1, "updateAt" = now() where ${ofVersion} returning *) ${audited('update')}`;
    case 'delete':
      return `with written as (update "${table}" t set rev = rev + 1, "delFlag" = 'Y' where ${ofVersion} returning *) ${audited('delete')}`;
    case 'lock':
      return `select to_json(t)::text from "${table}" t where ${ofVersion} for no key update`;
    case 'read':
      return `select json_agg(t)::text from "${table}" t where ${ofVersion}`;
  }
}

/** The columns that an insert copies: all but the id, the version and generated ones. */
async function columnsOf(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('id', 'versionId') order by ordinal_position`,
    [table],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
