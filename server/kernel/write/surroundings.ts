import { lookedUp, readOf } from '../../../generator/language/judge/lookups.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, permit } from '../rights.ts';
import type { Row } from './body.ts';
import { lookUpOne } from './lookups.ts';
import { normalised } from './normalise.ts';
import { wholesOf } from './parent.ts';

/** What formulae and rules read beside a row that is being filled in. */
export interface Surroundings { parent: Row | null; lookups: Record<string, Row | null> }

/**
 * The parent of a row and the rows that its lookups find, for a form that works its formulae out while a person types. Of each, only
 * the fields that the entity's expressions read, and that the reader may see.
 *
 * @param body the values by which they are found; what else it has is passed over
 * @throws Refusal 403 without the right to the entity
 */
export async function surroundingsOf(kernel: Kernel, runtime: EntityRuntime, body: Row, context: Context): Promise<Surroundings> {
  permit(kernel, runtime, 'query', context);
  const { entity } = runtime;
  const { model } = kernel.registry;
  const row = Object.fromEntries(Object.entries(body).flatMap(([name, value]) => { const field = runtime.fields.get(name); return field ? [[name, normalised(value, field)]] : []; }));
  const [parent] = await wholesOf(kernel, runtime, row, context);
  const found = await lookUpOne(kernel, runtime, row, parent?.row, context);
  const read = lookedUp(entity, model);
  return {
    parent: parent ? only(parent.row, readOf(entity, 'parent'), parent.runtime, context) : null,
    lookups: Object.fromEntries(entity.lookups.map(({ name, entity: target }) => [name, found[name] ? only(found[name], read[name]!, entityNamed(kernel, target), context) : null])),
  };
}

/** The fields of a row that were asked for and that the reader may see. */
function only(row: Row, names: readonly string[], runtime: EntityRuntime, { user }: Context): Row {
  const hidden = hiddenFields(runtime, user);
  return Object.fromEntries(names.filter((name) => name in row && !hidden.has(name)).map((name) => [name, row[name]]));
}
