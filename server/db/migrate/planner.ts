import type { ConstraintShape, DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { tableName } from '../../../generator/compile/names.ts';
import { literal } from '../../../generator/language/sqlText.ts';
import type { Catalog, SnapshotEntry } from './catalog.ts';
import { entitySnapshot, renameEntities } from './entityRename.ts';
import { dropFunctionStep, dropObjectStep, dropTableStep, prerequisiteSteps, functionStep } from './databaseSteps.ts';
import { modelHash } from './lineage.ts';
import { functionMark } from './marks.ts';
import { objectChanges, staleFunctions, type ObjectChange, type ObjectKind, type StaleObject } from './objects.ts';
import type { Plan, Step } from './plan.ts';
import {
  addColumnSteps,
  alterColumnSteps,
  constraintStep,
  createTableStep,
  dropColumnSteps,
  indexStep,
  renamedHistoryStep,
  renameSteps,
  displayName,
  triggerStep,
} from './steps.ts';
import { fillColumnSteps } from './fillColumns.ts';
import { tableChange, type TableChange } from './tableChange.ts';

/** A table of the schema `public` that an entity needs and that no migration created. */
export class ForeignTable extends Error {
  override readonly name = 'ForeignTable';
}

/**
 * Plans the steps from the database `found` to `shape`, in an executable order. Without differences the plan is empty.
 *
 * @param stored the schema snapshot of the last migration, from `kernel.model`
 * @throws ForeignTable for a table that no migration created
 */
export function planMigration(found: Catalog, shape: DatabaseShape, stored: readonly SnapshotEntry[]): Plan {
  const { steps: entityRenames, catalog, snapshot } = renameEntities(found, shape, stored);
  const snapshotOfEntity = Map.groupBy(snapshot, ({ entity }) => entity);
  const isPresent = (table: TableShape) => catalog.tables.has(`${table.schema}.${table.name}`);
  const present = shape.tables.filter(isPresent);
  refuseForeignTables(present, snapshotOfEntity);
  const changes = present.map((table) =>
    tableChange(
      table,
      catalog.tables.get(`${table.schema}.${table.name}`)!,
      snapshotOfEntity.get(table.entity ?? '') ?? [],
    ),
  );
  const entities = new Set(shape.tables.map(({ entity }) => entity));
  const removed = [...snapshotOfEntity.keys()]
    .filter((entity) => !entities.has(entity) && catalog.tables.has(`public.${tableName(entity)}`))
    .map(tableName);
  const missing = shape.tables.filter((table) => !isPresent(table));
  return {
    steps: [
      ...prerequisiteSteps(catalog, shape),
      ...entityRenames,
      ...tableSteps({ catalog, shape, changes, missing, present, removed }),
      ...snapshotSteps(shape, stored),
    ],
    model: modelHash(shape),
    removals: [
      ...removed.map((name) => `table ${name}`),
      ...changes.flatMap((change) => removedColumns(change, snapshot)),
    ],
  };
}

/** @throws ForeignTable for a table of an entity that is not in the snapshot */
function refuseForeignTables(tables: readonly TableShape[], snapshotOfEntity: ReadonlyMap<string, unknown>): void {
  const foreign = tables.find(({ entity }) => entity !== undefined && !snapshotOfEntity.has(entity));
  if (foreign)
    throw new ForeignTable(
      `table public.${foreign.name} exists, but no migration created it for ${foreign.entity}: rename the table, or use another database`,
    );
}

/** Tables of a migration: the tables of the shape (`missing` or `present`), and the names of `removed` tables. */
interface TablePlan {
  catalog: Catalog;
  shape: DatabaseShape;
  changes: readonly TableChange[];
  missing: readonly TableShape[];
  present: readonly TableShape[];
  removed: readonly string[];
}

function tableSteps({ catalog, shape, changes, missing, present, removed }: TablePlan): Step[] {
  const objects = objectChanges(changes);
  const stale = [
    ...changes.flatMap(({ table }) => objects.get(table)!.stale.map((object) => ({ table, object }))),
    ...foreignKeysOf(removed, catalog),
  ];
  const renames = changes.map(renameSteps);
  return [
    ...stale.filter(({ object }) => object.foreign).map(dropObjectStep),
    ...stale.filter(({ object }) => !object.foreign).map(dropObjectStep),
    ...removed.map(dropTableStep),
    ...staleFunctions(catalog, shape).map(dropFunctionStep),
    ...changes.flatMap(dropColumnSteps),
    ...renames.flatMap(({ before }) => before),
    ...renames.flatMap(({ after }) => after),
    ...changes.flatMap(renamedHistoryStep),
    ...missing.map(createTableStep),
    ...changes.flatMap((change) => [...alterColumnSteps(change), ...addColumnSteps(change)]),
    ...fillColumnSteps(changes),
    ...createObjectSteps({ catalog, shape, present }, objects),
  ];
}

/** Creates missing objects: foreign keys and triggers last, because they may refer to any table. */
function createObjectSteps(
  { catalog, shape, present }: Pick<TablePlan, 'catalog' | 'shape' | 'present'>,
  changes: ReadonlyMap<TableShape, ObjectChange>,
): Step[] {
  // a table without an entry in `changes` is new, and lacks all objects
  const isMissing =
    (table: TableShape, kind: ObjectKind) =>
    ({ name }: { name: string }) =>
      changes.get(table)?.missing[kind].has(name) ?? true;
  const isForeignKey = ({ type }: ConstraintShape) => type === 'foreign';
  return [
    ...present.flatMap((table) => [
      ...table.constraints
        .filter((constraint) => !isForeignKey(constraint))
        .filter(isMissing(table, 'constraint'))
        .map((constraint) => constraintStep(table, constraint)),
      ...table.indexes.filter(isMissing(table, 'index')).map((index) => indexStep(table, index)),
    ]),
    ...shape.tables.flatMap((table) =>
      table.constraints
        .filter(isForeignKey)
        .filter(isMissing(table, 'constraint'))
        .map((constraint) => constraintStep(table, constraint)),
    ),
    ...shape.functions.filter((fn) => catalog.functions.get(fn.name) !== functionMark(fn)).map(functionStep),
    ...shape.tables.flatMap((table) =>
      table.triggers.filter(isMissing(table, 'trigger')).map((trigger) => triggerStep(table, trigger)),
    ),
  ];
}

/** Columns of removed fields, without columns that only change their type or that the generator added for an index. */
function removedColumns({ table, dropped }: TableChange, snapshot: readonly SnapshotEntry[]): string[] {
  const isField = (name: string) => snapshot.some(({ entity, field }) => entity === table.entity && field === name);
  return dropped
    .filter(({ name, data, replaced }) => replaced !== true && (data || isField(name)))
    .map(({ name }) => `column ${displayName(table)}.${name}`);
}

/** The foreign keys of removed tables, which may refer to each other. */
function foreignKeysOf(
  tables: readonly string[],
  catalog: Catalog,
): { table: { schema: string; name: string }; object: StaleObject }[] {
  return tables.flatMap((name) =>
    [...catalog.tables.get(`public.${name}`)!.constraints]
      .filter(([, { foreign }]) => foreign)
      .map(([constraint]) => ({
        table: { schema: 'public', name },
        object: { kind: 'constraint', name: constraint, foreign: true },
      })),
  );
}

/** Stores the snapshot for the next migration: the `x-id` of every field, and an `id` row for each entity. */
function snapshotSteps(shape: DatabaseShape, snapshot: readonly SnapshotEntry[]): Step[] {
  const rows = shape.tables.flatMap(({ entity, columns, ...table }) =>
    entity === undefined
      ? []
      : [
          entitySnapshot({ ...table, columns, entity }),
          ...columns.flatMap(({ name, id }) => (id === undefined ? [] : [{ entity, field: name, id }])),
        ],
  );
  const text = ({ entity, field, id }: SnapshotEntry) => [entity, field, id].map(literal).join(', ');
  const current = new Set(rows.map(text));
  const former = new Set(snapshot.map(text));
  if (current.size === former.size && [...current].every((row) => former.has(row))) return [];
  const insert =
    current.size === 0
      ? []
      : [`insert into kernel."model" (entity, field, id) values ${[...current].map((row) => `(${row})`).join(', ')}`];
  return [{ description: 'store the schema snapshot', sql: ['delete from kernel."model"', ...insert].join(';\n') }];
}
