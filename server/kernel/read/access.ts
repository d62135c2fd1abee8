import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { may } from '../rights.ts';
import { quote, type Values } from '../statement.ts';

/**
 * Which rows the caller may see, as SQL over table alias `t`; the one filter of every list, count, export, history,
 * child, file and write. An empty text lets all rows through (domain.md, General 11).
 */
export function accessFilter(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias = 't'): string {
  const { entity } = runtime;
  const { user } = context;
  const scope = entity.access?.scope ?? (entity.parents.length > 0 ? 'parent' : 'all');
  if (scope === 'parent') return throughParents(kernel, runtime, context, values, alias);
  if (scope === 'all' || user.allSeeingEye) return '';
  const { company, persons = [] } = entity.access!;
  const me = values.bind(user.userCde);
  const own = [...new Set(['creater', ...persons])].map((name) => `${alias}.${quote(name)} = ${me}`);
  if (company !== undefined && user.companyCde !== null) own.push(`${alias}.${quote(company)} = ${values.bind(user.companyCde)}`);
  return own.join(' or ');
}

/** A part is seen by whoever sees the whole; of several wholes, through those that the role may read, unless it has a right to the part itself. */
function throughParents(kernel: Kernel, runtime: EntityRuntime, context: Context, values: Values, alias: string): string {
  const { area, name, parents } = runtime.entity;
  const itself = context.user.rights.allow(area, name, 'query');
  let everything = true;
  const ways: string[] = [];
  for (const { entity, via } of parents) {
    const above = entityNamed(kernel, entity);
    if (!itself && !may(kernel, above, 'query', context)) {
      everything = false;
      continue;
    }
    const inner = `${alias}p`;
    const seen = accessFilter(kernel, above, context, values, inner);
    if (seen === '') ways.push(`${alias}.${quote(via)} is not null`);
    else {
      everything = false;
      const by = runtime.fields.get(via)!.ref!.by;
      ways.push(`exists (select from ${quote(above.entity.table)} ${inner} where ${inner}.${quote(by)} = ${alias}.${quote(via)} and ${inner}."delFlag" = 'N' and (${seen}))`);
    }
  }
  return everything ? '' : ways.join(' or ') || 'false';
}
