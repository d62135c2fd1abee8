import { taskSource } from '../approval/sources.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { subtypesOf, subtypeCondition } from '../subtypes.ts';
import { may } from '../rights.ts';
import { literal, quote, type Values } from '../statement.ts';

/** For whom a statement is printed, and its bound values. */
export interface FilterContext {
  kernel: Kernel;
  context: Context;
  values: Values;
}

/** Rows of an entity under an alias in a statement. */
interface Rows {
  runtime: EntityRuntime;
  alias: string;
}

/**
 * Condition of the rows that the caller may see, as SQL over table alias `t`. An empty text lets all rows through.
 *
 * Every list, count, export, history, child, file and write uses this one filter (domain.md, General 11).
 */
export const accessFilter = (filter: FilterContext, runtime: EntityRuntime, alias = 't'): string =>
  visible(filter, { runtime, alias });

function visible(filter: FilterContext, rows: Rows): string {
  const inScope = scopeCondition(filter, rows);
  const subtype = subtypeCondition(rows.runtime.entity, rows.alias);
  return subtype === '' || inScope === '' ? `${subtype}${inScope}` : `${subtype} and (${inScope})`;
}

function scopeCondition(filter: FilterContext, rows: Rows): string {
  const { access, parents } = rows.runtime.entity;
  const scope = access?.scope ?? (parents.length > 0 ? 'parent' : 'all');
  if (scope === 'parent') return throughParents(filter, rows);
  const own = scope === 'all' || filter.context.user.allSeeingEye ? '' : ownRows(filter, rows);
  if (parents.length > 0) return ownRowsOfParents(filter, rows, own);
  return access?.through === undefined ? own : throughReference(filter, rows, access.through, own);
}

/** Rows of the caller's company, rows that name the caller, and rows that wait for the caller's decision. */
function ownRows(filter: FilterContext, rows: Rows): string {
  const { user } = filter.context;
  const { runtime, alias } = rows;
  const { company, persons = [] } = runtime.entity.access!;
  const me = filter.values.bind(user.userCde);
  const own = [...new Set(['creater', ...persons])].map((name) => `${alias}.${quote(name)} = ${me}`);
  if (company !== undefined && user.companyCde !== null)
    own.push(`${alias}.${quote(company)} = ${filter.values.bind(user.companyCde)}`);
  return [...own, ...throughTasks(filter, rows, me)].join(' or ');
}

/**
 * Child rows of several companies: the parent must be visible, and the row must belong to the caller's company or to
 * none. Whoever decides on the parent sees all its rows.
 */
function ownRowsOfParents(filter: FilterContext, rows: Rows, own: string): string {
  const ofParents = throughParents(filter, rows);
  if (own === '') return ofParents;
  const { runtime, alias } = rows;
  const allowed = [
    own,
    `${alias}.${quote(runtime.entity.access!.company!)} is null`,
    ...ofDecidedParents(filter, rows),
  ].join(' or ');
  return ofParents === '' ? allowed : `(${ofParents}) and (${allowed})`;
}

/**
 * Child rows of a record that waits for the caller's decision, or that the caller decided on, so that nobody signs what
 * they cannot read. Submitters are excluded, because submitting would reveal hidden rows.
 */
function ofDecidedParents({ kernel, context: { user }, values }: FilterContext, { runtime, alias }: Rows): string[] {
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
    const parent = entityNamed(kernel, entity);
    const records =
      `select k.${quote(source.record)}::bigint from ${quote(table)} k where k.${quote(source.entity)} in (${parent.names.map(literal).join(', ')}) and k."delFlag" = 'N'` +
      ` and k.${quote(source.submitter)} is distinct from ${me} and (${decides.join(' or ')})`;
    const { by } = runtime.fields.get(via)!.ref!;
    return `${alias}.${quote(via)} in (select w.${quote(by)} from ${quote(parent.entity.table)} w where w.id in (${records}))`;
  });
}

/**
 * Rows whose referenced row is visible, and rows that the caller created.
 *
 * @param own condition of the visible rows without a reference
 */
function throughReference(filter: FilterContext, rows: Rows, via: string, own: string): string {
  const column = `${rows.alias}.${quote(via)}`;
  const reached = referenceCondition(filter, rows, via);
  if (own === '' && reached === '') return '';
  return [
    `${rows.alias}."creater" = ${filter.values.bind(filter.context.user.userCde)}`,
    `${column} is null${own === '' ? '' : ` and (${own})`}`,
    ...(reached === undefined ? [] : [reached || `${column} is not null`]),
  ].join(' or ');
}

/**
 * Condition that the row to which `t` refers by `via` is visible. Empty where every row is, undefined where none is.
 */
export const reachedThrough = (filter: FilterContext, runtime: EntityRuntime, via: string): string | undefined =>
  referenceCondition(filter, { runtime, alias: 't' }, via);

const referenceCondition = (filter: FilterContext, rows: Rows, via: string): string | undefined =>
  targetVisible(filter, rows, {
    via,
    target: entityNamed(filter.kernel, rows.runtime.fields.get(via)!.ref!.entity),
    skipsRight: false,
  });

/**
 * Rows under approval: visible to holders of the level that decides now, to the submitter, and to those who decided
 * before. The same holds for their to-dos and parents.
 *
 * @param me the placeholder of the caller's user code
 */
