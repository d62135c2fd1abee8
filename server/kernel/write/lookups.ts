import { keysOf, optionalKeysOf } from '../../../generator/language/evaluation/lookups.ts';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { userBinding, type Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { coveringByKey, keyOf, latestByKey, rowsByKey } from '../read/byKey.ts';
import { ofCompaniesFilter } from '../read/access.ts';
import type { Values } from '../statement.ts';

/** The rows that the lookups of one row found, by name of the lookup. */
export type LookedUp = NonNullable<EvaluationContext['lookups']>;

/**
 * Finds the rows of `x-lookup` for several rows of one parent, with one statement for each lookup. The caller needs no
 * right to the entity of the lookup. Rows of other companies are not found, because computed values would reveal their
 * figures.
 */
export async function lookUp(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, parent }: { rows: readonly Row[]; parent: Row | undefined },
  context: Context,
): Promise<LookedUp[]> {
  const found: Record<string, Row | undefined>[] = rows.map(() => ({}));
  for (const { lookup, keyOf: lookupKey } of runtime.evaluator.lookups) {
    const target = entityNamed(kernel, lookup.entity);
    const { latest, covering } = lookup;
    const filter = (values: Values): string => ofCompaniesFilter({ kernel, context, values }, target);
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
    const targets =
      distinct.size === 0
        ? new Map<string, Row>()
        : await (latest
            ? latestByKey(target, { key: fields, keys: [...distinct.values()], within: latest.within, filter }, context)
            : covering
              ? coveringByKey(
                  target,
                  { key: fields, keys: [...distinct.values()], nullable, prefer: covering.prefer, filter },
                  context,
                )
              : rowsByKey(target, { key: fields, rows: [...distinct.values()] }, context, { filter }));
    keys.forEach((key, index) => {
      found[index]![lookup.name] = key && targets.get(keyOf(fields, key, nullable)!);
    });
  }
  return found;
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
