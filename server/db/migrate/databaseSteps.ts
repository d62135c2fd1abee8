import type { DatabaseShape, FunctionShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { qualified } from '../../../generator/emit/ddl/sql.ts';
import {
  createCollation,
  createExtension,
  createFunction,
  createSchema,
} from '../../../generator/emit/ddl/statements.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Catalog } from './catalog.ts';
import { markFunction } from './marks.ts';
import type { StaleObject } from './objects.ts';
import type { Step } from './plan.ts';
import { displayName } from './steps.ts';

/** Creates what tables need: extensions, schemas, collations. */
export function prerequisiteSteps(catalog: Catalog, shape: DatabaseShape): Step[] {
  return [
    ...shape.extensions
      .filter((name) => !catalog.extensions.has(name))
      .map((name) => ({ description: `create extension ${name}`, sql: createExtension(name) })),
    ...shape.schemas
      .filter((name) => !catalog.schemas.has(name))
      .map((name) => ({ description: `create schema ${name}`, sql: createSchema(name) })),
    ...shape.collations
      .filter(({ name }) => !catalog.collations.has(name))
      .map((collation) => ({
        description: `create collation ${collation.name} (${collation.locale})`,
        sql: createCollation(collation),
      })),
  ];
}

/** Drops a table of the schema `public` with its rows. */
export function dropTableStep(name: string): Step {
  const table = qualified({ schema: 'public', name });
  return {
    description: `drop table ${name}`,
    sql: `drop table ${table}`,
    probes: [{ effect: 'loses', table: name, text: 'with all their values', sql: `select count(*) from ${table}` }],
  };
}

/** Drops a constraint, index or trigger; a later step may create it again. */
export function dropObjectStep({
  table,
  object: { kind, name },
}: {
  table: Pick<TableShape, 'schema' | 'name'>;
  object: StaleObject;
}): Step {
  const sql = {
    constraint: `alter table ${qualified(table)} drop constraint ${quote(name)}`,
    index: `drop index ${table.schema}.${quote(name)}`,
    trigger: `drop trigger ${quote(name)} on ${qualified(table)}`,
  };
  return { description: `drop ${kind} ${name} of ${displayName(table)}`, sql: sql[kind] };
}

/** Creates or replaces a trigger function. */
export const functionStep = (fn: FunctionShape): Step => ({
  description: `define function kernel.${fn.name}`,
  sql: `${createFunction(fn)};\n${markFunction(fn)}`,
});

/** The step that drops a trigger function. */
export const dropFunctionStep = (name: string): Step => ({
  description: `drop function kernel.${name}`,
  sql: `drop function kernel.${quote(name)}()`,
});
