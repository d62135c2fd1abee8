import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { rowsByKey } from '../../kernel/read/byKey.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow } from '../../kernel/write/save.ts';
import { violationText } from '../../messages.ts';

/**
 * Creates the rows of a file `<entity>.seed.json`. It is a list of request bodies that create rows, with children.
 * Unlike a request body, a row may contain read-only fields, and write a reference as the natural key of the target row
 * (`{"roleName": "Viewer"}`).
 *
 * A row is skipped if a live or deleted row has its key, or if it refers to a row that staff renamed or deleted.
 *
 * @returns number of created rows, not counting children
 * @throws Error with the name of the file and the number of the row that violates the schema
 */
export async function createSeedRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  path: string,
  context: Context,
): Promise<number> {
  const key = runtime.entity.key;
  let created = 0;
  for (const [index, seed] of (JSON.parse(readFileSync(path, 'utf8')) as Row[]).entries()) {
    try {
      const row = await resolveReferences(kernel, runtime, seed, context);
      if (!row) continue;
      const existing = await rowsByKey(runtime, { key, rows: [normalise(runtime, row)] }, context, {
        alsoDeleted: true,
        lock: true,
      });
      if (existing.size > 0) continue;
      const { body, values } = splitReadOnly(runtime, row);
      await createRow(kernel, { runtime, input: body, system: { values } }, context);
      created++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [violation] = error.violations;
      throw new Error(
        `${basename(path)} does not fit its schema: row ${index + 1}${violation ? `, ${violation.field}: ${violationText(context.language, violation)}` : `: ${error.key}`}`,
        { cause: error },
      );
    }
  }
  return created;
}

/**
 * Replaces references that are written as a natural key by the value of the referenced field, in the row and its
 * children. A child whose target row is missing is omitted.
 *
 * @returns undefined if the target row of a reference of the row itself is missing
 */
async function resolveReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  seed: Row,
  context: Context,
): Promise<Row | undefined> {
  const row = { ...seed };
  for (const [name, value] of Object.entries(seed)) {
    const ref = runtime.fields.get(name)?.ref;
    if (ref && isRow(value)) {
      row[name] = await resolveReference(kernel, ref, value, context);
      if (row[name] === undefined) return undefined;
    }
    if (!runtime.entity.children.some(({ entity }) => entity === name)) continue;
    const childRuntime = entityNamed(kernel, name);
    const children: Row[] = [];
    for (const childSeed of value as Row[]) {
      const child = await resolveReferences(kernel, childRuntime, childSeed, context);
      if (child) children.push(child);
    }
    row[name] = children;
  }
  return row;
}

/** The value of a reference to the row with this natural key; undefined if no row has it. */
async function resolveReference(
  kernel: Kernel,
  { entity, by }: { entity: string; by: string },
  key: Row,
  context: Context,
): Promise<unknown> {
  const target = entityNamed(kernel, entity);
  const query = { key: Object.keys(key), rows: [normalise(target, key)] };
  const [row] = (await rowsByKey(target, query, context, { lock: true })).values();
  return row?.[by];
}

/** Splits a row into the fields that callers may write (`body`) and the read-only fields (`values`). */
function splitReadOnly({ fields }: EntityRuntime, row: Row): { body: Row; values: Row } {
  const isReadOnly = ([name]: [string, unknown]): boolean => fields.get(name)?.readOnly === true;
  const entries = Object.entries(row);
  return {
    body: Object.fromEntries(entries.filter((entry) => !isReadOnly(entry))),
    values: Object.fromEntries(entries.filter(isReadOnly)),
  };
}

const normalise = ({ fields }: EntityRuntime, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? KINDS[field.kind].normalise(value, field) : value];
    }),
  );

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
