/**
 * The bare handler that the product is compared with: only Hono and pg, for one table and one caller.
 *
 * It runs the same SQL as the product (the same named statements and audit lines, JSON printed by PostgreSQL) on a pool
 * of the same size, without log-in, rights, validation, schema or messages.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import { openPool } from '../server/db/pool.ts';
import { insertAudit } from '../server/kernel/write/audit.ts';
import { serveBenchmark, requiredSetting } from './child.ts';
import { columns, type Booking } from './rows.ts';

const pool = openPool(
  { url: requiredSetting('DATABASE_URL') },
  {
    max: Number(requiredSetting('POOL_SIZE')),
    statementTimeoutMs: 30_000,
    idleInTransactionTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    onBrokenSession: (error) => {
      console.error(`a database session broke: ${error.message}`);
    },
  },
);

const expressions: Record<string, string> = {
  id: 't."id"::text',
  departure: 't."departure"',
  freight: '(t."freight")::text',
  insuredValue: '(t."insuredValue")::text',
  createAt: `to_char(t."createAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  updateAt: `to_char(t."updateAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};
const selected = ['id', 'rev', 'delFlag', 'creater', 'createAt', 'updater', 'updateAt', ...columns]
  .map((name) => `${expressions[name] ?? `t."${name}"`} as "${name}"`)
  .join(', ');
const rowAsJson = `(select to_json(x)::text from (select ${selected}) x)`;
const audit = (action: string, by: string, request: string, changes: string): string =>
  `audit as (${insertAudit({ name: 'booking' }, { from: 't', action: `'${action}'`, changes: `${changes}::jsonb`, by, request })})`;

const page = (
  where: string,
  limit: string,
  offset: string,
) => `select coalesce(json_agg(r), '[]')::text as records from (
  select ${selected} from booking t where ${where} order by t."departure" desc, t."id" desc limit ${limit} offset ${offset}) r`;
const total = (where: string) =>
  `select count(*)::int as n from (select 1 from booking t where ${where} limit 100001) c`;

const byPort = `t."delFlag" = 'N' and t."loadPort" = $1 and t."stage" = $2`;
const byPortExcept = `${byPort} and t."bookingNo" <> $3`;
const byCargo = `t."delFlag" = 'N' and t."cargo" ilike $1 and (t."departure" >= ($2::date + 0) and t."departure" < ($3::date + 1))`;

const readText = `select ${rowAsJson} as json from booking t where t.id = $1 and t."delFlag" = 'N'`;
const insertText = `with t as (insert into booking (${[...columns, 'creater', 'updater'].map((name) => `"${name}"`).join(', ')})
  values (${columns.map((_, index) => `$${index + 1}`).join(', ')}, $${columns.length + 1}, $${columns.length + 1}) returning *),
  ${audit('create', `$${columns.length + 1}`, `$${columns.length + 2}`, `$${columns.length + 3}`)} select ${rowAsJson} as json from t`;
const updateText = `with t as (update booking set "remark" = $6, rev = rev + 1, updater = $3, "updateAt" = now() where id = $1 and rev = $2 and "delFlag" = 'N' returning *),
  ${audit('update', '$3', '$4', '$5')} select ${rowAsJson} as json from t`;

const headers = { 'content-type': 'application/json; charset=UTF-8' };
const succeed = (result: string, status = 200) =>
  new Response(`{"code":0,"message":"Success","result":${result}}`, { status, headers });

interface Condition {
  name: string;
  value: string;
}

const app = new Hono()
  .get('/api/booking', async (http) => {
    const current = Number(http.req.query('current'));
    const pageSize = Number(http.req.query('pageSize'));
    const conditions = JSON.parse(http.req.query('where') ?? '[]') as Condition[];
    const values = conditions.map((condition) => condition.value);
    const offset = (current - 1) * pageSize;
    const isNamed = conditions[0]?.name !== 'cargo';
    let where = conditions.length === 3 ? byPortExcept : byPort;
    if (!isNamed) {
      where = byCargo;
      values.splice(
        0,
        2,
        `%${(values[0] ?? '').replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`,
        ...(values[1] ?? '').split('|'),
      );
    }
    const text = page(where, `$${values.length + 1}`, `$${values.length + 2}`);
    const [rows, count] = await Promise.all([
      pool.query<{ records: string }>({
        text,
        values: [...values, pageSize, offset],
        ...(isNamed ? { name: `page-${values.length}` } : {}),
      }),
      pool.query<{ n: number }>({ text: total(where), values, ...(isNamed ? { name: `total-${values.length}` } : {}) }),
    ]);
    return succeed(
      `{"records":${rows.rows[0]?.records ?? '[]'},"total":${count.rows[0]?.n ?? 0},"current":${current},"pageSize":${pageSize}}`,
    );
  })
  .get('/api/booking/:id', async (http) => {
    const { rows } = await pool.query<{ json: string }>({
      name: 'read',
      text: readText,
      values: [http.req.param('id')],
    });
    return rows[0] === undefined ? http.json({ code: 1 }, 404) : succeed(rows[0].json);
  })
  .post('/api/booking', async (http) => {
    const row = await http.req.json<Booking>();
    const values = columns.map((name) => row[name]);
    const changes = JSON.stringify(Object.fromEntries(columns.map((name) => [name, [null, row[name]]])));
    const { rows } = await pool.query<{ json: string }>({
      name: 'insert',
      text: insertText,
      values: [...values, 'admin', randomUUID(), changes],
    });
    return succeed(rows[0]?.json ?? '', 201);
  })
  .patch('/api/booking/:id', async (http) => {
    const { rev, remark } = await http.req.json<{ rev: number; remark: string }>();
    const id = http.req.param('id');
    const before = await pool.query<{ json: string }>({ name: 'read', text: readText, values: [id] });
    if (before.rows[0] === undefined) return http.json({ code: 1 }, 404);
    const old = JSON.parse(before.rows[0].json) as { rev: number; remark: string | null };
    if (old.rev !== rev) return http.json({ code: 1 }, 409);
    const changes = JSON.stringify({ remark: [old.remark, remark] });
    const { rows } = await pool.query<{ json: string }>({
      name: 'update',
      text: updateText,
      values: [id, rev, 'admin', randomUUID(), changes, remark],
    });
    return rows[0] === undefined ? http.json({ code: 1 }, 409) : succeed(rows[0].json);
  });

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  serveBenchmark({
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      await pool.end();
    },
  });
});
