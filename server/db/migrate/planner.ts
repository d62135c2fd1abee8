import type { ConstraintShape, DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { literal } from '../../../generator/emit/ddl/sql.ts';
import { tableName } from '../../../generator/compile/names.ts';
import type { Catalog, Remembered } from './catalog.ts';
import { rememberedEntity, renameEntities } from './entityRename.ts';
import { dropFunctionStep, dropObjectStep, dropTableStep, foundationSteps, functionStep } from './databaseSteps.ts';
import { modelHash } from './lineage.ts';
import { functionMark } from './marks.ts';
import { objectChanges, staleFunctions, type Sort, type StaleObject } from './objects.ts';
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
  shown,
  triggerStep,
} from './steps.ts';
import { tableChange, type TableChange } from './tableChange.ts';

/** A table of the schema `public` that an entity needs and that something else made. */
export class ForeignTable extends Error {
  override readonly name = 'ForeignTable';
}

/**
 * What turns the database that `found` describes into `shape`, in an order in which it can be done; no steps when
 * nothing differs. `remembered` is what `kernel.model` remembers.
 *
 * @throws ForeignTable rather than touch a table that no migration made
 */
export function planMigration(found: Catalog, shape: DatabaseShape, remembered: readonly Remembered[]): Plan {
  const { steps: entityRenames, catalog, memory } = renameEntities(found, shape, remembered);
  const known = Map.groupBy(memory, ({ entity }) => entity);
  const there = (table: TableShape) => catalog.tables.has(`${table.schema}.${table.name}`);
  const fresh = shape.tables.filter((table) => !there(table));
  const kept = shape.tables.filter(there);
  const foreign = kept.find(({ entity }) => entity !== undefined && !known.has(entity));
  if (foreign) {
    throw new ForeignTable(
      `table public.${foreign.name} is there already and was not made for ${foreign.entity}: rename it, or use another database`,
    );
  }

  const changes = kept.map((table) =>
    tableChange(table, catalog.tables.get(`${table.schema}.${table.name}`)!, known.get(table.entity ?? '') ?? []),
  );
  const objects = objectChanges(changes);
  const wanted = new Set(shape.tables.map(({ entity }) => entity));
  const doomed = [...known.keys()]
    .filter((entity) => !wanted.has(entity) && catalog.tables.has(`public.${tableName(entity)}`))
    .map(tableName);
  const stale = [
    ...changes.flatMap(({ table }) => objects.get(table)!.stale.map((object) => ({ table, object }))),
    ...foreignKeysOf(doomed, catalog),
  ];
  const renames = changes.map(renameSteps);
  // of a new table all is missing; its foreign keys and triggers wait until every table they may name is there
  const lacks =
    (table: TableShape, sort: Sort) =>
    ({ name }: { name: string }) =>
      objects.get(table)?.missing[sort].has(name) ?? true;
  const isKey = ({ sort }: ConstraintShape) => sort === 'foreign';

  const steps = [
    ...foundationSteps(catalog, shape),
    ...entityRenames,
    ...stale.filter(({ object }) => object.foreign).map(dropObjectStep),
    ...stale.filter(({ object }) => !object.foreign).map(dropObjectStep),
    ...doomed.map(dropTableStep),
    ...staleFunctions(catalog, shape).map(dropFunctionStep),
    ...changes.flatMap(dropColumnSteps),
    ...renames.flatMap(({ before }) => before),
    ...renames.flatMap(({ after }) => after),
    ...changes.flatMap(renamedHistoryStep),
    ...fresh.map(createTableStep),
    ...changes.flatMap((change) => [...alterColumnSteps(change), ...addColumnSteps(change)]),
    ...kept.flatMap((table) => [
      ...table.constraints
        .filter((one) => !isKey(one))
        .filter(lacks(table, 'constraint'))
        .map((one) => constraintStep(table, one)),
      ...table.indexes.filter(lacks(table, 'index')).map((one) => indexStep(table, one)),
    ]),
    ...shape.tables.flatMap((table) =>
      table.constraints
        .filter(isKey)
        .filter(lacks(table, 'constraint'))
        .map((one) => constraintStep(table, one)),
    ),
    ...shape.functions.filter((one) => catalog.functions.get(one.name) !== functionMark(one)).map(functionStep),
    ...shape.tables.flatMap((table) =>
      table.triggers.filter(lacks(table, 'trigger')).map((one) => triggerStep(table, one)),
    ),
    ...rememberSteps(shape, remembered),
  ];
  return {
    steps,
    model: modelHash(shape),
    removals: [
      ...doomed.map((name) => `table ${name}`),
      ...changes.flatMap((change) => removedColumns(change, memory)),
    ],
  };
}

/** Columns whose field is gone; neither one that only changes its type nor one that an index or key needed. */
function removedColumns({ table, dropped }: TableChange, memory: readonly Remembered[]): string[] {
  const isField = (name: string) => memory.some(({ entity, field }) => entity === table.entity && field === name);
  return dropped
    .filter(({ name, data, replaced }) => replaced !== true && (data || isField(name)))
    .map(({ name }) => `column ${shown(table)}.${name}`);
}

/** The foreign keys of tables that go: they may hold one another. */
function foreignKeysOf(
  tables: readonly string[],
  catalog: Catalog,
): { table: { schema: string; name: string }; object: StaleObject }[] {
  return tables.flatMap((name) =>
    [...catalog.tables.get(`public.${name}`)!.constraints]
      .filter(([, { foreign }]) => foreign)
      .map(([constraint]) => ({
        table: { schema: 'public', name },
        object: { sort: 'constraint', name: constraint, foreign: true },
      })),
  );
}

/** What the next migration must know: every field's x-id, and by `id` that the table is an entity's of ours. */
function rememberSteps(shape: DatabaseShape, memory: readonly Remembered[]): Step[] {
  const rows = shape.tables.flatMap(({ entity, columns, ...table }) =>
    entity === undefined
      ? []
      : [
          rememberedEntity({ ...table, columns, entity }),
          ...columns.flatMap(({ name, id }) => (id === undefined ? [] : [{ entity, field: name, id }])),
        ],
  );
  const text = ({ entity, field, id }: Remembered) => [entity, field, id].map(literal).join(', ');
  const wanted = new Set(rows.map(text));
  const held = new Set(memory.map(text));
  if (wanted.size === held.size && [...wanted].every((row) => held.has(row))) return [];
  const insert =
    wanted.size === 0
      ? []
      : [`insert into kernel."model" (entity, field, id) values ${[...wanted].map((row) => `(${row})`).join(', ')}`];
  return [
    {
      description: 'remember the model, to know renames by',
      sql: ['delete from kernel."model"', ...insert].join(';\n'),
    },
  ];
}
