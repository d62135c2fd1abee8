import { hasControlCharacter } from '../../../generator/language/kinds/text.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import { notFound, Refusal, refuseFields, throwViolations } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { peopleSource } from '../read/people.ts';
import { hiddenFields, permit } from '../rights.ts';
import { statement } from '../statement.ts';

/** A saved search of a list: its filters, sort and page size, as in the list's address. */
export interface ListView {
  id: string;
  name: string;
  /** `?vslCde=HLD&_sort=-createAt`, or empty */
  query: string;
  /** colleagues who may read the list see it too; only its author can change it */
  shared: boolean;
  by: string;
  byName: string | null;
}

const MAX_VIEWS = 50;
const MAX_NAME_LENGTH = 40;
const MAX_QUERY_LENGTH = 2000;
const KEYS = {
  illFormed: 'MSG_generic_0060',
  name: 'MSG_generic_0061',
  taken: 'MSG_generic_0062',
  tooMany: 'MSG_generic_0063',
};

type OwnView = { id: string; by: string };
type ViewContent = { name: string; query: string; shared: boolean };

/** Adds a view while the person has fewer than `MAX_VIEWS` of the list. */
const insertView = prepared<{ entity: string; by: string } & ViewContent>()(($) =>
  build
    .insertInto('kernel.list_view')
    .columns(['entity', 'by', 'name', 'query', 'shared'])
    .expression(
      build
        .selectNoFrom([
          sql<string>`${$('entity')}::text`.as('entity'),
          sql<string>`${$('by')}::text`.as('by'),
          sql<string>`${$('name')}::text`.as('name'),
          sql<string>`${$('query')}::text`.as('query'),
          sql<boolean>`${$('shared')}::boolean`.as('shared'),
        ])
        .where(({ selectFrom }) =>
          selectFrom('kernel.list_view')
            .select(sql<boolean>`count(*) < ${MAX_VIEWS}`.as('isFree'))
            .where('entity', '=', $('entity'))
            .where('by', '=', $('by')),
        ),
    )
    .returning('id'),
);

const updateView = prepared<OwnView & ViewContent>()(($) =>
  build
    .updateTable('kernel.list_view')
    .set({ name: $('name'), query: $('query'), shared: $('shared') })
    .where('id', '=', $('id'))
    .where('by', '=', $('by')),
);

const removeView = prepared<OwnView>()(($) =>
  build.deleteFrom('kernel.list_view').where('id', '=', $('id')).where('by', '=', $('by')),
);

