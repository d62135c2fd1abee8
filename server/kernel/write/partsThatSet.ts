import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Child } from '../../../generator/model/types.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote } from '../statement.ts';
import type { Body, Row } from './body.ts';
import { normalised } from './normalise.ts';
import type { Parent } from './parent.ts';
import type { Given } from './rowWriter.ts';

/**
 * What parts set in their whole (`x-child.sets`): a new one hands its value over and keeps what the whole held; as long as the whole
 * still has that value, a change of the part changes it, and its deletion puts back what was there.
 */
function setBy({ sets = {} }: Child, whole: Row, before: Row | undefined, after: Row | undefined): Row {
  return Object.fromEntries(Object.entries(sets).flatMap(([own, { to, was }]): [string, unknown][] => {
    if (!before) return [[own, after?.[to] ?? null]];
    if ((whole[own] ?? null) !== (before[to] ?? null)) return [];
    return after ? [[own, after[to] ?? null]] : [[own, before[was] ?? null]];
  }));
}

/** What a part that was saved by itself sets in its whole: `before` is absent for a new one, `after` for one that was deleted. */
export function setByPart({ runtime, row, via }: Parent, { entity }: EntityRuntime, before: Row | undefined, after: Row | undefined): Row {
  const child = childOf(runtime, entity.name, via);
  return child?.sets ? setBy(child, row, before, after) : {};
}

/** What parts that are sent with their whole set in it, one after the other; what it was given itself and does not take is left to be refused. */
export async function setBySent(kernel: Kernel, { entity, fields }: EntityRuntime, { children, values }: Pick<Body, 'children' | 'values'>, before: Row | undefined, { db }: Context): Promise<Row> {
  const set: Row = {};
  for (const child of entity.children.filter(({ sets }) => sets !== undefined)) {
    const below = entityNamed(kernel, child.entity);
    for (const row of children[child.entity] ?? []) {
      const id = row['id'] == null ? undefined : String(row['id']);
      const { rows } = id !== undefined && isId(id) ? await db.query({ text: `select (select to_json(x)::text from (select ${below.statements.selectList}) x) as json from ${quote(below.entity.table)} t where t.id = $1`, values: [id] }) : { rows: [] };
      const stored = rows.length === 0 ? undefined : JSON.parse((rows[0] as { json: string }).json) as Row;
      if (id !== undefined && !stored) continue;
      const after = row['delFlag'] === 'Y' ? undefined : { ...stored, ...takeable(below, child, row) };
      Object.assign(set, setBy(child, { ...before, ...set }, stored, after));
    }
  }
  return Object.fromEntries(Object.entries(set).filter(([own]) => values[own] == null || !KINDS[fields.get(own)!.kind].check(values[own], fields.get(own)!)));
}

/** The values that a part hands over, as far as its own fields take them: what is wrong with a part is told at the part. */
function takeable({ fields }: EntityRuntime, { sets = {} }: Child, row: Row): Row {
  return Object.fromEntries(Object.values(sets).flatMap(({ to }): [string, unknown][] => {
    const field = fields.get(to)!;
    const value = normalised(row[to], field);
    return row[to] === undefined || (value != null && KINDS[field.kind].check(value, field)) ? [] : [[to, value]];
  }));
}

/** What a whole holds in the fields that its new parts set, as these keep it. */
export const formerValues = ({ sets = {} }: Child, whole: Row): Row => Object.fromEntries(Object.entries(sets).map(([own, { was }]) => [was, whole[own] ?? null]));

/** A new part that is saved by itself, with what its whole holds in the fields that it sets. */
export function withFormer(given: Given, { runtime, row, via }: Parent, { entity }: EntityRuntime): Given {
  const child = childOf(runtime, entity.name, via);
  return child?.sets ? { ...given, values: { ...given.values, ...formerValues(child, row) } } : given;
}

const childOf = ({ entity }: EntityRuntime, name: string, via: string): Child | undefined => entity.children.find((one) => one.entity === name && one.via === via);
