import type { DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { literal, qualified, quote } from '../../../generator/emit/ddl/sql.ts';
import { createCollation, createExtension, createFunction, createSchema } from '../../../generator/emit/ddl/statements.ts';
import { tableName } from '../../../generator/model/names.ts';
import type { Catalog, Remembered } from './catalog.ts';
import { functionMark, markFunction } from './marks.ts';
import { dropObject, objectChanges, staleFunctions } from './objects.ts';
import type { Plan, Step } from './plan.ts';
import { addColumnSteps, alterColumnSteps, constraintStep, createTableStep, dropColumnSteps, indexStep, renameSteps, shown, triggerStep } from './steps.ts';
import { tableChange } from './tableChange.ts';

/** A table of the schema `public` that an entity needs and that something else made. */
export class ForeignTable extends Error {
  override readonly name = 'ForeignTable';
}

/**
 * What turns the database that `catalog` describes into `shape`, in an order in which it can be done; no steps when
 * nothing differs. `memory` is what `kernel.model` remembers.
 *
 * @throws ForeignTable rather than touch a table that no migration made
 */
export function planMigration(catalog: Catalog, shape: DatabaseShape, memory: readonly Remembered[]): Plan {
  const known = Map.groupBy(memory, ({ entity }) => entity);
  const there = (table: TableShape) => catalog.tables.has(`${table.schema}.${table.name}`);
  const fresh = shape.tables.filter((table) => !there(table));
  const kept = shape.tables.filter(there);
  const foreign = kept.find(({ entity }) => entity !== undefined && !known.has(entity));
  if (foreign) throw new ForeignTable(`table public.${foreign.name} is there already and was not made for ${foreign.entity}: rename it, or use another database`);

  const changes = kept.map((table) => tableChange(table, catalog.tables.get(`${table.schema}.${table.name}`)!, known.get(table.entity ?? '') ?? []));
  const objects = objectChanges(changes);
  const stale = changes.flatMap(({ table }) => objects.get(table)!.stale.map((object) => ({ table, object })));
  const wanted = new Set(shape.tables.map(({ entity }) => entity));
  const doomed = [...known.keys()].filter((entity) => !wanted.has(entity)).map((entity) => ({ schema: 'public', name: tableName(entity) }))
    .filter(({ schema, name }) => catalog.tables.has(`${schema}.${name}`));
  const doomedKeys = doomed.flatMap((table) => [...catalog.tables.get(`public.${table.name}`)!.constraints]
    .flatMap(([name, { foreign: isForeign }]) => (isForeign ? [{ table, object: { sort: 'constraint' as const, name, foreign: true } }] : [])));
  const drop = ({ table, object }: (typeof stale | typeof doomedKeys)[number]): Step => ({ description: `drop ${object.sort} ${object.name} of ${shown(table)}`, sql: dropObject(table, object) });
  const renames = changes.map(renameSteps);
  // a foreign key or trigger of a new table may name any other table, and a changed one any new table
  const missing = (table: TableShape, sort: 'constraint' | 'trigger') => (one: { name: string }) => objects.get(table)?.missing[sort].has(one.name) ?? true;

  return { steps: [
    ...foundationSteps(catalog, shape),
    ...[...stale, ...doomedKeys].filter(({ object }) => object.foreign).map(drop),
    ...stale.filter(({ object }) => !object.foreign).map(drop),
    ...doomed.map(dropTableStep),
    ...staleFunctions(catalog, shape).map((name) => ({ description: `drop function kernel.${name}`, sql: `drop function kernel.${quote(name)}()` })),
    ...changes.flatMap(dropColumnSteps),
    ...renames.flatMap(({ before }) => before),
    ...renames.flatMap(({ after }) => after),
    ...fresh.map(createTableStep),
    ...changes.flatMap((change) => [...alterColumnSteps(change), ...addColumnSteps(change)]),
    ...changes.flatMap(({ table }) => [
      ...table.constraints.filter((one) => one.sort !== 'foreign' && objects.get(table)!.missing.constraint.has(one.name)).map((one) => constraintStep(table, one)),
      ...table.indexes.filter((one) => objects.get(table)!.missing.index.has(one.name)).map((one) => indexStep(table, one)),
    ]),
    ...shape.tables.flatMap((table) => table.constraints.filter((one) => one.sort === 'foreign').filter(missing(table, 'constraint')).map((one) => constraintStep(table, one))),
    ...shape.functions.filter((fn) => catalog.functions.get(fn.name) !== functionMark(fn)).map((fn) => ({ description: `define function kernel.${fn.name}`, sql: `${createFunction(fn)};\n${markFunction(fn)}` })),
    ...shape.tables.flatMap((table) => table.triggers.filter(missing(table, 'trigger')).map((one) => triggerStep(table, one))),
    ...rememberSteps(shape, memory),
  ] };
}

function foundationSteps(catalog: Catalog, shape: DatabaseShape): Step[] {
  return [
    ...shape.extensions.filter((name) => !catalog.extensions.has(name)).map((name) => ({ description: `create extension ${name}`, sql: createExtension(name) })),
    ...shape.schemas.filter((name) => !catalog.schemas.has(name)).map((name) => ({ description: `create schema ${name}`, sql: createSchema(name) })),
    ...shape.collations.filter(({ name }) => !catalog.collations.has(name)).map((one) => ({ description: `create collation ${one.name} (${one.locale})`, sql: createCollation(one) })),
  ];
}

function dropTableStep(table: { schema: string; name: string }): Step {
  return {
    description: `drop table ${table.name}`,
    sql: `drop table ${qualified(table)}`,
    probes: [{ effect: 'loses', table: table.name, text: 'with all that they hold', sql: `select count(*) from ${qualified(table)}` }],
  };
}

/** What the next migration must know: every field's x-id, and by `id` that the table is an entity's of ours. */
function rememberSteps(shape: DatabaseShape, memory: readonly Remembered[]): Step[] {
  const rows = shape.tables.flatMap(({ entity, columns }) => (entity === undefined ? [] : [
    { entity, field: 'id', id: 'id' },
    ...columns.flatMap(({ name, id }) => (id === undefined ? [] : [{ entity, field: name, id }])),
  ]));
  const text = ({ entity, field, id }: Remembered) => [entity, field, id].map(literal).join(', ');
  const wanted = new Set(rows.map(text));
  const held = new Set(memory.map(text));
  if (wanted.size === held.size && [...wanted].every((row) => held.has(row))) return [];
  const insert = wanted.size === 0 ? [] : [`insert into kernel."model" (entity, field, id) values ${[...wanted].map((row) => `(${row})`).join(', ')}`];
  return [{ description: 'remember the model, to know renames by', sql: ['delete from kernel."model"', ...insert].join(';\n') }];
}
