import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { RepairContext } from '../repairs/repair.ts';
import { REPAIRS } from '../repairs/repairs.ts';
import type { Row } from '../sample.ts';

/**
 * Repairs a candidate: rounds amounts to the decimal places of their currency, and keeps the rules of some keywords.
 */
export function repairRow(
  entity: Entity,
  row: Row,
  { placesOf, ...context }: RepairContext & { placesOf(currency: string): number | undefined },
): Row {
  const repaired = { ...row };
  for (const { name, currency } of entity.fields) {
    const places =
      currency && !(name in context.fixed) && repaired[name] != null
        ? placesOf('code' in currency ? currency.code : String(repaired[currency.field]))
        : undefined;
    if (places !== undefined)
      repaired[name] = printDecimal(parseDecimal(repaired[name])!.toDecimalPlaces(places, Decimal.ROUND_UP));
  }
  for (const { repair } of REPAIRS) repair(entity, repaired, context);
  return repaired;
}
