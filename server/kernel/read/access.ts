import { literal, quote } from '../../../generator/language/sqlText.ts';
import { taskSource } from '../approval/sources.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { subtypesOf, subtypeCondition } from '../subtypes.ts';
import { may } from '../rights.ts';
import type { Values } from '../statement.ts';

/** The caller for whom a statement is printed, and the bound values of the statement. */
export interface FilterContext {
  kernel: Kernel;
  context: Context;
  values: Values;
}

/** An entity and the alias of its table in a statement. */
interface Rows {
  runtime: EntityRuntime;
  alias: string;
}

/**
 * SQL condition on table alias `t` for the rows that the caller may see. Empty if the caller may see all rows.
 *
 * Every list, count, export, history, child, file and write uses this filter (domain.md, General 11).
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

/**
 * Condition of rows of the caller's company, rows that name the caller, and rows that wait for the caller's decision.
 */
function ownRows(filter: FilterContext, rows: Rows): string {
  const { user } = filter.context;
  const { runtime, alias } = rows;
  const { company, persons = [] } = runtime.entity.access!;
  const me = filter.values.bind(user.userCde);
  const own = [...new Set(['creater', ...persons])].map((name) => namesCaller(rows, name, me));
  if (company !== undefined && user.companyCde !== null)
    own.push(`${alias}.${quote(company)} = ${filter.values.bind(user.companyCde)}`);
  return [...own, ...throughTasks(filter, rows, me)].join(' or ');
}

/** Condition that a field names the caller, or that a list of persons contains the caller. */
const namesCaller = ({ runtime, alias }: Rows, name: string, me: string): string =>
  runtime.fields.get(name)?.kind === 'multiRef'
    ? `${alias}.${quote(name)} @> to_jsonb(${me}::text)`
    : `${alias}.${quote(name)} = ${me}`;

/**
 * Condition of child rows of several companies: the parent must be visible, and the row must belong to the caller's
 * company or to no company. Approvers of the parent see all its rows.
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
 * Conditions of child rows of a record that waits for the caller's decision, or on which the caller has decided,
 * because an approver must see what is approved. Submitters are excluded, because submitting would reveal hidden rows.
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
 * Condition of rows whose referenced row is visible, and of rows that the caller created.
 *
 * @param own condition for rows without the reference
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
 * Condition that the row to which `t` refers by `via` is visible. Empty if every such row is visible, undefined if none
 * is.
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
 * Conditions of rows under approval, with their to-dos and parents. They are visible to the role that decides now, to
 * the submitter, and to users who have decided.
 *
 * @param me placeholder of the caller's user code
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
  const ofMyTasks = (entities: readonly string[]): string =>
    `(select ${task}.${quote(source.record)}::bigint from ${quote(tasks.entity.table)} ${task} where ${task}.${quote(source.entity)} in (${entities.map(literal).join(', ')}) and ${task}."delFlag" = 'N' and (${mine.join(' or ')}))`;
  return [
    ...(approved.length > 0 ? [`${rows.alias}.id in ${ofMyTasks(approved)}`] : []),
    // an approver of a child sees its parent
    ...children.map((child) => parentOfTask(kernel, rows, child, ofMyTasks)),
  ];
}

/** Condition of rows with a child for which the caller has a to-do. */
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
 * Condition of children: a child is visible with its parent. Only parent entities that the role may read are
 * considered, unless the role may read the child entity itself.
 */
function throughParents(filter: FilterContext, rows: Rows): string {
  const { area, name, parents } = rows.runtime.entity;
  const skipsRight = filter.context.user.rights.allow(area, name, 'query');
  const conditions = parents.map(({ entity, via }) => ({
    via,
    condition: targetVisible(filter, rows, { via, target: entityNamed(filter.kernel, entity), skipsRight }),
  }));
  if (conditions.every(({ condition }) => condition === '')) return '';
  return (
    conditions
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
  /** whether the caller needs no right to read the target */
  skipsRight: boolean;
}

/**
 * Condition that the target of a reference is live and visible. Empty if every target is, undefined if none is.
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
          .filter((subtype) => may(kernel, subtype, 'query', context))
          .map((subtype) => subtypeCondition(subtype.entity, inner));
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
 * Further condition ` and (…)` on alias `t` for children of a visible record. Empty if all children are visible with
 * their parent, so that the parent is not checked twice.
 */
export function ownChildFilter(filter: FilterContext, runtime: EntityRuntime): string {
  if (!hasOwnRows(runtime, filter.context)) return '';
  const access = accessFilter(filter, runtime);
  return access === '' ? '' : ` and (${access})`;
}

/** Whether the caller may see only some rows of the entity (`x-access.scope` own). */
export const hasOwnRows = ({ entity }: EntityRuntime, { user }: Context): boolean =>
  entity.access?.scope === 'own' && !user.allSeeingEye;

/** Access filter as a further condition ` and (…)` on alias `t`. Empty for entities whose rows belong to no company. */
export function ofCompaniesFilter(filter: FilterContext, runtime: EntityRuntime): string {
  const access = isOfCompanies(filter.kernel, runtime) ? accessFilter(filter, runtime) : '';
  return access === '' ? '' : ` and (${access})`;
}

/** Whether rows of the entity, or of one of its parents, belong to companies and people. */
export const isOfCompanies = (kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime): boolean =>
  entity.access?.scope === 'own' ||
  entity.parents.some((parent) => isOfCompanies(kernel, entityNamed(kernel, parent.entity)));
