import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Child } from '../../../generator/model/child.ts';
import { userBinding, type Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { ChildValues, EntityRuntime, Kernel, Parent, SaveKeyword } from '../core.ts';
import type { SystemInput } from '../systemInput.ts';
import type { Body, Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { normalisedRow } from '../write/childRows.ts';
import { lookUpOne } from '../write/lookups.ts';
import { normalised } from '../write/normalise.ts';
import { childOf } from '../write/parent.ts';
import { isSameValue } from '../write/isSameValue.ts';
import { inSaveOrder } from '../write/saveOrder.ts';
import { parsedRows, selectRows } from '../printedRows.ts';

/** `x-child.sets`: children write fields of their parent, and store the values that they replaced. */
export const childSets: SaveKeyword = {
  word: 'x-child',
  concerns: ({ children, parents }) => parents.length > 0 || children.some(({ sets }) => sets !== undefined),
  addsRowByRow: (_, { sets }) => sets !== undefined,
  async set({ kernel, runtime, before, body, ownParent, context }, systemValues) {
    const setters = runtime.entity.children.filter(({ entity, sets }) => sets && body.children[entity]?.length);
    const input = { ...before, ...body.values, ...systemValues };
    const isNew = !before && setters.length > 0;
    const entered = isNew
      ? await withDefaults(kernel, runtime, { row: input, parent: ownParent?.row }, context)
      : input;
    const parentRows = { stored: before ?? entered, entered };
    const childValues = await childValuesOf(kernel, runtime, { setters, body, ...parentRows }, context);
    const replaced = ownParent && !before ? replacedValuesFor(ownParent, runtime) : {};
    return { childValues, values: { ...childValues.set, ...systemValues, ...replaced } };
  },
  async afterSave({ kernel, runtime, operation, before, saved, saveMore, context }) {
    if (!before) return;
    const after = operation === 'delete' ? undefined : saved.row;
    const system: SystemInput = { isAuthorized: true, keepsRev: true };
    for (const { id, rev, values } of await siblingCorrections(kernel, runtime, { before, after }, context))
      await saveMore([{ runtime, operation: 'update', id, rev, input: {}, system: { ...system, values } }], context);
  },
};

/**
 * Parent fields that a child writes. A new child writes its value and stores the replaced value. As long as the parent
 * still has the value of the child, an update of the child changes it, and a deletion restores the replaced value.
 *
 * @param stored the child before the save; undefined for a new one
 * @param next the child after the save; undefined if deleted
 */
function setBy({ sets = {} }: Child, parent: Row, stored: Row | undefined, next: Row | undefined): Row {
  return Object.fromEntries(
    Object.entries(sets).flatMap(([own, set]): [string, unknown][] => {
      const { to, was } = set;
      const [before, after] = [
        stored && writesParent(set, stored) ? stored : undefined,
        next && writesParent(set, next) ? next : undefined,
      ];
      if (!before) return after ? [[own, after[to] ?? null]] : [];
      if (!isSameValue(parent[own], before[to])) return [];
      return after ? [[own, after[to] ?? null]] : [[own, before[was] ?? null]];
    }),
  );
}

/** Whether a child is in a state in which it writes its value to the parent. */
const writesParent = ({ to, in: states }: Sets, child: Row): boolean =>
  states === undefined ||
  (child[to] != null && Object.entries(states).every(([field, codes]) => codes.includes(String(child[field]))));

type Sets = NonNullable<Child['sets']>[string];

/**
 * Parent fields written by a child that was saved without its parent.
 *
 * @param before undefined for a new child
 * @param after undefined for a deleted child
 */
export function valuesFromChild(
  parent: Parent,
  childRuntime: EntityRuntime,
  before: Row | undefined,
  after: Row | undefined,
): Row {
  const child = childOf(parent, childRuntime);
  return child?.sets ? setBy(child, parent.row, before, after) : {};
}

/** The input with the values that the server adds to its new children. */
export const withAddedValues = (input: Body, { added }: ChildValues): Body =>
  added.size === 0
    ? input
    : {
        ...input,
        children: Object.fromEntries(
          Object.entries(input.children).map(([name, rows]) => [
            name,
            rows.map((row) => ({ ...row, ...added.get(row) })),
          ]),
        ),
      };

/** Submitted children that may write fields of their parent. */
interface SettingChildren {
  setters: readonly Child[];
  body: Pick<Body, 'children' | 'values'>;
  /** the parent before its children are saved */
  stored: Row;
  /** the same with its input; a new one with its defaults */
  entered: Row;
}

/**
 * Parent fields that submitted children write, in the order in which the children are saved. An invalid value in the
 * input of the parent is not replaced, so that the validation of its field refuses it.
 */
async function childValuesOf(
  kernel: Kernel,
  { fields }: EntityRuntime,
  { setters, body, stored: parent, entered }: SettingChildren,
  context: Context,
): Promise<ChildValues> {
  const { children, values } = body;
  const set: Row = {};
  const added = new Map<Row, Row>();
  for (const child of setters) {
    const childRuntime = entityNamed(kernel, child.entity);
    for (const { row } of inSaveOrder(children[child.entity]!)) {
      const stored = await storedChild(childRuntime, row, context);
      if (row['id'] != null && !stored) continue;
      const parentSoFar = { ...parent, ...set };
      const valid = validValues(childRuntime, child, row);
      const defaults = stored
        ? {}
        : await defaultsOf(kernel, childRuntime, { child, row, parent: { ...entered, ...set } }, context);
      const written = { ...stored, ...valid, ...defaults };
      const after = row['delFlag'] === 'Y' ? undefined : written;
      if (!stored) added.set(row, { ...replacedValues(child, parentSoFar), ...defaults });
      Object.assign(set, setBy(child, parentSoFar, stored, after));
    }
  }
  const kept = Object.entries(set).filter(
    ([own]) => values[own] == null || !KINDS[fields.get(own)!.kind].check(values[own], fields.get(own)!),
  );
  return { set: Object.fromEntries(kept), added };
}

/** The stored row of a submitted child; undefined for a new one, and if there is none. */
async function storedChild(childRuntime: EntityRuntime, { id }: Row, { db }: Context): Promise<Row | undefined> {
  if (id == null || !isId(String(id))) return undefined;
  const text = `${selectRows(childRuntime)} where t.id = $1`;
  return parsedRows(await db.query({ text, values: [String(id)] }))[0];
}

/**
 * The defaults of the values that a new child writes to its parent and that are not submitted.
 *
 * @param parent the parent as the children before this one leave it
 */
async function defaultsOf(
  kernel: Kernel,
  childRuntime: EntityRuntime,
  { child: { sets = {} }, row, parent }: { child: Child; row: Row; parent: Row },
  context: Context,
): Promise<Row> {
  const absent = Object.values(sets).flatMap(({ to }) => (row[to] == null ? [to] : []));
  if (absent.length === 0) return {};
  const computed = await withDefaults(kernel, childRuntime, { row: normalisedRow(childRuntime, row), parent }, context);
  return Object.fromEntries(absent.flatMap((name) => (computed[name] == null ? [] : [[name, computed[name]]])));
}

/** A new row with its defaults and formulas, as far as they need no children. */
async function withDefaults(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, parent }: { row: Row; parent: Row | undefined },
  context: Context,
): Promise<Row> {
  return runtime.evaluator.compute(row, {
    mode: 'create',
    today: context.today,
    user: userBinding(context),
    places: await kernel.currencies.places(),
    lookups: await lookUpOne(kernel, runtime, { row, parent }, context),
    ...(parent ? { parent } : {}),
  });
}

/**
 * Finds the children to update after a child was changed or deleted: the child that replaced its value stores that
 * value, which is now outdated and would be restored when the later child is deleted.
 *
 * @returns the rows and their new values
 */
async function siblingCorrections(
  kernel: Kernel,
  { entity, names }: EntityRuntime,
  { before, after }: { before: Row; after: Row | undefined },
  { db }: Context,
): Promise<{ id: string; rev: number; values: Row }[]> {
  const updates: { id: string; rev: number; values: Row }[] = [];
  for (const parent of entity.parents) {
    const sets =
      entityNamed(kernel, parent.entity).entity.children.find(
        (one) => names.includes(one.entity) && one.via === parent.via,
      )?.sets ?? {};
    for (const set of Object.values(sets)) {
      const { to, was } = set;
      if (!writesParent(set, before)) continue;
      const replacement = after ? after[to] : before[was];
      if (isSameValue(before[to], replacement)) continue;
      const text = `select id::text as id, rev from ${quote(entity.table)} where ${quote(parent.via)} = $1 and id > $2 and "delFlag" = 'N' and ${quote(was)} is not distinct from $3 order by id limit 1`;
      const { rows } = await db.query({ text, values: [before[parent.via], before['id'], before[to] ?? null] });
      updates.push(
        ...(rows as { id: string; rev: number }[]).map((row) => ({ ...row, values: { [was]: replacement ?? null } })),
      );
    }
  }
  return updates;
}

/** The valid values that a child writes to its parent. The validation of the child refuses invalid ones. */
function validValues({ fields }: EntityRuntime, { sets = {} }: Child, row: Row): Row {
  return Object.fromEntries(
    Object.values(sets).flatMap(({ to }): [string, unknown][] => {
      const field = fields.get(to)!;
      const value = normalised(row[to], field);
      return row[to] === undefined || (value != null && KINDS[field.kind].check(value, field)) ? [] : [[to, value]];
    }),
  );
}

/** The parent values that a new child replaces, by the fields of the child that store them. */
const replacedValues = ({ sets = {} }: Child, parent: Row): Row =>
  Object.fromEntries(Object.entries(sets).map(([own, { was }]) => [was, parent[own] ?? null]));

/** The same values for a new child that is saved without its parent. */
function replacedValuesFor(parent: Parent, childRuntime: EntityRuntime): Row {
  const child = childOf(parent, childRuntime);
  return child?.sets ? replacedValues(child, parent.row) : {};
}
