import { Decimal, parseDecimal, printDecimal } from '../../../../generator/language/decimal.ts';
import { precedenceOf } from '../../../../generator/language/precedence.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import { type Row, textOf } from '../../../fields/types.ts';
import type { Version } from '../versions.ts';

/** A period of the policy year whose premium is due on one day. Dates are ISO text. */
export interface Stage {
  no: string;
  from: string;
  to: string;
  due: string;
}

/** One instalment of a vessel; `amount` as decimal text. */
export interface Line {
  id: string;
  no: string;
  currency: string;
  amount: string;
  due: string;
  status: string;
  row: Row;
}

/** A vessel with its instalments; amounts as decimal text in the plan's currency. */
export interface PlanRow {
  vessel: string;
  name: string;
  /** by stage of the year, in their order; a stage may have none of a vessel whose cover begins later */
  stages: readonly (readonly Line[])[];
  /** what belongs to no stage: additional instalments */
  others: readonly Line[];
  /** what its instalments come to */
  total: string;
  /** what its premium is, and the version and row that say so; absent where no version has one */
  premium?: { amount: string; version: Version; id: string };
  /** instalments that come from versions less premium: nothing is left to settle at 0.00 */
  difference: string;
}

/** The instalments of a policy year beside the premium that they split. */
export interface Plan {
  rows: readonly PlanRow[];
  /** totals by stage, and of the additional instalments */
  stages: readonly string[];
  others: string;
  total: string;
  premium: string;
  difference: string;
  /** instalments in another currency, which are in no total */
  foreign: readonly Line[];
}

/** What the plan is made of: rows as the API gives them. */
export interface PlanSource {
  currency: string;
  stages: readonly Stage[];
  /** instalments of the year */
  lines: readonly Row[];
  /** premiums of the vessels in these versions, and the fields that hold vessel, name and total */
  covers: readonly Row[];
  of: { vessel: string; name: string; total: string };
  versions: readonly Version[];
}

export const stageOf = (row: Row): Stage => ({
  no: textOf(row['stageNo']),
  from: textOf(row['calcFrom']),
  to: textOf(row['calcTo']),
  due: textOf(row['dueDate']),
});

const lineOf = (row: Row): Line => ({
  id: textOf(row['id']),
  no: textOf(row['stageNo']),
  currency: textOf(row['cur']),
  amount: textOf(row['stagePremium']),
  due: textOf(row['dueDate']),
  status: textOf(row['recordStatus']),
  row,
});

/**
 * Sets the instalments of each vessel by the stages of the year, and beside them the premium that the vessel has in the
 * version that counts last.
 */
export function planOf({ currency, stages, lines, covers, of, versions }: PlanSource): Plan {
  const places = new Map(stages.map((stage, index) => [stage, index]));
  const premiums = premiumsOf(covers, of, versions);
  const byVessel = Map.groupBy(lines, (row) => textOf(row['vslCde']));
  const rows = [...new Set([...premiums.keys(), ...byVessel.keys()])].toSorted().map((vessel): PlanRow => {
    const own = byVessel.get(vessel) ?? [];
    const at = Map.groupBy(own, (row) => places.get(stageFor(row, stages)!));
    const premium = premiums.get(vessel);
    const counted = own.filter((row) => row['cur'] === currency);
    const total = sum(counted.map((row) => textOf(row['stagePremium'])));
    // what was entered by itself, without a version, is due and splits no premium
    const split = sum(counted.filter((row) => row['versionId'] != null).map((row) => textOf(row['stagePremium'])));
    return {
      vessel,
      name: textOf(own[0]?.['vslNameEn']) || premium?.name || '',
      total,
      stages: stages.map((_, index) => (at.get(index) ?? []).map(lineOf)),
      others: (at.get(undefined) ?? []).map(lineOf),
      ...(premium && { premium: { amount: premium.amount, version: premium.version, id: premium.id } }),
      difference: minus(split, premium?.amount ?? '0'),
    };
  });
  const inPlan = (some: readonly Line[]): string =>
    sum(some.filter((line) => line.currency === currency).map(({ amount }) => amount));
  const total = sum(rows.map((row) => row.total));
  const premium = sum(rows.map((row) => row.premium?.amount ?? '0'));
  return {
    rows,
    total,
    premium,
    difference: sum(rows.map((row) => row.difference)),
    foreign: lines.filter((row) => row['cur'] !== currency).map(lineOf),
    stages: stages.map((_, index) => inPlan(rows.flatMap((row) => row.stages[index]!))),
    others: inPlan(rows.flatMap((row) => row.others)),
  };
}

/** The stage of a regular instalment: the one that is due on its day, else the one in which its days begin. */
function stageFor(row: Row, stages: readonly Stage[]): Stage | undefined {
  if (row['stageType'] === 'ADDITION') return undefined;
  const [due, from] = [textOf(row['dueDate']), textOf(row['calcFrom'])];
  return (
    stages.find((stage) => stage.due === due && stage.from <= textOf(row['calcTo']) && stage.to >= from) ??
    stages.find((stage) => stage.from <= from && from <= stage.to) ??
    stages.find((stage) => stage.due === due)
  );
}

interface Premium {
  amount: string;
  name: string;
  version: Version;
  id: string;
}

/**
 * The premium of each vessel, as the last of the versions says that has one of it; several covers of a vessel are added
 * up.
 */
function premiumsOf(covers: readonly Row[], of: PlanSource['of'], versions: readonly Version[]): Map<string, Premium> {
  const byVersion = Map.groupBy(
    covers.filter((row) => textOf(row[of.total]) !== ''),
    (row) => textOf(row['versionId']),
  );
  const premiums = new Map<string, Premium>();
  for (const version of versions) {
    for (const [vessel, own] of Map.groupBy(byVersion.get(version.id) ?? [], (row) => textOf(row[of.vessel]))) {
      premiums.set(vessel, {
        amount: sum(own.map((row) => textOf(row[of.total]))),
        name: textOf(own[0]![of.name]),
        version,
        id: textOf(own[0]!['id']),
      });
    }
  }
  return premiums;
}

/**
 * The versions that say what premium there is, the one that counts most last: those that instalments were split from,
 * supplements, and where nothing was split yet the one given as telling.
 *
 * @param precedence types of versions in ascending precedence (`x-version.precedence`)
 */
export function versionsThatCount(
  versions: readonly Version[],
  splitFrom: ReadonlySet<string>,
  telling: Version | undefined,
  precedence: NonNullable<Entity['version']>['precedence'],
): Version[] {
  const rank = ({ type }: Version): number => precedenceOf(precedence, type);
  return versions
    .filter((version) => splitFrom.has(version.id) || version.status === 'Supplement' || version.id === telling?.id)
    .toSorted((a, b) => rank(a) - rank(b) || Number(a.id) - Number(b.id));
}

const amountOf = (text: string): Decimal => parseDecimal(text) ?? new Decimal(0);
const sum = (amounts: readonly string[]): string =>
  printDecimal(
    amounts.reduce((total, amount) => total.plus(amountOf(amount)), new Decimal(0)),
    2,
  );
const minus = (a: string, b: string): string => printDecimal(amountOf(a).minus(amountOf(b)), 2);

/** Whether an amount is none at all. */
export const isNothing = (amount: string): boolean => amountOf(amount).isZero();
