import type { DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import { constraintMark, indexMark, triggerMark } from './marks.ts';
import type { TableChange } from './tableChange.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** Objects that belong to a table and are dropped by name. */
export type ObjectKind = 'constraint' | 'index' | 'trigger';

const OBJECT_KINDS: readonly ObjectKind[] = ['constraint', 'index', 'trigger'];

/** An object to drop. */
export interface StaleObject {
  kind: ObjectKind;
  name: string;
  foreign: boolean;
}

/** Constraints, indexes and triggers of a table: the objects to drop, and the names of the objects to create. */
export interface ObjectChange {
  stale: StaleObject[];
  missing: Record<ObjectKind, ReadonlySet<string>>;
}

/** An object of the schema. `definition` contains the columns that it depends on. */
interface RequiredObject {
  mark: string;
  definition: string;
  /** name of the unique constraint that a foreign key depends on */
  relies?: string | undefined;
}

/**
 * Compares constraints, indexes and triggers by their marks. An object that has no mark and is not in the schema was
 * not created by a migration, and is kept. A foreign key is dropped and created again together with the unique
 * constraint on which it depends.
 */
export function objectChanges(changes: readonly TableChange[]): Map<TableShape, ObjectChange> {
  const result = new Map<TableShape, ObjectChange>();
  const dropped = new Set<string>();
  for (const change of changes) {
    const stale = staleObjects(change, () => false);
    stale.filter(({ kind }) => kind === 'constraint').forEach(({ name }) => dropped.add(name));
  }
  for (const change of changes) {
    const stale = staleObjects(change, (relies) => dropped.has(relies));
    const isStale = (kind: ObjectKind, name: string) => stale.some((one) => one.kind === kind && one.name === name);
    const missing = (kind: ObjectKind) =>
      new Set(
        [...requiredObjects(change.table, kind).keys()].filter(
          (name) => isStale(kind, name) || !existingObjects(change.current, kind).has(name),
        ),
      );
    result.set(change.table, {
      stale,
      missing: { constraint: missing('constraint'), index: missing('index'), trigger: missing('trigger') },
    });
  }
  return result;
}

function staleObjects(change: TableChange, isDropped: (constraint: string) => boolean): StaleObject[] {
  const touched = [...change.touched].map(quote);
  return OBJECT_KINDS.flatMap((kind) => {
    const required = requiredObjects(change.table, kind);
    return [...existingObjects(change.current, kind)].flatMap(([name, { mark, foreign }]) => {
      const target = required.get(name);
      const isStale = target
        ? target.mark !== mark ||
          touched.some((column) => target.definition.includes(column)) ||
          (target.relies !== undefined && isDropped(target.relies))
        : mark !== null;
      return isStale ? [{ kind, name, foreign }] : [];
    });
  });
}

type RequiredObjects = Record<ObjectKind, Map<string, RequiredObject>>;

function requiredObjects(table: TableShape, kind: ObjectKind): Map<string, RequiredObject> {
  return requiredObjectsOf(table)[kind];
}

const requiredObjectsOf = cacheByObject(({ constraints, indexes, triggers }: TableShape): RequiredObjects => ({
  constraint: new Map(
    constraints.map((constraint) => {
      const { name, definition, relies } = constraint;
      return [name, { mark: constraintMark(constraint), definition, relies }];
    }),
  ),
  index: new Map(indexes.map((index) => [index.name, { mark: indexMark(index), definition: index.definition }])),
  trigger: new Map(
    triggers.map((trigger) => [
      trigger.name,
      { mark: triggerMark(trigger), definition: `${trigger.event} ${trigger.when}` },
    ]),
  ),
}));

function existingObjects(
  table: CatalogTable,
  kind: ObjectKind,
): Map<string, { mark: string | null; foreign: boolean }> {
  if (kind === 'constraint') return table.constraints;
  const marks = kind === 'index' ? table.indexes : table.triggers;
  return new Map([...marks].map(([name, mark]) => [name, { mark, foreign: false }]));
}

/** Trigger functions that the shape no longer has. */
export function staleFunctions(catalog: Catalog, shape: DatabaseShape): string[] {
  const required = new Set(shape.functions.map(({ name }) => name));
  return [...catalog.functions].filter(([name, mark]) => mark !== null && !required.has(name)).map(([name]) => name);
}
