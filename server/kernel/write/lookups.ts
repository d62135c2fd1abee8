import { keysOf, optionalKeysOf } from '../../../generator/language/evaluation/lookups.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { userBinding, type Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel, Parent } from '../core.ts';
import type { Row } from '../row.ts';
import { coveringByKey, keyOf, latestByKey, rowsByKey } from '../read/byKey.ts';
import { ofCompaniesFilter } from '../read/access.ts';
import type { Values } from '../statement.ts';

/** The rows that the lookups of one row found, by name of the lookup. */
export type LookedUp = NonNullable<EvaluationContext['lookups']>;

/** Rows of one parent whose lookups are to be found. */
interface LookingUp {
  rows: readonly Row[];
  parent: Row | undefined;
  /**
   * set if `parent` differs from its stored row, or is not stored yet: lookups of the parent then find `parent`. `via`
   * is the reference of the rows to it
   */
  unsaved?: Pick<Parent, 'runtime' | 'via'>;
}

/**
 * Finds the rows of `x-lookup` for several rows of one parent, with one statement for each lookup. The caller needs no
 * right to the entity of the lookup. Rows of other companies are not found, because computed values would reveal their
 * figures.
 */
export async function lookUp(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, parent, unsaved }: LookingUp,
  context: Context,
): Promise<LookedUp[]> {
  const found: Record<string, Row | undefined>[] = rows.map(() => ({}));
  for (const { lookup, keyOf: lookupKey } of runtime.evaluator.lookups) {
    if (unsaved && findsParent(kernel, runtime, lookup, unsaved)) {
      for (const one of found) one[lookup.name] = parent;
      continue;
    }
    const fields = keysOf(lookup).map(({ field }) => field);
    const nullable = new Set(optionalKeysOf(lookup).map(({ field }) => field));
    const keys = rows.map((row, index) =>
      lookupKey(row, {
        today: context.today,
        user: userBinding(context),
        lookups: found[index]!,
        ...(parent ? { parent } : {}),
      }),
    );
    const distinct = new Map(keys.flatMap((key) => (key ? [[keyOf(fields, key, nullable)!, key] as const] : [])));
    const targets = await rowsByKeys(kernel, { lookup, fields, nullable, keys: [...distinct.values()] }, context);
    keys.forEach((key, index) => {
      found[index]![lookup.name] = key && targets.get(keyOf(fields, key, nullable)!);
    });
  }
  return found;
}

/** Whether a lookup of a child finds the child's parent: by the same field and value as the reference `via`. */
function findsParent(
  kernel: Kernel,
  { fields }: EntityRuntime,
  { entity, by }: Lookup,
  { runtime, via }: Pick<Parent, 'runtime' | 'via'>,
): boolean {
  const [key] = by;
  return (
    by.length === 1 &&
    key!.field === fields.get(via)?.ref?.by &&
    key!.expr === `self.${via}` &&
    entityNamed(kernel, entity).names.includes(runtime.entity.name)
  );
}

/** The distinct keys of rows for one lookup. */
interface LookupKeys {
  lookup: Lookup;
  /** fields of the other entity */
  fields: string[];
  nullable: ReadonlySet<string>;
  keys: Row[];
}

/** Finds the rows of one lookup, by the text of their key. */
async function rowsByKeys(
  kernel: Kernel,
  { lookup: { entity, latest, covering }, fields: key, nullable, keys }: LookupKeys,
  context: Context,
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map();
  const target = entityNamed(kernel, entity);
  const filter = (values: Values): string => ofCompaniesFilter({ kernel, context, values }, target);
  if (latest) return latestByKey(target, { key, keys, within: latest.within, filter }, context);
  if (covering) return coveringByKey(target, { key, keys, nullable, prefer: covering.prefer, filter }, context);
  return rowsByKey(target, { key, rows: keys }, context, { filter });
}

const NOTHING: LookedUp = {};

/** Finds the rows of `x-lookup` for one row. */
export async function lookUpOne(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, parent }: { row: Row; parent: Row | undefined },
  context: Context,
): Promise<LookedUp> {
  return runtime.evaluator.lookups.length === 0
    ? NOTHING
    : (await lookUp(kernel, runtime, { rows: [row], parent }, context))[0]!;
}
