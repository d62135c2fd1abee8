import type { DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { qualified } from '../../../generator/emit/ddl/sql.ts';
import { tableName } from '../../../generator/compile/names.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import type { Catalog, CatalogTable, SnapshotEntry } from './catalog.ts';
import { constraintMark, indexMark } from './marks.ts';
import type { Step } from './plan.ts';

/** An entity that has another name in the database. */
interface EntityRename {
  from: string;
  table: TableShape & { entity: string };
}

/** The `id` that `kernel.model` stores for an entity whose `x-id` equals its name. */
const SAME_AS_NAME = 'id';

/** The row of `kernel.model` for an entity itself: its `field` is `id`, which is the name of no field of an entity. */
export const entitySnapshot = ({ entity, entityId }: TableShape & { entity: string }): SnapshotEntry => ({
  entity,
  field: 'id',
  id: entityId === undefined || entityId === entity ? SAME_AS_NAME : entityId,
});

/**
 * Plans the renames of entities, which are recognised by their `x-id`. Renames the table with its objects, and updates
 * the name in all columns that contain entity names, so that history, files, numbers and rights remain. Also returns
 * the catalog and the snapshot as they are after these steps, for the rest of the plan.
 */
export function renameEntities(
  catalog: Catalog,
  shape: DatabaseShape,
  snapshot: readonly SnapshotEntry[],
): { steps: Step[]; catalog: Catalog; snapshot: readonly SnapshotEntry[] } {
  const renames = findRenames(catalog, shape, snapshot);
  if (renames.length === 0) return { steps: [], catalog, snapshot };
  const tables = new Map(catalog.tables);
  const names = new Map(renames.map(({ from, table }) => [from, table.entity]));
  const tableRenames = renames.map(({ from, table }): Step => {
    const current = tables.get(`public.${tableName(from)}`)!;
    const { renamed, sql } = objectRenames(from, table, current);
    tables.delete(`public.${tableName(from)}`);
    tables.set(`public.${table.name}`, renamed);
    return { description: `rename table ${tableName(from)} to ${table.name}`, sql: sql.join(';\n') };
  });
  const renamedCatalog: Catalog = { ...catalog, tables };
  return {
    steps: [
      ...tableRenames,
      ...renames.map((rename) => ({
        description: `rename ${rename.from} to ${rename.table.entity} in history, files, numbers, views and rights`,
        sql: nameUpdates(rename, shape, renamedCatalog).join(';\n'),
      })),
    ],
    catalog: renamedCatalog,
    snapshot: snapshot.map((entry) => ({ ...entry, entity: names.get(entry.entity) ?? entry.entity })),
  };
}

function findRenames(catalog: Catalog, shape: DatabaseShape, snapshot: readonly SnapshotEntry[]): EntityRename[] {
  const idsByName = new Map(
    snapshot.filter(({ field }) => field === 'id').map(({ entity, id }) => [entity, id === SAME_AS_NAME ? entity : id]),
  );
  const current = new Set(shape.tables.map(({ entity }) => entity));
  return shape.tables.flatMap((table): EntityRename[] => {
    const { entity, entityId } = table;
    if (entity === undefined || entityId === undefined || idsByName.has(entity)) return [];
    const [from] =
      [...idsByName].find(
        ([name, id]) => id === entityId && !current.has(name) && catalog.tables.has(`public.${tableName(name)}`),
      ) ?? [];
    return from === undefined || catalog.tables.has(`public.${table.name}`)
      ? []
      : [{ from, table: { ...table, entity } }];
  });
}

/**
 * Renames a table, with its constraints and indexes whose definitions remain the same. The rest of the plan creates the
 * other constraints and indexes again, and the triggers with their functions.
 */
function objectRenames(
  from: string,
  table: TableShape,
  current: CatalogTable,
): { renamed: CatalogTable; sql: string[] } {
  const old = tableName(from);
  const sql = [
    `alter table ${qualified({ schema: 'public', name: old })} rename to ${quote(table.name)}`,
    `alter sequence if exists ${qualified({ schema: 'public', name: `${old}_id_seq` })} rename to ${quote(`${table.name}_id_seq`)}`,
  ];
  const renameObjects = <T>(
    objects: Map<string, T>,
    markOf: (object: T) => string | null,
    newMarks: ReadonlyMap<string, string>,
    rename: (name: string, to: string) => string,
  ): Map<string, T> =>
    new Map(
      [...objects].map(([name, object]) => {
        const to = name.startsWith(`${old}_`) ? `${table.name}${name.slice(old.length)}` : name;
        if (to === name || newMarks.get(to) !== markOf(object)) return [name, object];
        sql.push(rename(name, to));
        return [to, object];
      }),
    );
  const constraints = renameObjects(
    current.constraints,
    ({ mark }) => mark,
    new Map(table.constraints.map((constraint) => [constraint.name, constraintMark(constraint)])),
    (name, to) => `alter table ${qualified(table)} rename constraint ${quote(name)} to ${quote(to)}`,
  );
  const indexes = renameObjects(
    current.indexes,
    (mark) => mark,
    new Map(table.indexes.map((index) => [index.name, indexMark(index)])),
    (name, to) => `alter index public.${quote(name)} rename to ${quote(to)}`,
  );
  return { renamed: { ...current, constraints, indexes }, sql };
}

/**
 * Tables of the kernel with records of deleted rows. Records of a removed entity with the new name are kept in these
 * tables, and deleted in all others.
 */
const KEEPS_DELETED = new Set(['audit', 'file']);

/**
 * Updates the name in every column with entity names: `entity` of the kernel's tables, and fields with `x-names`.
 */
function nameUpdates(
  { from, table: { entity, area } }: EntityRename,
  shape: DatabaseShape,
  { tables }: Catalog,
): string[] {
  return shape.tables.flatMap((updated): string[] => {
    const current = tables.get(`${updated.schema}.${updated.name}`);
    if (!current || (updated.name === 'model' && updated.schema === 'kernel')) return [];
    const into = qualified(updated);
    if (updated.schema === 'kernel') {
      if (!current.columns.has('entity')) return [];
      const update = `update ${into} set entity = ${literal(entity)} where entity = ${literal(from)}`;
      return KEEPS_DELETED.has(updated.name)
        ? [update]
        : [`delete from ${into} where entity = ${literal(entity)}`, update];
    }
    return updated.columns
      .filter(({ name, names }) => names !== undefined && current.columns.has(name))
      .map(({ name, names }) => {
        const column = quote(name);
        return names === 'entity'
          ? `update ${into} set ${column} = ${literal(entity)}, rev = rev + 1 where ${column} = ${literal(from)}`
          : `update ${into} set ${column} = ${literal(`${area}.${entity}`)}, rev = rev + 1 where split_part(${column}, '.', 2) = ${literal(from)}`;
      });
  });
}
