import { labelIn } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import { entityNamed } from '../kernel.ts';
import { knownEntity } from '../knownEntity.ts';
import { choicesPage } from '../read/list.ts';
import { asChooser, may } from '../rights.ts';
import type { Row } from '../row.ts';

/** A record that a document refers to, as far as the user may see it. */
export interface Referenced {
  entity: Entity;
  row: Row;
}

/** Values of a reference → titles of the records. */
export type Titles = ReadonlyMap<string, string>;

/** Reads the record that a field of a row refers to; undefined if there is none, or the user may not see it. */
export async function readReferenced(
  kernel: Kernel,
  { ref, name }: Field,
  row: Row,
  context: Context,
): Promise<Referenced | undefined> {
  if (!ref || row[name] === null || row[name] === undefined) return undefined;
  const matched = Object.entries(ref.match ?? {}).map(([own, of]) => ({ name: of, type: 'equal', value: row[own] }));
  if (matched.some(({ value }) => value === null || value === undefined)) return undefined;
  const where = [{ name: ref.by, type: 'equal', value: row[name] }, ...matched];
  const [found, ...others] = await readChoices(kernel, ref, where, context);
  return found && others.length === 0 ? { entity: seenEntity(kernel, ref, context), row: found } : undefined;
}

/** The titles of the records that a reference can point to, for some of its values. */
export async function readTitles(
  kernel: Kernel,
  ref: Ref,
  values: readonly string[],
  context: Context,
): Promise<Titles> {
  const entity = seenEntity(kernel, ref, context);
  // a currency is known by its code
  if (ref.bare || entity.currencies || values.length === 0) return new Map();
  const rows = await readChoices(kernel, ref, [{ name: ref.by, type: 'array', value: values }], context);
  const titles = new Map<string, string>();
  for (const row of rows) {
    const [value, title] = [String(row[ref.by]), labelIn(titlesOf(entity, row), context.language)];
    // rows with the same code and different titles are shown by the code
    titles.set(value, (titles.get(value) ?? title) === title ? title : value);
  }
  return titles;
}

/** The target of a reference without the fields that the user may not see. */
function seenEntity(kernel: Kernel, { entity }: Ref, context: Context): Entity {
  const runtime = entityNamed(kernel, entity);
  return knownEntity(runtime, may(kernel, runtime, 'query', context) ? context.user : asChooser(context.user));
}

/** Reads up to 1000 records that a reference can point to. Without the right to choose them there are none. */
async function readChoices(
  kernel: Kernel,
  { entity }: Ref,
  where: readonly unknown[],
  context: Context,
): Promise<Row[]> {
  try {
    const query = { where, current: 1, pageSize: 1000 };
    return JSON.parse((await choicesPage(kernel, entityNamed(kernel, entity), query, context)).records) as Row[];
  } catch (error) {
    if (error instanceof Refusal && error.family === 'forbidden') return [];
    throw error;
  }
}
