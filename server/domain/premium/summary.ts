import type { Entity } from '../../../generator/model/entity.ts';
import type { PremiumSummary } from '../../../generator/model/premium.ts';

/**
 * What screens total the premium of an entity by, without its schema.
 *
 * @param entity as the role of the reader knows it
 * @returns undefined for an entity without `x-premium`, and if the reader may not see the amount due or its currency
 */
export function premiumSummary({ premium, fields, list, parents: [version] }: Entity): PremiumSummary | undefined {
  const due = fields.find(({ name }) => name === premium?.due);
  if (!premium || !version || !due?.currency || !list.columns.includes(due.name)) return undefined;
  return { type: premium.type, due: due.name, currency: due.currency, version: version.via };
}
