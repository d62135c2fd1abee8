import type { ClientBase, Pool } from 'pg';

/** Objects of the database that migrations create or need. */
export interface Catalog {
  /** `server_version_num` */
  version: number;
  extensions: ReadonlySet<string>;
  schemas: ReadonlySet<string>;
  /** in the schema `public` */
  collations: ReadonlySet<string>;
  /** by schema and name, `public.vessel` */
  tables: ReadonlyMap<string, CatalogTable>;
  /** trigger functions in the schema `kernel`: name → mark */
  functions: ReadonlyMap<string, string | null>;
}

/** A table as it exists in the database. */
export interface CatalogTable {
  columns: Map<string, CatalogColumn>;
  constraints: Map<string, CatalogConstraint>;
  /** indexes that belong to no constraint: name → mark */
  indexes: Map<string, string | null>;
  /** name → mark */
  triggers: Map<string, string | null>;
}

/** `mark` is the comment by which a migration recognises the definition of an object; null without a comment. */
export interface CatalogColumn {
  type: string;
  notNull: boolean;
  generated: boolean;
  collation: string | null;
  mark: string | null;
}
/** A constraint as it exists in the database. */
export interface CatalogConstraint {
  foreign: boolean;
  mark: string | null;
}

/** `server_version_num` of the oldest supported PostgreSQL. */
const MIN_VERSION = 150_000;

interface Row {
  version: number;
  extensions: string[];
  schemas: string[];
  collations: string[];
  tables: [id: string, schema: string, name: string][];
  columns: [
    table: string,
    name: string,
    type: string,
    notNull: boolean,
    generated: boolean,
    collation: string | null,
    mark: string | null,
  ][];
  constraints: [table: string, name: string, foreign: boolean, mark: string | null][];
  indexes: [table: string, name: string, mark: string | null][];
  triggers: [table: string, name: string, mark: string | null][];
  functions: [name: string, mark: string | null][];
}

/** One statement for the whole database, because it runs at every start. */
const CATALOG = `
with ours as materialized (
  select c.oid, n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'kernel')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
)
select json_build_object(
  'version', current_setting('server_version_num')::int,
  'extensions', (select coalesce(json_agg(extname), '[]') from pg_extension),
  'schemas', (select coalesce(json_agg(nspname), '[]') from pg_namespace),
  'collations', (select coalesce(json_agg(collname), '[]') from pg_collation where collnamespace = 'public'::regnamespace),
  'tables', (select coalesce(json_agg(json_build_array(oid::text, nspname, relname)), '[]') from ours),
  'columns', (
    select coalesce(json_agg(json_build_array(a.attrelid::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated <> '', case when l.collname <> 'default' then l.collname end, d.description) order by a.attrelid, a.attnum), '[]')
    from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation l on l.oid = a.attcollation
    left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = o.oid and d.objsubid = a.attnum),
  'constraints', (
    select coalesce(json_agg(json_build_array(o.oid::text, c.conname, c.contype = 'f', d.description)), '[]')
    from ours o join pg_constraint c on c.conrelid = o.oid and c.contype in ('p', 'u', 'c', 'x', 'f')
    left join pg_description d on d.classoid = 'pg_constraint'::regclass and d.objoid = c.oid),
  'indexes', (
    select coalesce(json_agg(json_build_array(o.oid::text, c.relname, d.description)), '[]')
    from ours o join pg_index i on i.indrelid = o.oid join pg_class c on c.oid = i.indexrelid
    left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = 0
    where not exists (select from pg_constraint k where k.conindid = c.oid and k.conrelid = o.oid and k.contype in ('p', 'u', 'x'))),
  'triggers', (
    select coalesce(json_agg(json_build_array(o.oid::text, t.tgname, d.description)), '[]')
    from ours o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal
    left join pg_description d on d.classoid = 'pg_trigger'::regclass and d.objoid = t.oid),
  'functions', (
    select coalesce(json_agg(json_build_array(p.proname, d.description)), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    left join pg_description d on d.classoid = 'pg_proc'::regclass and d.objoid = p.oid
    where n.nspname = 'kernel' and p.prorettype = 'trigger'::regtype)
)::text as catalog`;

/** Reads the catalog. @throws Error for a PostgreSQL that is too old */
export async function readCatalog(client: ClientBase | Pool): Promise<Catalog> {
  const { rows } = await client.query<{ catalog: string }>(CATALOG);
  const row = JSON.parse(rows[0]!.catalog) as Row;
  if (row.version < MIN_VERSION)
    throw new Error(`PostgreSQL ${Math.floor(row.version / 10_000)} is too old: 15 or newer is needed`);
  const byId = new Map(
    row.tables.map(([id]): [string, CatalogTable] => [
      id,
      { columns: new Map(), constraints: new Map(), indexes: new Map(), triggers: new Map() },
    ]),
  );
  for (const [table, name, type, notNull, generated, collation, mark] of row.columns)
    byId.get(table)!.columns.set(name, { type, notNull, generated, collation, mark });
  for (const [table, name, foreign, mark] of row.constraints) byId.get(table)!.constraints.set(name, { foreign, mark });
  for (const [table, name, mark] of row.indexes) byId.get(table)!.indexes.set(name, mark);
  for (const [table, name, mark] of row.triggers) byId.get(table)!.triggers.set(name, mark);
  return {
    version: row.version,
    extensions: new Set(row.extensions),
    schemas: new Set(row.schemas),
    collations: new Set(row.collations),
    tables: new Map(row.tables.map(([id, schema, name]) => [`${schema}.${name}`, byId.get(id)!])),
    functions: new Map(row.functions),
  };
}

/** A column at the time of the last migration: the field of an entity, and its `x-id`. */
export interface SnapshotEntry {
  entity: string;
  field: string;
  id: string;
}

/** Reads the schema snapshot of the last migration from `kernel.model`. */
export async function readSnapshot(client: ClientBase | Pool, catalog: Catalog): Promise<SnapshotEntry[]> {
  if (!catalog.tables.has('kernel.model')) return [];
  const { rows } = await client.query<SnapshotEntry>(
    'select entity, field, id from kernel."model" order by entity, field',
  );
  return rows;
}