function throughTasks(filter: FilterContext, rows: Rows, me: string): string[] {
  const { kernel, context, values } = filter;
  const { entity, names } = rows.runtime;
  const tasks = taskSource(kernel);
  const approved = names.filter((name) => entityNamed(kernel, name).entity.approval);
  const children = entity.children.filter((child) => entityNamed(kernel, child.entity).entity.approval);
  if (!tasks || !(entity.tasks || approved.length > 0 || children.length > 0)) return [];
  const { source } = tasks;
  const task = entity.tasks ? rows.alias : `${rows.alias}k`;
  const log = entityNamed(kernel, source.log.entity).entity.table;
  const { roleId } = context.user;
  const mine = [
    `${task}.id in (select ${quote(source.log.via)} from ${quote(log)} where ${quote(source.log.by)} = ${me})`,
    ...(roleId === null ? [] : [`${task}.${quote(source.role)} = ${values.bind(roleId)}`]),
  ];
  if (entity.tasks) return mine;
  const ofMyTasks = (those: readonly string[]): string =>
    `(select ${task}.${quote(source.record)}::bigint from ${quote(tasks.entity.table)} ${task} where ${task}.${quote(source.entity)} in (${those.map(literal).join(', ')}) and ${task}."delFlag" = 'N' and (${mine.join(' or ')}))`;
  return [
    ...(approved.length > 0 ? [`${rows.alias}.id in ${ofMyTasks(approved)}`] : []),
    // whoever decides on a child reads its parent
    ...children.map((child) => parentOfTask(kernel, rows, child, ofMyTasks)),
  ];
}

/** Condition of the rows with a child that is among the caller's tasks. */
function parentOfTask(
  kernel: Kernel,
  { alias }: Rows,
  child: { entity: string; via: string },
  ofMyTasks: (names: readonly string[]) => string,
): string {
  const { entity, fields } = entityNamed(kernel, child.entity);
  const inner = `${alias}c`;
  return `${alias}.${quote(fields.get(child.via)!.ref!.by)} in (select ${inner}.${quote(child.via)} from ${quote(entity.table)} ${inner} where ${inner}.id in ${ofMyTasks([entity.name])})`;
}

/**
 * A child is visible with its parent. With several parent entities, those that the role may read count, unless the role
 * may read the child itself.
 */
function throughParents(filter: FilterContext, rows: Rows): string {
  const { area, name, parents } = rows.runtime.entity;
  const skipsRight = filter.context.user.rights.allow(area, name, 'query');
  const ways = parents.map(({ entity, via }) => ({
    via,
    condition: targetVisible(filter, rows, { via, target: entityNamed(filter.kernel, entity), skipsRight }),
  }));
  if (ways.every(({ condition }) => condition === '')) return '';
  return (
    ways
      .flatMap(({ via, condition }) =>
        condition === undefined ? [] : [condition || `${rows.alias}.${quote(via)} is not null`],
      )
      .join(' or ') || 'false'
  );
}

/** A reference from a row to a row of `target`. */
interface Reference {
  via: string;
  target: EntityRuntime;
  /** the caller needs no right to read the target */
  skipsRight: boolean;
}

/**
 * Condition that a reference leads to a live, visible row. Empty where every reference does, undefined where none does.
 */
function targetVisible(
  filter: FilterContext,
  { runtime, alias }: Rows,
  { via, target, skipsRight }: Reference,
): string | undefined {
  const { kernel, context } = filter;
  const inner = `${alias}p`;
  const subtypes =
    skipsRight || may(kernel, target, 'query', context)
      ? undefined
      : subtypesOf(kernel, target)
          .filter((kind) => may(kernel, kind, 'query', context))
          .map((kind) => subtypeCondition(kind.entity, inner));
  if (subtypes?.length === 0) return undefined;
  const access = visible(filter, { runtime: target, alias: inner });
  const condition = subtypes
    ? [`(${subtypes.join(' or ')})`, ...(access === '' ? [] : [`(${access})`])].join(' and ')
    : access;
  if (condition === '') return '';
  const { by } = runtime.fields.get(via)!.ref!;
  return `exists (select from ${quote(target.entity.table)} ${inner} where ${inner}.${quote(by)} = ${alias}.${quote(via)} and ${inner}."delFlag" = 'N' and (${condition}))`;
}

/**
 * Further condition ` and (…)` over alias `t` for children of a visible record. Empty where a child is visible with its
 * parent, which saves a second check of the parent.
 */
export function ownChildFilter(filter: FilterContext, runtime: EntityRuntime): string {
  if (!hasOwnRows(runtime, filter.context)) return '';
  const access = accessFilter(filter, runtime);
  return access === '' ? '' : ` and (${access})`;
}

/** Whether the caller may see only some of the rows that stand side by side (`x-access.scope` own). */
export const hasOwnRows = ({ entity }: EntityRuntime, { user }: Context): boolean =>
  entity.access?.scope === 'own' && !user.allSeeingEye;

/** Access filter as a further condition ` and (…)` over alias `t`; empty for entities without rows of companies. */
export function ofCompaniesFilter(filter: FilterContext, runtime: EntityRuntime): string {
  const access = isOfCompanies(filter.kernel, runtime) ? accessFilter(filter, runtime) : '';
  return access === '' ? '' : ` and (${access})`;
}

/** Whether rows of the entity, or of one of its parents, belong to companies and people. */
export const isOfCompanies = (kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime): boolean =>
  entity.access?.scope === 'own' ||
  entity.parents.some((parent) => isOfCompanies(kernel, entityNamed(kernel, parent.entity)));
