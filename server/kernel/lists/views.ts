import { hasControlCharacter } from '../../../generator/language/kinds/text.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { peopleSource } from '../read/people.ts';
import { hiddenFields, permit } from '../rights.ts';
import { quote } from '../statement.ts';

/** A search of a list that somebody named: its filters, sort and page size, as the list's address says them. */
export interface ListView {
  id: string;
  name: string;
  /** `?vslCde=HLD&_sort=-createAt`, or empty */
  query: string;
  /** colleagues who may read the list see it too; only its author changes it */
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
  const { rows } = await context.db.query({
    text: `select v.id::text as id, v.name, v.query, v.shared, v."by", ${byName} as "byName" from kernel.list_view v ${join}
      where v.entity = $1 and (v."by" = $2 or v.shared) order by v."by" <> $2, v.name, v.id`,
    values: [runtime.entity.name, context.user.userCde],
  });
  const hidden = hiddenFields(runtime, context.user);
  return (rows as ListView[]).map((view) =>
    view.by === context.user.userCde ? view : { ...view, query: withoutFields(view.query, hidden) },
  );
}

/**
 * Keeps a view under a name of its own. @throws Refusal 403, 400 for what is no view, 409 for a name that is taken or
 * one view too many
 */
export async function addView(kernel: Kernel, runtime: EntityRuntime, given: Row, context: Context): Promise<ListView> {
  permit(kernel, runtime, 'query', context);
  const { name, query, shared } = readView({ query: '', shared: false, ...given, name: given['name'] ?? null });
  const { userCde, userName } = context.user;
  const made = await takingName(() =>
    insertView.first(context.db, {
      entity: runtime.entity.name,
      by: userCde,
      name: name!,
      query: query!,
      shared: shared!,
    }),
  );
  if (!made) throw new Refusal('conflict', KEYS.tooMany, { max: MAX_VIEWS });
  return { id: made.id, name: name!, query: query!, shared: shared!, by: userCde, byName: userName };
}

/**
 * Changes one's own view: its name, what it finds, whether colleagues see it. @throws Refusal 400, 403 for a
 * colleague's, 404, 409 for a name that is taken
 */
export async function changeView(
  kernel: Kernel,
  runtime: EntityRuntime,
  { id, payload: given }: { id: string; payload: Row },
  context: Context,
): Promise<ListView> {
  const before = await ownView(kernel, runtime, id, context);
  const after = { ...before, ...readView(given) };
  await takingName(() =>
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

/** Forgets one's own view. @throws Refusal 403 for a colleague's, 404 */
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

/** The words of a view that are given, each as it is kept. @throws Refusal (400) */
function readView(given: Row): Partial<Pick<ListView, 'name' | 'query' | 'shared'>> {
  const violations: Violation[] = [];
  const kept: Partial<ListView> = {};
  for (const [word, value] of Object.entries(given)) {
    if (word === 'name') {
      const name = typeof value === 'string' ? value.trim() : '';
      if (name === '' || [...name].length > MAX_NAME_LENGTH || hasControlCharacter(name))
        violations.push({ field: word, key: KEYS.name, params: { max: MAX_NAME_LENGTH } });
      kept.name = name;
    } else if (word === 'query') {
      const fits =
        typeof value === 'string' &&
        value.length <= MAX_QUERY_LENGTH &&
        /^(\?|$)/.test(value) &&
        !hasControlCharacter(value);
      if (!fits) violations.push({ field: word, key: KEYS.illFormed, params: { name: word } });
      kept.query = String(value);
    } else if (word === 'shared') {
      if (typeof value !== 'boolean') violations.push({ field: word, key: KEYS.illFormed, params: { name: word } });
      kept.shared = value === true;
    } else violations.push({ field: word, key: MESSAGE.unknownField, params: { name: word } });
  }
  if (violations.length > 0) throw refuseFields(violations);
  return kept;
}

/** The word of a list's address that is no filter but names fields: `-updateAt,vslCde`. */
const SORT = '_sort';

/** A view that somebody else made may search and sort by fields that this reader's role does not see. */
function withoutFields(query: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return query;
  const terms = new URLSearchParams(query);
  for (const name of hidden) terms.delete(name);
  const sort = terms.get(SORT);
  if (sort !== null) {
    const left = sort.split(',').filter((term) => !hidden.has(term.replace(/^-/, '')));
    if (left.length > 0) terms.set(SORT, left.join(','));
    else terms.delete(SORT);
  }
  return terms.size > 0 ? `?${terms.toString()}` : '';
}

const UNIQUE = '23505';

async function takingName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    const refusal = refuseFields([{ field: 'name', key: KEYS.taken, params: {} }], 'conflict');
    refusal.byDatabase = true;
    throw refusal;
  }
}
