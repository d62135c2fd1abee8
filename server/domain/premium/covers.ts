import { type Decimal } from '../../../generator/language/decimal.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { coverOf, currencyOfRow, dueOf, insuresVessels, objectOf, type PremiumKind } from './kinds.ts';
import { lockRowsByVisibility } from './rows.ts';
import type { Period } from './split.ts';

/** The premium of one insured period of an object, read from a row of any kind. */
export interface Cover {
  /** the row */
  row: Row;
  /** what is insured: code of a vessel, or text */
  object: string;
  versionId: unknown;
  premium: Decimal;
  currency: string;
  /** decimal places of the currency */
  places: number;
  period: Period;
  /** its own number of instalments; absent: the stages of the policy year apply */
  count?: number;
  /** values of an instalment that come from the premium */
  parties: Row;
}

/** The premiums of a version. An object has a premium for each insured period. */
export interface Covers {
  /** by insured object, in order of their periods */
  byObject: Map<string, Cover[]>;
  /** objects with premiums that the caller may not see */
  hidden: Set<string>;
}

/** Places of amounts in a currency whose minor units are not known. */
const DEFAULT_PLACES = 2;

/** Locks and reads the premiums of a version whose amount is computed. */
export async function coversOf(kernel: Kernel, kind: PremiumKind, { id }: Row, context: Context): Promise<Covers> {
  const { visible, hidden } = await lockRowsByVisibility(
    kernel,
    { name: kind.name, conditions: { versionId: id }, sort: [...kind.premium.object, kind.premium.from] },
    context,
  );
  const places = await kernel.currencies.places();
  const covers = visible.flatMap((row) => {
    const premium = dueOf(kind, row);
    if (premium === undefined) return [];
    const currency = currencyOfRow(kind, row);
    return [
      {
        row,
        object: objectOf(kind, row),
        versionId: row['versionId'],
        premium,
        currency,
        places: places(currency) ?? DEFAULT_PLACES,
        period: coverOf(kind, row),
        ...countOf(kind, row),
        parties: partiesOf(kind, row),
      },
    ];
  });
  const due = hidden.filter((row) => dueOf(kind, row) !== undefined);
  return {
    byObject: Map.groupBy(covers, ({ object }) => object),
    hidden: new Set(due.map((row) => objectOf(kind, row))),
  };
}

function countOf({ premium: { instalments } }: PremiumKind, row: Row): Pick<Cover, 'count'> {
  const count = instalments === undefined ? null : row[instalments];
  return count == null ? {} : { count: Number(count) };
}

/** The insured object and the parties of a premium, as fields of an instalment. */
function partiesOf(kind: PremiumKind, row: Row): Row {
  const { payer, insurer, broker, brokerPaid, name } = kind.premium;
  return {
    ...(insuresVessels(kind)
      ? { vslCde: objectOf(kind, row), vslNameEn: name === undefined ? null : row[name] }
      : { subject: objectOf(kind, row) }),
    billCompany: row[payer],
    club: row[insurer],
    insBroker: broker === undefined ? null : row[broker],
    insBrokerRec: (brokerPaid === undefined ? null : row[brokerPaid]) ?? 'N',
  };
}

/** What an instalment is for: code of a vessel, or text. */
export const objectOfInstalment = ({ vslCde, subject }: Row): string => String(vslCde ?? subject);
