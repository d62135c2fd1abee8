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
 * Creates the rows of a `<entity>.seed.json`: a list of bodies as a create takes them, children included. Two things
 * are allowed that a caller may not: read-only fields may be given, and a reference may be written as the natural key
 * of its row, `{"roleName": "Viewer"}`. Rows whose key is or was there are left as they are; those that refer to one
 * which staff renamed or deleted are left out.
 *
 * @returns how many rows were created, children not counted
 * @throws Error that names the file and the row which does not fit the schema
 */
export async function createSeedRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  path: string,
  context: Context,
): Promise<number> {
  const key = runtime.entity.key;
  let created = 0;
  for (const [index, written] of (JSON.parse(readFileSync(path, 'utf8')) as Row[]).entries()) {
    try {
      const row = await withReferences(kernel, runtime, written, context);
      if (!row) continue;
      const taken = await rowsByKey(runtime, { key, rows: [normalised(runtime, row)] }, context, {
        alsoDeleted: true,
        lock: true,
      });
      if (taken.size > 0) continue;
      const { body, values } = withoutReadOnly(runtime, row);
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
 * The row with every reference that is written as a natural key replaced by what the field holds; children likewise.
 * Undefined where one leads nowhere.
 */
async function withReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  written: Row,
  context: Context,
): Promise<Row | undefined> {
  const row = { ...written };
  for (const [name, value] of Object.entries(written)) {
    const ref = runtime.fields.get(name)?.ref;
    if (ref && isRow(value)) {
      row[name] = await referredTo(kernel, ref, value, context);
      if (row[name] === undefined) return undefined;
    }
    if (!runtime.entity.children.some(({ entity }) => entity === name)) continue;
    const below = entityNamed(kernel, name);
    const parts: Row[] = [];
    for (const part of value as Row[])
      parts.push(...[(await withReferences(kernel, below, part, context)) ?? []].flat());
    row[name] = parts;
  }
  return row;
}

async function referredTo(
  kernel: Kernel,
  { entity, by }: { entity: string; by: string },
  key: Row,
  context: Context,
): Promise<unknown> {
  const target = entityNamed(kernel, entity);
  const wanted = normalised(target, key);
  const [row] = (await rowsByKey(target, { key: Object.keys(key), rows: [wanted] }, context, { lock: true })).values();
  return row?.[by];
}

/** What a caller may write, and beside it what only the product may. */
function withoutReadOnly({ fields }: EntityRuntime, row: Row): { body: Row; values: Row } {
  const isReadOnly = ([name]: [string, unknown]): boolean => fields.get(name)?.readOnly === true;
  const entries = Object.entries(row);
  return {
    body: Object.fromEntries(entries.filter((entry) => !isReadOnly(entry))),
    values: Object.fromEntries(entries.filter(isReadOnly)),
  };
}

const normalised = ({ fields }: EntityRuntime, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? KINDS[field.kind].normalise(value, field) : value];
    }),
  );

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
