import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import type { DatabaseShape } from '../../../generator/emit/ddl/shape.ts';
import type { Catalog } from './catalog.ts';
import { columnMark, constraintMark, functionMark, indexMark, triggerMark } from './marks.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** A model to which the database was migrated: a row of `kernel.migration`. */
export interface AppliedModel {
  id: string;
  /** `modelHash` */
  model: string;
  /** `version` of package.json of the release that applied it */
  version: string;
  /** `2026-11-23 09:15 UTC` */
  at: string;
  /** id of the preceding model in release order; null for the first */
  previous: string | null;
}

/** The current model of the database, and the models that precede it in release order, the latest first. */
export interface Lineage {
  current?: AppliedModel;
  earlier: AppliedModel[];
}

/**
 * Why a migration would be a downgrade:
 *
 * - `olderRelease`: the release is older than that of the database
 * - `replaced`: the database had this model earlier
 * - `removal`: the model lacks tables or columns that another release may have added
 */
export interface Downgrade {
  reason: 'olderRelease' | 'replaced' | 'removal';
  current: AppliedModel;
  version: string;
  removals: readonly string[];
}

/** The version of this release (`package.json`), by which releases are ordered. */
export const RELEASE = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** Hash of everything that a migration compares. Two models with the same hash need the same database. */
export const modelHash = cacheByObject(computeHash);

function computeHash(shape: DatabaseShape): string {
  const sorted = (rows: unknown[][]): unknown[][] => rows.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const tables = shape.tables.map((table) => [
    `${table.schema}.${table.name}`,
    table.entity,
    table.entityId,
    sorted(
      table.columns.map((column) => [
        column.name,
        column.id,
        column.type,
        column.nullable,
        column.collation,
        columnMark(column),
      ]),
    ),
    sorted(table.constraints.map((constraint) => [constraint.name, constraintMark(constraint)])),
    sorted(table.indexes.map((index) => [index.name, indexMark(index)])),
    sorted(table.triggers.map((trigger) => [trigger.name, triggerMark(trigger)])),
  ]);
  const functions = shape.functions.map((fn) => [fn.name, functionMark(fn)]);
  return createHash('sha256')
    .update(JSON.stringify([sorted(tables), sorted(functions)]))
    .digest('hex')
    .slice(0, 32);
}

/** Reads which models the database has had; empty if its release did not record models. */
export async function readLineage(client: ClientBase | Pool, catalog: Catalog): Promise<Lineage> {
  if (!catalog.tables.get('kernel.migration')?.columns.has('model')) return { earlier: [] };
  const { rows } = await client.query<AppliedModel>(
    `select id::text, model, version, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as at, previous::text
     from kernel."migration" where model is not null order by kernel."migration".id`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const current = rows.at(-1);
  const earlier: AppliedModel[] = [];
  for (let id = current?.previous ?? null; id !== null && earlier.length < rows.length;) {
    const applied = byId.get(id);
    if (applied === undefined) break;
    earlier.push(applied);
    id = applied.previous;
  }
  return { ...(current === undefined ? {} : { current }), earlier };
}

/** Finds out whether a plan is a downgrade, and why; undefined if it is none. */
export function findDowngrade(
  { current, earlier }: Lineage,
  plan: { steps: readonly unknown[]; model: string; removals: readonly string[] },
  version: string,
): Downgrade | undefined {
  if (current === undefined || current.model === plan.model || plan.steps.length === 0) return undefined;
  const details = { current, version, removals: plan.removals };
  const order = compareVersions(version, current.version);
  if (order > 0) return undefined;
  if (order < 0) return { reason: 'olderRelease', ...details };
  if (earlier.some(({ model }) => model === plan.model)) return { reason: 'replaced', ...details };
  return plan.removals.length > 0 ? { reason: 'removal', ...details } : undefined;
}

/**
 * Id of the model that precedes `model` in release order, when `model` is applied now: the current model. If the
 * database returns to an earlier model, it is the model that preceded the earlier one.
 */
export function previousOf({ current, earlier }: Lineage, model: string): string | null {
  const earlierUse = earlier.find((applied) => applied.model === model);
  return earlierUse ? earlierUse.previous : (current?.id ?? null);
}

/** Compares versions such as 1.12.0 number by number; negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.+-]/).map((part) => Number(part)));
  for (let index = 0; index < 3; index++) {
    const difference = (left![index] || 0) - (right![index] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The reason for refusing a downgrade, in one line. */
export function describeDowngrade({ reason, current, version, removals }: Downgrade): string {
  if (reason === 'olderRelease')
    return `The database belongs to a newer release: ${current.version}, since ${current.at}. This is release ${version}.`;
  const applied = `on ${current.at} by release ${current.version}`;
  if (reason === 'replaced') return `The database has a newer model than these schemas, applied ${applied}.`;
  return `These schemas lack what the database contains: ${removals.join(', ')}. It was last migrated ${applied}.`;
}
