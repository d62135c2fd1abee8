import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';

/**
 * Refuses a list whose required base data is missing (`x-list.needs`), which would otherwise be empty. It is checked
 * only if the filter has a single value for the first field of `needs.by`.
 *
 * @throws Refusal (400) at that field
 */
export async function requireBaseData(
  kernel: Kernel,
  { entity, fields }: EntityRuntime,
  where: readonly unknown[],
  { db }: Context,
): Promise<void> {
  const { needs } = entity.list;
  if (!needs) return;
  const requested = new Map(
    where.flatMap((term): [string, unknown][] => {
      const { name, type, value } = (typeof term === 'object' && term !== null ? term : {}) as Record<string, unknown>;
      const field = typeof name === 'string' ? fields.get(name) : undefined;
      const [first, ...others] = type === 'equal' || type === 'array' ? [value].flat() : [];
      return field && others.length === 0 ? [[field.name, KINDS[field.kind].normalise(first, field)]] : [];
    }),
  );
  const [first] = Object.keys(needs.by);
  if (first === undefined || requested.get(first) == null) return;
  const required = [
    ...Object.entries(needs.by).flatMap(([own, ofTarget]): [string, unknown][] =>
      requested.get(own) == null ? [] : [[ofTarget, requested.get(own)]],
    ),
    ...Object.entries(needs.with),
  ];
  const conditions = required.map(([name], index) => `${quote(name)}::text = $${index + 1}`).join(' and ');
  const { rows } = await db.query({
    text: `select 1 from ${quote(entityNamed(kernel, needs.entity).entity.table)} where "delFlag" = 'N' and ${conditions} limit 1`,
    values: required.map(([, value]) => String(value)),
  });
  if (rows.length > 0) return;
  const params = { label: fields.get(first)!.label, value: requested.get(first) };
  throw new Refusal('invalid', needs.key, params, [{ field: first, key: needs.key, params }]);
}
