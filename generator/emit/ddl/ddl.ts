import type { Entity, Model } from '../../model/entity.ts';
import { fieldChecks } from './fieldChecks.ts';
import { entityColumns, foreignKeys, liveFields, PINYIN } from './columns.ts';
import { entityIndexes } from './indexes.ts';
import { KERNEL_TABLES } from './kernel.ts';
import { WRITE_ONCE, writeOnceTriggers } from './writeOnce.ts';
import { referenceTriggers, type ReferenceTriggers } from './referenceTriggers.ts';
import { entityForeignKeys } from './references.ts';
import { entityPartsOf } from './entityParts.ts';
import type { ColumnShape, DatabaseShape, EnforcedRule, EntityPart, FunctionShape, TableShape } from './shape.ts';
import { liveConstraint } from './liveConstraint.ts';
import { keywordObjects } from './keywordObjects.ts';
import { cacheByObject } from '../../language/cacheByObject.ts';

/**
 * The database shape of a model.
 *
 * @throws Error if a rule needs SQL and cannot be printed as SQL, or if two objects have the same name
 */
export const databaseShape = cacheByObject(build);

/**
 * The enforced rule of each constraint, unique index and trigger, by name. The server uses it to translate an error of
 * PostgreSQL into a message.
 */
export function constraintIndex(model: Model): ReadonlyMap<string, EnforcedRule> {
  const named = databaseShape(model).tables.flatMap((table) => [
    ...table.constraints,
    ...table.indexes,
    ...table.triggers,
  ]);
  return new Map(named.flatMap(({ name, rule }) => (rule ? [[name, rule]] : [])));
}

function build(model: Model): DatabaseShape {
  const live = liveFields(model);
  const references = referenceTriggers(model);
  const targeted = targetedFields(model);
  const parts = entityPartsOf(model);
  const built = parts
    .filter((entity) => entity.extends === undefined)
    .map((entity) =>
      entityTable({
        entity,
        subtypes: parts.filter((part) => part.extends === entity.name),
        model,
        live: live.get(entity.name)!,
        targeted: targeted.get(entity.name) ?? new Set(),
        references,
      }),
    );
  const tables = built.map(({ table }) => table);
  checkNamesAreUnique(tables);
  return {
    extensions: ['btree_gist', 'pg_trgm'],
    schemas: ['kernel'],
    collations: [PINYIN],
    tables: [...KERNEL_TABLES, ...tables],
    functions: [
      ...(tables.some(({ triggers }) => triggers.some((trigger) => trigger.function === WRITE_ONCE.name))
        ? [WRITE_ONCE]
        : []),
      ...references.functions,
      ...built.flatMap(({ functions }) => functions),
    ],
  };
}

/** Constraints of a table are created in this order. */
const CONSTRAINT_ORDER = ['check', 'unique', 'exclude', 'foreign'];

/** Input for the table of an entity and its subtypes. */
interface EntityTable {
  entity: Entity;
  subtypes: readonly Entity[];
  model: Model;
  /** fields with a `$live` column */
  live: ReadonlySet<string>;
  /** fields that a foreign key points to */
  targeted: ReadonlySet<string>;
  references: Pick<ReferenceTriggers, 'triggers' | 'remarks'>;
}

/** The table of an entity, and the functions that the triggers of its keywords call. */
function entityTable({ entity, subtypes, model, live, targeted, references }: EntityTable): {
  table: TableShape;
  functions: FunctionShape[];
} {
  const parts = [entity, ...subtypes];
  const objects = parts.map((part) => tableObjects(part, model, part === entity ? targeted : new Set()));
  const constraints = [
    ...objects.flatMap((added) => added.constraints),
    ...[...targeted].map((field) => liveConstraint(entity, field)),
    ...parts.flatMap((part) => entityForeignKeys(part, model)),
  ].sort((a, b) => CONSTRAINT_ORDER.indexOf(a.type) - CONSTRAINT_ORDER.indexOf(b.type));
  const table: TableShape = {
    schema: 'public',
    name: entity.table,
    entity: entity.name,
    ...(subtypes.length > 0 ? { kinds: subtypes.map(({ name }) => name) } : {}),
    ...(entity.id === undefined ? {} : { entityId: entity.id }),
    area: entity.area,
    key: entity.key,
    columns: entityColumns(entity, subtypes, live).map((column) => withCopies(column, parts, model)),
    constraints: [{ name: `${entity.table}_pkey`, type: 'primary', definition: 'primary key ("id")' }, ...constraints],
    indexes: objects.flatMap(({ indexes }) => indexes),
    triggers: [
      ...parts.flatMap(writeOnceTriggers),
      ...objects.flatMap(({ triggers }) => triggers),
      ...references.triggers.filter((added) => added.entity === entity.name).map(({ trigger }) => trigger),
    ],
    remarks: [
      ...objects.flatMap(({ remarks }) => remarks),
      ...references.remarks.filter((added) => added.entity === entity.name).map(({ text }) => text),
    ],
  };
  return { table, functions: objects.flatMap(({ functions }) => functions) };
}

/** A column with the fields of other rows that it copies (`x-compute.follows`). */
function withCopies(column: ColumnShape, parts: readonly Entity[], { entities }: Model): ColumnShape {
  const copies = Object.values(entities).flatMap(({ table, derivedCopies = [] }) =>
    derivedCopies
      .filter(({ entity, field }) => field === column.name && parts.some(({ name }) => name === entity))
      .map(({ of, via, by }) => ({ table, of, via, by })),
  );
  return copies.length > 0 ? { ...column, copies } : column;
}

/** Database objects that the fields and keywords of an entity or subtype add to its table. */
function tableObjects(entity: EntityPart, model: Model, targeted: ReadonlySet<string>) {
  const checks = fieldChecks(entity);
  const objects = keywordObjects(entity, { model, targeted });
  return {
    constraints: [...checks.constraints, ...objects.constraints],
    indexes: [...objects.indexes, ...entityIndexes(entity, model, objects)],
    triggers: objects.triggers,
    functions: objects.functions,
    remarks: [...checks.remarks, ...objects.remarks],
  };
}

/** The fields of each entity that a foreign key points to. */
function targetedFields(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const targeted = new Map<string, Set<string>>();
  for (const { ref } of entityPartsOf(model).flatMap(foreignKeys)) {
    targeted.set(ref.entity, (targeted.get(ref.entity) ?? new Set()).add(ref.by));
  }
  return targeted;
}

/** An error of PostgreSQL names only the constraint, so each name must belong to one rule. @throws Error otherwise */
function checkNamesAreUnique(tables: readonly TableShape[]): void {
  const seen = new Map<string, string>();
  for (const table of tables) {
    for (const { name } of [...table.constraints, ...table.indexes, ...table.triggers]) {
      const other = seen.get(name);
      if (other !== undefined)
        throw new Error(
          `tables ${other} and ${table.name} both need the name ${name}: rename a rule or a field of one of them`,
        );
      seen.set(name, table.name);
    }
  }
}
