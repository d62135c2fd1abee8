import type { Entity, Model } from '../../model/entity.ts';
import { fieldChecks } from './fieldChecks.ts';
import { entityColumns, foreignKeys, liveFields, ZH } from './columns.ts';
import { entityIndexes } from './indexes.ts';
import { KERNEL_TABLES } from './kernel.ts';
import { WRITE_ONCE, writeOnceTriggers } from './writeOnce.ts';
import { modelLookups, type Lookups } from './lookups.ts';
import { entityForeignKeys } from './references.ts';
import { partsOf } from './parts.ts';
import type { DatabaseShape, EnforcedRule, Part, TableShape } from './shape.ts';
import { liveConstraint } from './liveConstraint.ts';
import { tableParts } from './tableParts.ts';

/** Shape of each model, cached because models are immutable. */
const shapes = new WeakMap<Model, DatabaseShape>();

/**
 * The database shape of a model.
 *
 * @throws Error for a rule that has no form in SQL but needs one, and for two objects with one name
 */
export function databaseShape(model: Model): DatabaseShape {
  let shape = shapes.get(model);
  if (!shape) shapes.set(model, (shape = build(model)));
  return shape;
}

/**
 * Name of each constraint, unique index and trigger → the rule that it enforces, to translate a refusal of PostgreSQL
 * into a message.
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
  const lookups = modelLookups(model);
  const targeted = targetedFields(model);
  const parts = partsOf(model);
  const tables = parts
    .filter((entity) => entity.extends === undefined)
    .map((entity) =>
      entityTable({
        entity,
        subtypes: parts.filter((part) => part.extends === entity.name),
        model,
        live: live.get(entity.name)!,
        targeted: targeted.get(entity.name) ?? new Set(),
        lookups,
      }),
    );
  refuseSharedNames(tables);
  return {
    extensions: ['btree_gist', 'pg_trgm'],
    schemas: ['kernel'],
    collations: [ZH],
    tables: [...KERNEL_TABLES, ...tables],
    functions: [
      ...(tables.some(({ triggers }) => triggers.some((one) => one.function === WRITE_ONCE.name)) ? [WRITE_ONCE] : []),
      ...lookups.functions,
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
  /** triggers of references; functions of keywords are added to it */
  lookups: Lookups;
}

function entityTable({ entity, subtypes, model, live, targeted, lookups }: EntityTable): TableShape {
  const all = [entity, ...subtypes];
  const objects = all.map((part) => tableObjects(part, model, part === entity ? targeted : new Set()));
  lookups.functions.push(...objects.flatMap(({ functions }) => functions));
  const constraints = [
    ...objects.flatMap((one) => one.constraints),
    ...[...targeted].map((field) => liveConstraint(entity, field)),
    ...all.flatMap((part) => entityForeignKeys(part, model)),
  ].sort((a, b) => CONSTRAINT_ORDER.indexOf(a.sort) - CONSTRAINT_ORDER.indexOf(b.sort));
  return {
    schema: 'public',
    name: entity.table,
    entity: entity.name,
    ...(subtypes.length > 0 ? { kinds: subtypes.map(({ name }) => name) } : {}),
    ...(entity.id === undefined ? {} : { entityId: entity.id }),
    area: entity.area,
    key: entity.key,
    columns: entityColumns(entity, subtypes, live),
    constraints: [{ name: `${entity.table}_pkey`, sort: 'primary', definition: 'primary key ("id")' }, ...constraints],
    indexes: objects.flatMap(({ indexes }) => indexes),
    triggers: [
      ...all.flatMap(writeOnceTriggers),
      ...objects.flatMap(({ triggers }) => triggers),
      ...lookups.triggers.filter((one) => one.entity === entity.name).map(({ trigger }) => trigger),
    ],
    remarks: [
      ...objects.flatMap(({ remarks }) => remarks),
      ...lookups.remarks.filter((one) => one.entity === entity.name).map(({ text }) => text),
    ],
  };
}

/** Database objects that the fields and keywords of an entity or subtype add to its table. */
function tableObjects(entity: Part, model: Model, targeted: ReadonlySet<string>) {
  const checks = fieldChecks(entity);
  const parts = tableParts(entity, { model, targeted });
  return {
    constraints: [...checks.constraints, ...parts.constraints],
    indexes: [...parts.indexes, ...entityIndexes(entity, model, parts)],
    triggers: parts.triggers,
    functions: parts.functions,
    remarks: [...checks.remarks, ...parts.remarks],
  };
}

/** The fields of each entity that a foreign key points to. */
function targetedFields(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const targeted = new Map<string, Set<string>>();
  for (const { ref } of partsOf(model).flatMap(foreignKeys)) {
    targeted.set(ref.entity, (targeted.get(ref.entity) ?? new Set()).add(ref.by));
  }
  return targeted;
}

/** A refusal states the name of the constraint only, so each name must belong to one rule. */
function refuseSharedNames(tables: readonly TableShape[]): void {
  const seen = new Map<string, string>();
  for (const table of tables) {
    for (const { name } of [...table.constraints, ...table.indexes, ...table.triggers]) {
      const other = seen.get(name);
      if (other !== undefined)
        throw new Error(
          `tables ${other} and ${table.name} both need the name ${name}: rename a rule or a field of one`,
        );
      seen.set(name, table.name);
    }
  }
}
