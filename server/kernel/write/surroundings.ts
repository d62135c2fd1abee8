import { lookedUp, readOf } from '../../../generator/language/evaluation/lookups.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { hiddenFields, permit } from '../rights.ts';
import { lookUp } from './lookups.ts';
import { normalised } from './normalise.ts';
import { storedParentsOf } from './parent.ts';

/** What formulae and rules read beside a row that is being filled in. */
export interface Surroundings {
  parent: Row | null;
  lookups: Record<string, Row | null>;
}

/** Rows of one call, as many as a bulk call takes. */
const MOST_ITEMS = 1000;

/**
 * The parents of rows and the rows that their lookups find, for a form or a table that works its formulae out while a
 * person types. Of each, only the fields that the entity's expressions read, and that the reader may see.
 *
 * @param items of each row the values by which they are found; what else it has is passed over
 * @returns the surroundings of each, in the order of the items
 * @throws Refusal 400 for too many items, or what is no list of rows; 403 without the right to the entity
 */
export async function surroundingsOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  items: unknown,
  context: Context,
): Promise<Surroundings[]> {
  permit(kernel, runtime, 'query', context);
  if (!Array.isArray(items) || items.some((item) => typeof item !== 'object' || item === null || Array.isArray(item)))
    throw refused('MSG_generic_0005', {});
  if (items.length > MOST_ITEMS) throw refused('MSG_generic_0012', { max: MOST_ITEMS });
  const { entity } = runtime;
  const read = lookedUp(entity, kernel.registry.model);
  const readOfParent = readOf(entity, 'parent');
  const rows = (items as Row[]).map((item) =>
    Object.fromEntries(
      Object.entries(item).flatMap(([name, value]) => {
        const field = runtime.fields.get(name);
        return field ? [[name, normalised(value, field)]] : [];
      }),
    ),
  );
  const vias = entity.parents.map(({ via }) => via);
  const around: Surroundings[] = [];
  // rows below one parent are looked up together
  for (const siblings of Map.groupBy(rows.keys(), (index) =>
    JSON.stringify(vias.map((via) => rows[index]![via])),
  ).values()) {
    const [parent] = await storedParentsOf(kernel, runtime, rows[siblings[0]!]!, context);
    const found = await lookUp(
      kernel,
      runtime,
      { rows: siblings.map((index) => rows[index]!), parent: parent?.row },
      context,
    );
    siblings.forEach((index, place) => {
      const own = found[place]!;
      around[index] = {
        parent: parent ? only(parent.row, readOfParent, parent.runtime, context) : null,
        lookups: Object.fromEntries(
          entity.lookups.map(({ name, entity: target }) => [
            name,
            own[name] ? only(own[name], read[name]!, entityNamed(kernel, target), context) : null,
          ]),
        ),
      };
    });
  }
  return around;
}

const refused = (key: string, params: Row): Refusal =>
  new Refusal('invalid', key, params, [{ field: 'items', key, params }]);

/** The fields of a row that were asked for and that the reader may see. */
function only(row: Row, names: readonly string[], runtime: EntityRuntime, { user }: Context): Row {
  const hidden = hiddenFields(runtime, user);
  return Object.fromEntries(names.filter((name) => name in row && !hidden.has(name)).map((name) => [name, row[name]]));
}
