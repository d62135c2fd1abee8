import { taskSource } from '../approval/sources.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { kindsOf, ofKind } from '../kinds.ts';
import { may } from '../rights.ts';
import { literal, quote, type Values } from '../statement.ts';

/**
 * Which rows the caller may see, as SQL over table alias `t`; the one filter of every list, count, export, history,
 * child, file and write. An empty text lets all rows through (domain.md, General 11).
 */
export function accessFilter(
  kernel: Kernel,
  runtime: EntityRuntime,
  context: Context,
  values: Values,
  alias = 't',
): string {
  const seen = scopeFilter(kernel, runtime, context, values, alias);
  const kind = ofKind(runtime.entity, alias);
  return kind === '' || seen === '' ? `${kind}${seen}` : `${kind} and (${seen})`;
}

function scopeFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const { access, parents } = runtime.entity;
  const scope = access?.scope ?? (parents.length > 0 ? 'parent' : 'all');
  if (scope === 'parent') return throughParents(kernel, runtime, context, values, alias);
  const alone = scope === 'all' || context.user.allSeeingEye ? '' : ownRows(kernel, runtime, context, values, alias);
  if (parents.length > 0) return ownRowsOfParents(kernel, runtime, alone, context, values, alias);
  return access?.through === undefined
    ? alone
    : throughReference(kernel, runtime, access.through, alone, context, values, alias);
}

/** The rows of one's own company, those that name one, and those that wait for one's decision. */
function ownRows(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const { user } = context;
  const { company, persons = [] } = runtime.entity.access!;
  const me = values.bind(user.userCde);
  const own = [...new Set(['creater', ...persons])].map((name) => `${alias}.${quote(name)} = ${me}`);
  if (company !== undefined && user.companyCde !== null)
    own.push(`${alias}.${quote(company)} = ${values.bind(user.companyCde)}`);
  return [...own, ...throughTask(kernel, runtime, context, values, me, alias)].join(' or ');
}

/**
 * Child rows of several companies: a parent that the caller sees, and the caller's own company, or none, for such a row
 * is not another company's. Whoever decides on the parent sees all of them.
 */
function ownRowsOfParents(
  kernel: Kernel,
  runtime: EntityRuntime,
  own: string,
  context: Context,
  values: Values,
  alias: string,
): string {
  const seen = throughParents(kernel, runtime, context, values, alias);
  if (own === '') return seen;
  const rows = [
    own,
    `${alias}.${quote(runtime.entity.access!.company!)} is null`,
    ...ofDecidedParents(kernel, runtime, context, values, alias),
  ].join(' or ');
  return seen === '' ? rows : `(${seen}) and (${rows})`;
}

/**
 * The child rows of a record that waits for the caller's decision, or that the caller decided on: nobody signs for what
 * they cannot read. Who submitted it is not among them, for submitting would then show what was hidden before.
 */
function ofDecidedParents(
  kernel: Kernel,
  runtime: EntityRuntime,
  { user }: Context,
  values: Values,
  alias: string,
): string[] {
  const tasks = taskSource(kernel);
  const approved = runtime.entity.parents.filter(({ entity }) => entityNamed(kernel, entity).entity.approval);
  if (!tasks || approved.length === 0) return [];
  const {
    source,
    entity: { table },
  } = tasks;
  const log = entityNamed(kernel, source.log.entity).entity.table;
  const me = values.bind(user.userCde);
  const decides = [
    `k.id in (select ${quote(source.log.via)} from ${quote(log)} where ${quote(source.log.by)} = ${me})`,
    ...(user.roleId === null ? [] : [`k.${quote(source.role)} = ${values.bind(user.roleId)}`]),
  ];
  return approved.map(({ entity, via }) => {
    const above = entityNamed(kernel, entity);
    const records =
      `select k.${quote(source.record)}::bigint from ${quote(table)} k where k.${quote(source.entity)} in (${above.names.map(literal).join(', ')}) and k."delFlag" = 'N'` +
      ` and k.${quote(source.submitter)} is distinct from ${me} and (${decides.join(' or ')})`;
    const { by } = runtime.fields.get(via)!.ref!;
    return `${alias}.${quote(via)} in (select w.${quote(by)} from ${quote(above.entity.table)} w where w.id in (${records}))`;
  });
}

/**
 * A row that refers to another is seen by whoever sees that one, and by its creater; `alone` says who sees the others.
 */
function throughReference(
  kernel: Kernel,
  runtime: EntityRuntime,
  via: string,
  alone: string,
  context: Context,
  values: Values,
  alias: string,
): string {
  const column = `${alias}.${quote(via)}`;
  const reached = reachedThrough(kernel, runtime, via, context, values, alias);
  if (alone === '' && reached === '') return '';
  return [
    `${alias}."creater" = ${values.bind(context.user.userCde)}`,
    `${column} is null${alone === '' ? '' : ` and (${alone})`}`,
    ...(reached === undefined ? [] : [reached || `${column} is not null`]),
  ].join(' or ');
}

/**
 * The condition that what a row of alias `t` refers to by `via` is a row that the caller sees; empty where every row
 * is, undefined where none is.
 */
export const reachedThrough = (
  kernel: Kernel,
  runtime: EntityRuntime,
  via: string,
  context: Context,
  values: Values,
  alias = 't',
): string | undefined =>
  seenThrough(
    kernel,
    runtime,
    via,
    entityNamed(kernel, runtime.fields.get(via)!.ref!.entity),
    false,
    context,
    values,
    alias,
  );

