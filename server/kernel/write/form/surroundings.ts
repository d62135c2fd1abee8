import { lookedUp, readOf } from '../../../../generator/language/evaluation/lookups.ts';
import { type Refusal, refuseField } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { entityNamed } from '../../kernel.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { hiddenFields, permit } from '../../rights.ts';
import { lookUp } from '../lookups.ts';
import { normalised } from '../normalise.ts';
import { readAncestors } from '../parent.ts';

/** The rows that formulas and rules read besides the row in a form. */
export interface Surroundings {
  parent: Row | null;
  lookups: Record<string, Row | null>;
}

/** Limit of rows in one call, as in a bulk call. */
const MAX_ITEMS = 1000;

/**
 * Finds the parents of rows and the rows of their lookups, for a form or table that computes while a user types. They
 * have only the fields that expressions of the entity read and that the user may see.
 *
 * @param items values of each row, with its parent and the keys of its lookups; unknown fields are skipped
 * @returns the surroundings of each row, in the order of the items
 * @throws Refusal 400 for too many items or an invalid list, 403 without the right to the entity
 */
export async function surroundingsOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  items: unknown,
  context: Context,
): Promise<Surroundings[]> {
  permit(kernel, runtime, 'query', context);
  const rows = requireRows(items).map((item) => normalisedRow(runtime, item));
  const vias = runtime.entity.parents.map(({ via }) => via);
  const surroundings: Surroundings[] = [];
  // lookups for all rows of one parent use one statement
  const families = Map.groupBy(rows.keys(), (index) => JSON.stringify(vias.map((via) => rows[index]![via])));
  for (const indexes of families.values()) {
    const siblings = indexes.map((index) => rows[index]!);
    const found = await surroundingsOfSiblings(kernel, runtime, siblings, context);
    indexes.forEach((index, position) => (surroundings[index] = found[position]!));
  }
  return surroundings;
}

/** Checks that the items are a list of objects. @throws Refusal (400) if not, or if there are too many */
function requireRows(items: unknown): Row[] {
  if (!Array.isArray(items) || items.some((item) => typeof item !== 'object' || item === null || Array.isArray(item)))
    throw refused('MSG_generic_0005', {});
  if (items.length > MAX_ITEMS) throw refused('MSG_generic_0012', { max: MAX_ITEMS });
  return items as Row[];
}

/** The known fields of an item, normalised. */
const normalisedRow = ({ fields }: EntityRuntime, item: Row): Row =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const field = fields.get(name);
      return field ? [[name, normalised(value, field)]] : [];
    }),
  );

/** The surroundings of rows with the same parent. */
async function surroundingsOfSiblings(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Row[],
  context: Context,
): Promise<Surroundings[]> {
  const { entity } = runtime;
  const readOfLookups = lookedUp(entity, kernel.registry.model);
  const [parent] = await readAncestors(kernel, runtime, rows[0]!, context);
  const found = await lookUp(kernel, runtime, { rows, parent: parent?.row }, context);
  return found.map((own) => ({
    parent: parent ? visiblePart(parent.row, readOf(entity, 'parent'), parent.runtime, context) : null,
    lookups: Object.fromEntries(
      entity.lookups.map(({ name, entity: target }) => [
        name,
        own[name] ? visiblePart(own[name], readOfLookups[name]!, entityNamed(kernel, target), context) : null,
      ]),
    ),
  }));
}

const refused = (key: string, params: Row): Refusal => refuseField('items', key, params);

/** The fields `names` of a row that the reader may see. */
function visiblePart(row: Row, names: readonly string[], runtime: EntityRuntime, { user }: Context): Row {
  const hidden = hiddenFields(runtime, user);
  return Object.fromEntries(names.filter((name) => name in row && !hidden.has(name)).map((name) => [name, row[name]]));
}