/** The caller's own views of a list, then those that colleagues share. @throws Refusal (403) */
export async function readViews(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<ListView[]> {
  permit(kernel, runtime, 'query', context);
  const people = peopleSource(kernel);
  const [byName, join] = people
    ? [
        `p.${quote(people.name)}`,
        `join ${quote(people.table)} p on p.${quote(people.code)} = v."by" and p."delFlag" = 'N'`,
      ]
    : ['null', ''];
  const text = `select v.id::text as id, v.name, v.query, v.shared, v."by", ${byName} as "byName" from kernel.list_view v ${join}
      where v.entity = $1 and (v."by" = $2 or v.shared) order by v."by" <> $2, v.name, v.id`;
  const { rows } = await context.db.query(statement(text, [runtime.entity.name, context.user.userCde], true));
  const hidden = hiddenFields(runtime, context.user);
  return (rows as ListView[]).map((view) =>
    view.by === context.user.userCde ? view : { ...view, query: withoutFields(view.query, hidden) },
  );
}

/**
 * Adds a view with a unique name.
 *
 * @throws Refusal 403, 400 for an invalid view, 409 for a name in use or too many views
 */
export async function addView(
  kernel: Kernel,
  runtime: EntityRuntime,
  payload: Row,
  context: Context,
): Promise<ListView> {
  permit(kernel, runtime, 'query', context);
  const { name, query, shared } = readView({ query: '', shared: false, ...payload, name: payload['name'] ?? null });
  const { userCde, userName } = context.user;
  const added = await withUniqueName(() =>
    insertView.first(context.db, {
      entity: runtime.entity.name,
      by: userCde,
      name: name!,
      query: query!,
      shared: shared!,
    }),
  );
  if (!added) throw new Refusal('conflict', KEYS.tooMany, { max: MAX_VIEWS });
  return { id: added.id, name: name!, query: query!, shared: shared!, by: userCde, byName: userName };
}

/**
 * Changes the caller's own view: its name, its query, whether colleagues see it.
 *
 * @throws Refusal 400, 403 for a colleague's view, 404, 409 for a name in use
 */
export async function changeView(
  kernel: Kernel,
  runtime: EntityRuntime,
  { id, payload }: { id: string; payload: Row },
  context: Context,
): Promise<ListView> {
  const before = await ownView(kernel, runtime, id, context);
  const after = { ...before, ...readView(payload) };
  await withUniqueName(() =>
    updateView.run(context.db, {
      id,
      by: context.user.userCde,
      name: after.name,
      query: after.query,
      shared: after.shared,
    }),
  );
  return after;
}

/** Deletes the caller's own view. @throws Refusal 403 for a colleague's view, 404 */
export async function deleteView(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<void> {
  await ownView(kernel, runtime, id, context);
  await removeView.run(context.db, { id, by: context.user.userCde });
}

async function ownView(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<ListView> {
  const view = isId(id) ? (await readViews(kernel, runtime, context)).find((one) => one.id === id) : undefined;
  if (!view) throw notFound();
  if (view.by !== context.user.userCde) throw new Refusal('forbidden', 'MSG_generic_0403');
  return view;
}

/** The submitted properties of a view, validated and normalised. @throws Refusal (400) */
function readView(payload: Row): Partial<Pick<ListView, 'name' | 'query' | 'shared'>> {
  const violations: Violation[] = [];
  const properties: Partial<ListView> = {};
  for (const [property, value] of Object.entries(payload)) {
    if (property === 'name') {
      const name = typeof value === 'string' ? value.trim() : '';
      if (name === '' || [...name].length > MAX_NAME_LENGTH || hasControlCharacter(name))
        violations.push({ field: property, key: KEYS.name, params: { max: MAX_NAME_LENGTH } });
      properties.name = name;
    } else if (property === 'query') {
      const isValid =
        typeof value === 'string' &&
        value.length <= MAX_QUERY_LENGTH &&
        /^(\?|$)/.test(value) &&
        !hasControlCharacter(value);
      if (!isValid) violations.push({ field: property, key: KEYS.illFormed, params: { name: property } });
      properties.query = String(value);
    } else if (property === 'shared') {
      if (typeof value !== 'boolean')
        violations.push({ field: property, key: KEYS.illFormed, params: { name: property } });
      properties.shared = value === true;
    } else violations.push({ field: property, key: MESSAGE.unknownField, params: { name: property } });
  }
  throwViolations(violations);
  return properties;
}

/** Query parameter of a list's address that names fields without filtering: `-updateAt,vslCde`. */
const SORT = '_sort';

/** Removes filters and sort terms by fields that the reader's role does not see. */
function withoutFields(query: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return query;
  const terms = new URLSearchParams(query);
  for (const name of hidden) terms.delete(name);
  const sort = terms.get(SORT);
  if (sort !== null) {
    const visible = sort.split(',').filter((term) => !hidden.has(term.replace(/^-/, '')));
    if (visible.length > 0) terms.set(SORT, visible.join(','));
    else terms.delete(SORT);
  }
  return terms.size > 0 ? `?${terms.toString()}` : '';
}

const UNIQUE = '23505';

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    const refusal = refuseFields([{ field: 'name', key: KEYS.taken, params: {} }], 'conflict');
    refusal.byDatabase = true;
    throw refusal;
  }
}