/**
 * What is under approval is seen by whoever holds the level that decides now, and by those who submitted it or decided
 * before, wherever they work; so are its to-do and what it is a part of. Others of a level that has decided see nothing
 * more of it.
 */
function throughTask(
  kernel: Kernel,
  runtime: EntityRuntime,
  { user }: Context,
  values: Values,
  me: string,
  alias: string,
): string[] {
  const { entity, names } = runtime;
  const tasks = taskSource(kernel);
  const approved = names.filter((name) => entityNamed(kernel, name).entity.approval);
  const parts = entity.children.filter((child) => entityNamed(kernel, child.entity).entity.approval);
  if (!tasks || !(entity.tasks || approved.length > 0 || parts.length > 0)) return [];
  const {
    source,
    entity: { table },
  } = tasks;
  const task = entity.tasks ? alias : `${alias}k`;
  const log = entityNamed(kernel, source.log.entity).entity.table;
  const role = user.roleId === null ? undefined : values.bind(user.roleId);
  const seen = [
    `${task}.id in (select ${quote(source.log.via)} from ${quote(log)} where ${quote(source.log.by)} = ${me})`,
    ...(role === undefined ? [] : [`${task}.${quote(source.role)} = ${role}`]),
  ];
  if (entity.tasks) return seen;
  const laidBefore = (those: readonly string[]): string =>
    `(select ${task}.${quote(source.record)}::bigint from ${quote(table)} ${task} where ${task}.${quote(source.entity)} in (${those.map(literal).join(', ')}) and ${task}."delFlag" = 'N' and (${seen.join(' or ')}))`;
  return [
    ...(approved.length > 0 ? [`${alias}.id in ${laidBefore(approved)}`] : []),
    // who decides on a part reads what it is a part of
    ...parts.map((child) => {
      const { entity: below, fields } = entityNamed(kernel, child.entity);
      const part = `${alias}c`;
      return `${alias}.${quote(fields.get(child.via)!.ref!.by)} in (select ${part}.${quote(child.via)} from ${quote(below.table)} ${part} where ${part}.id in ${laidBefore([below.name])})`;
    }),
  ];
}

/**
 * A part is seen by whoever sees the whole; of several wholes, through those that the role may read, unless it has a
 * right to the part itself.
 */
function throughParents(
  kernel: Kernel,
  runtime: EntityRuntime,
  context: Context,
  values: Values,
  alias: string,
): string {
  const { area, name, parents } = runtime.entity;
  const itself = context.user.rights.allow(area, name, 'query');
  const ways = parents.map(({ entity, via }) => ({
    via,
    seen: seenThrough(kernel, runtime, via, entityNamed(kernel, entity), itself, context, values, alias),
  }));
  if (ways.every(({ seen }) => seen === '')) return '';
  return (
    ways
      .flatMap(({ via, seen }) => (seen === undefined ? [] : [seen || `${alias}.${quote(via)} is not null`]))
      .join(' or ') || 'false'
  );
}

/**
 * The condition that a reference leads to a live row that the caller sees: empty where every row does, undefined where
 * none does.
 *
 * @param anyKind no right to read what it leads to is asked
 */
function seenThrough(
  kernel: Kernel,
  runtime: EntityRuntime,
  via: string,
  above: EntityRuntime,
  anyKind: boolean,
  context: Context,
  values: Values,
  alias: string,
): string | undefined {
  const inner = `${alias}p`;
  const readable =
    anyKind || may(kernel, above, 'query', context)
      ? undefined
      : kindsOf(kernel, above)
          .filter((kind) => may(kernel, kind, 'query', context))
          .map((kind) => ofKind(kind.entity, inner));
  if (readable?.length === 0) return undefined;
  const whole = accessFilter(kernel, above, context, values, inner);
  const seen = readable ? [`(${readable.join(' or ')})`, ...(whole === '' ? [] : [`(${whole})`])].join(' and ') : whole;
  if (seen === '') return '';
  const { by } = runtime.fields.get(via)!.ref!;
  return `exists (select from ${quote(above.entity.table)} ${inner} where ${inner}.${quote(by)} = ${alias}.${quote(via)} and ${inner}."delFlag" = 'N' and (${seen}))`;
}

/**
 * What of the children of a visible record the caller does not see, as a further condition ` and (…)` over alias `t`:
 * empty where a child is seen as its parent is, which needs no second look at the parent.
 */
export function ownChildFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values): string {
  if (!hasOwnRows(runtime, context)) return '';
  const seen = accessFilter(kernel, runtime, context, values);
  return seen === '' ? '' : ` and (${seen})`;
}

/** Whether the caller may see some rows of the entity and not others that stand beside them (`x-access.scope` own). */
export const hasOwnRows = ({ entity }: EntityRuntime, { user }: Context): boolean =>
  entity.access?.scope === 'own' && !user.allSeeingEye;

/**
 * That the caller sees a row, as a further condition ` and (…)` over alias `t`; empty for rows that belong to no
 * company.
 */
export function ofCompaniesFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values): string {
  const seen = isOfCompanies(kernel, runtime) ? accessFilter(kernel, runtime, context, values) : '';
  return seen === '' ? '' : ` and (${seen})`;
}

/**
 * Whether rows of the entity, or of a parent above it, belong to companies and people: not everybody with the right
 * sees each of them.
 */
export const isOfCompanies = (kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime): boolean =>
  entity.access?.scope === 'own' ||
  entity.parents.some((parent) => isOfCompanies(kernel, entityNamed(kernel, parent.entity)));
