import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import type { DatabaseShape } from '../../../generator/emit/ddl/shape.ts';
import type { Catalog } from './catalog.ts';
import { columnMark, constraintMark, functionMark, indexMark, triggerMark } from './marks.ts';

/** A model that the database was brought to: a row of `kernel.migration`. */
export interface AppliedModel {
  id: string;
  /** `modelHash` */
  model: string;
  /** `version` of package.json of the release that applied it */
  version: string;
  /** `2026-11-23 09:15 UTC` */
  at: string;
  /** id of the model before it in release order; null for the first */
  previous: string | null;
}

/** The model of the database and the models before it, the latest first. */
export interface Lineage {
  current?: AppliedModel;
  earlier: AppliedModel[];
}

/**
 * Why a model would take the database back: its release is older, the database has replaced it by another model, or it
 * lacks tables or columns that another release may have added.
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

/** Hash of all that a migration compares: two models with one hash need the same database. */
export function modelHash(shape: DatabaseShape): string {
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
    sorted(table.constraints.map((one) => [one.name, constraintMark(one)])),
    sorted(table.indexes.map((one) => [one.name, indexMark(one)])),
    sorted(table.triggers.map((one) => [one.name, triggerMark(one)])),
  ]);
  const functions = shape.functions.map((one) => [one.name, functionMark(one)]);
  return createHash('sha256')
    .update(JSON.stringify([sorted(tables), sorted(functions)]))
    .digest('hex')
    .slice(0, 32);
}

/** Reads which models the database has had; empty for a database of a release that did not record them. */
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
    const one = byId.get(id);
    if (one === undefined) break;
    earlier.push(one);
    id = one.previous;
  }
  return { ...(current === undefined ? {} : { current }), earlier };
}

/** Whether a plan takes the database back, and why. */
export function findDowngrade(
  { current, earlier }: Lineage,
  plan: { steps: readonly unknown[]; model: string; removals: readonly string[] },
  version: string,
): Downgrade | undefined {
  if (current === undefined || current.model === plan.model || plan.steps.length === 0) return undefined;
  const about = { current, version, removals: plan.removals };
  const order = compareVersions(version, current.version);
  if (order > 0) return undefined;
  if (order < 0) return { reason: 'olderRelease', ...about };
  if (earlier.some(({ model }) => model === plan.model)) return { reason: 'replaced', ...about };
  return plan.removals.length > 0 ? { reason: 'removal', ...about } : undefined;
}

/**
 * Id of the model before one that is applied now, in release order: the current model, unless the database returns to
 * an earlier one. Then it is the model that was before that one.
 */
export function previousOf({ current, earlier }: Lineage, model: string): string | null {
  const returned = earlier.find((one) => one.model === model);
  return returned ? returned.previous : (current?.id ?? null);
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
  return `The database has what these schemas do not: ${removals.join(', ')}. It was last changed ${applied}.`;
}
