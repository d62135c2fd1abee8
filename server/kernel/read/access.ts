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
export function accessFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias = 't'): string {
  const seen = scopeFilter(kernel, runtime, context, values, alias);
  const kind = ofKind(runtime.entity, alias);
  return kind === '' || seen === '' ? `${kind}${seen}` : `${kind} and (${seen})`;
}

function scopeFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const { entity } = runtime;
  const { user } = context;
  const scope = entity.access?.scope ?? (entity.parents.length > 0 ? 'parent' : 'all');
  if (scope === 'parent') return throughParents(kernel, runtime, context, values, alias);
  if (scope === 'all' || user.allSeeingEye) return '';
  const { company, persons = [] } = entity.access!;
  const me = values.bind(user.userCde);
  const own = [...new Set(['creater', ...persons])].map((name) => `${alias}.${quote(name)} = ${me}`);
  if (company !== undefined && user.companyCde !== null) own.push(`${alias}.${quote(company)} = ${values.bind(user.companyCde)}`);
  return [...own, ...throughTask(kernel, runtime, context, values, me, alias)].join(' or ');
}

/**
 * What is under approval is seen by whoever holds a level that decides now or has decided, wherever they work; so are its to-do and what it is a part of.
 */
function throughTask(kernel: Kernel, runtime: EntityRuntime, { user }: Context, values: Values, me: string, alias: string): string[] {
  const { entity, names } = runtime;
  const tasks = taskSource(kernel);
  const approved = names.filter((name) => entityNamed(kernel, name).entity.approval);
  const parts = entity.children.filter((child) => entityNamed(kernel, child.entity).entity.approval);
  if (!tasks || !(entity.tasks || approved.length > 0 || parts.length > 0)) return [];
  const { source, entity: { table } } = tasks;
  const task = entity.tasks ? alias : `${alias}k`;
  const log = entityNamed(kernel, source.log.entity).entity.table;
  const role = user.roleId === null ? undefined : values.bind(user.roleId);
  const decided = `${quote(source.log.by)} = ${me}${role === undefined ? '' : ` or ${quote(source.log.role)} = ${role}`}`;
  const seen = [`${task}.id in (select ${quote(source.log.via)} from ${quote(log)} where ${decided})`, ...(role === undefined ? [] : [`${task}.${quote(source.role)} = ${role}`])];
  if (entity.tasks) return seen;
  const laidBefore = (those: readonly string[]): string => `(select ${task}.${quote(source.record)}::bigint from ${quote(table)} ${task} where ${task}.${quote(source.entity)} in (${those.map(literal).join(', ')}) and ${task}."delFlag" = 'N' and (${seen.join(' or ')}))`;
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

/** A part is seen by whoever sees the whole; of several wholes, through those that the role may read, unless it has a right to the part itself. */
function throughParents(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const { area, name, parents } = runtime.entity;
  const itself = context.user.rights.allow(area, name, 'query');
  let everything = true;
  const ways: string[] = [];
  for (const { entity, via } of parents) {
    const above = entityNamed(kernel, entity);
    const inner = `${alias}p`;
    const readable = itself || may(kernel, above, 'query', context) ? undefined : kindsOf(kernel, above).filter((kind) => may(kernel, kind, 'query', context)).map((kind) => ofKind(kind.entity, inner));
    if (readable?.length === 0) {
      everything = false;
      continue;
    }
    const whole = accessFilter(kernel, above, context, values, inner);
    const seen = readable ? [`(${readable.join(' or ')})`, ...(whole === '' ? [] : [`(${whole})`])].join(' and ') : whole;
    if (seen === '') ways.push(`${alias}.${quote(via)} is not null`);
    else {
      everything = false;
      const by = runtime.fields.get(via)!.ref!.by;
      ways.push(`exists (select from ${quote(above.entity.table)} ${inner} where ${inner}.${quote(by)} = ${alias}.${quote(via)} and ${inner}."delFlag" = 'N' and (${seen}))`);
    }
  }
  return everything ? '' : ways.join(' or ') || 'false';
}
