import type { DatabaseShape, TableShape } from '../../../generator/emit/ddl/shape.ts';
import { quote } from '../../../generator/emit/ddl/sql.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import { constraintMark, indexMark, triggerMark } from './marks.ts';
import type { TableChange } from './tableChange.ts';

export type Sort = 'constraint' | 'index' | 'trigger';

export interface StaleObject {
  sort: Sort;
  name: string;
  foreign: boolean;
}

/** The names of constraints, indexes and triggers that a table has and must lose, and of those that it lacks. */
export interface ObjectChange {
  stale: StaleObject[];
  missing: Record<Sort, ReadonlySet<string>>;
}

interface Wanted {
  mark: string;
  mentions: string;
  relies?: string | undefined;
}

/**
 * Compares constraints, indexes and triggers by their marks. One that has no mark and that the schema does not name was
 * added by someone else, and stays. A foreign key goes and comes back with the unique constraint that it relies on.
 */
export function objectChanges(changes: readonly TableChange[]): Map<TableShape, ObjectChange> {
  const result = new Map<TableShape, ObjectChange>();
  const doomed = new Set<string>();
  for (const change of changes) {
    const stale = staleObjects(change, () => false);
    stale.filter(({ sort }) => sort === 'constraint').forEach(({ name }) => doomed.add(name));
  }
  for (const change of changes) {
    const stale = staleObjects(change, (relies) => doomed.has(relies));
    const gone = new Set(stale.map(({ sort, name }) => `${sort} ${name}`));
    const missing = (sort: Sort) =>
      new Set(
        [...wanted(change.table, sort).keys()].filter(
          (name) => gone.has(`${sort} ${name}`) || !present(change.current, sort).has(name),
        ),
      );
    result.set(change.table, {
      stale,
      missing: { constraint: missing('constraint'), index: missing('index'), trigger: missing('trigger') },
    });
  }
  return result;
}

function staleObjects(change: TableChange, isDoomed: (relies: string) => boolean): ObjectChange['stale'] {
  const touched = [...change.touched].map(quote);
  return (['constraint', 'index', 'trigger'] as const).flatMap((sort) => {
    const wants = wanted(change.table, sort);
    return [...present(change.current, sort)].flatMap(([name, { mark, foreign }]) => {
      const want = wants.get(name);
      const stale = want
        ? want.mark !== mark ||
          touched.some((column) => want.mentions.includes(column)) ||
          (want.relies !== undefined && isDoomed(want.relies))
        : mark !== null;
      return stale ? [{ sort, name, foreign }] : [];
    });
  });
}

function wanted(table: TableShape, sort: Sort): Map<string, Wanted> {
  if (sort === 'constraint') {
    return new Map(
      table.constraints.map((one) => [
        one.name,
        { mark: constraintMark(one), mentions: one.definition, relies: one.relies },
      ]),
    );
  }
  if (sort === 'index')
    return new Map(table.indexes.map((one) => [one.name, { mark: indexMark(one), mentions: one.definition }]));
  return new Map(
    table.triggers.map((one) => [one.name, { mark: triggerMark(one), mentions: `${one.event} ${one.when}` }]),
  );
}

function present(table: CatalogTable, sort: Sort): Map<string, { mark: string | null; foreign: boolean }> {
  if (sort === 'constraint') return table.constraints;
  const marks = sort === 'index' ? table.indexes : table.triggers;
  return new Map([...marks].map(([name, mark]) => [name, { mark, foreign: false }]));
}

/** Trigger functions that the shape no longer has. */
export function staleFunctions(catalog: Catalog, shape: DatabaseShape): string[] {
  const wants = new Set(shape.functions.map(({ name }) => name));
  return [...catalog.functions].filter(([name, mark]) => mark !== null && !wants.has(name)).map(([name]) => name);
}
