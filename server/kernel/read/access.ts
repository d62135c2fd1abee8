import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, type Values } from '../statement.ts';

/**
 * Which rows the caller may see, as SQL over table alias `t`; the one filter of every list, count, export, history,
 * child, file and write. An empty text lets all rows through (domain.md, General 11).
 */
export function accessFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias = 't'): string {
  const { entity } = runtime;
  const { user } = context;
  if (user.allSeeingEye) return '';
  const scope = entity.access?.scope ?? (entity.parents.length > 0 ? 'parent' : 'all');
  if (scope === 'all') return '';
  if (scope === 'parent') return throughParents(kernel, runtime, context, values, alias);
  const { company, persons = [] } = entity.access!;
  const me = values.bind(user.userCde);
  const own = ['creater', ...persons].map((name) => `${alias}.${quote(name)} = ${me}`);
  if (company !== undefined && user.companyCde !== null) own.push(`${alias}.${quote(company)} = ${values.bind(user.companyCde)}`);
  return own.join(' or ');
}

/** A part is seen by whoever sees the whole. */
function throughParents(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const ways = runtime.entity.parents.map(({ entity, via }): string => {
    const above = entityNamed(kernel, entity);
    const inner = `${alias}p`;
    const seen = accessFilter(kernel, above, context, values, inner);
    if (seen === '') return '';
    const by = runtime.fields.get(via)!.ref!.by;
    return `exists (select from ${quote(above.entity.table)} ${inner} where ${inner}.${quote(by)} = ${alias}.${quote(via)} and ${inner}."delFlag" = 'N' and (${seen}))`;
  });
  return ways.includes('') ? '' : ways.join(' or ');
}
