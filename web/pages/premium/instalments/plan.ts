import { Decimal, parseDecimal, printDecimal } from '../../../../generator/language/decimal.ts';
import { precedenceOf } from '../../../../generator/language/precedence.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import { type Row, textOf } from '../../../fields/types.ts';
import type { Version } from '../versions.ts';

/** A period of the policy year whose premium is due on one day. Dates are `YYYY-MM-DD`. */
export interface Stage {
  no: string;
  from: string;
  to: string;
  due: string;
}

/** One instalment of a vessel; `amount` as decimal text. */
export interface Instalment {
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
  /** its instalments by stage, in the order of the stages; empty for stages before its cover begins */
  stages: readonly (readonly Instalment[])[];
  /** additional instalments, which belong to no stage */
  others: readonly Instalment[];
  /** total of its instalments */
  total: string;
  /** its premium, with the version and the cover that contain it; absent if no version has a premium */
  premium?: { amount: string; version: Version; id: string };
  /** instalments that were split from versions, minus the premium; 0.00 if settled */
  difference: string;
}

/** The instalments of a policy year and the premium that they split. */
export interface Plan {
  rows: readonly PlanRow[];
  /** totals by stage, and of the additional instalments */
  stages: readonly string[];
  others: string;
  total: string;
  premium: string;
  difference: string;
  /** instalments in another currency, which are in no total */
  foreign: readonly Instalment[];
}

/** Names of the fields of a cover for its vessel and its total premium. */
export interface CoverFields {
  vessel: string;
  name: string;
  total: string;
}

/** The rows of the API from which a plan is computed. */
export interface PlanSource {
  currency: string;
  stages: readonly Stage[];
  /** instalments of the year */
  lines: readonly Row[];
  /** covers of the vessels in these versions */
  covers: readonly Row[];
  /** names of the fields of a cover */
  fields: CoverFields;
  versions: readonly Version[];
}

export const stageOf = (row: Row): Stage => ({
  no: textOf(row['stageNo']),
  from: textOf(row['calcFrom']),
  to: textOf(row['calcTo']),
  due: textOf(row['dueDate']),
});

const instalmentOf = (row: Row): Instalment => ({
  id: textOf(row['id']),
  no: textOf(row['stageNo']),
  currency: textOf(row['cur']),
  amount: textOf(row['stagePremium']),
  due: textOf(row['dueDate']),
  status: textOf(row['recordStatus']),
  row,
});

/**
 * Computes the plan: the instalments of each vessel by stage, and its premium in the last of `versions` that has one.
 */
export function planOf({ currency, stages, lines, covers, fields, versions }: PlanSource): Plan {
  const indexes = new Map(stages.map((stage, index) => [stage, index]));
  const premiums = premiumsOf(covers, fields, versions);
  const byVessel = Map.groupBy(lines, (row) => textOf(row['vslCde']));
  const rows = [...new Set([...premiums.keys(), ...byVessel.keys()])].toSorted().map((vessel): PlanRow => {
    const own = byVessel.get(vessel) ?? [];
    const byStage = Map.groupBy(own, (row) => indexes.get(stageFor(row, stages)!));
    const premium = premiums.get(vessel);
    const counted = own.filter((row) => row['cur'] === currency);
    const total = sum(counted.map((row) => textOf(row['stagePremium'])));
    // An instalment without a version is due, but is not a part of a premium.
    const split = sum(counted.filter((row) => row['versionId'] != null).map((row) => textOf(row['stagePremium'])));
    return {
      vessel,
      name: textOf(own[0]?.['vslNameEn']) || premium?.name || '',
      total,
      stages: stages.map((_, index) => (byStage.get(index) ?? []).map(instalmentOf)),
      others: (byStage.get(undefined) ?? []).map(instalmentOf),
      ...(premium && { premium: { amount: premium.amount, version: premium.version, id: premium.id } }),
      difference: minus(split, premium?.amount ?? '0'),
    };
  });
  const sumOf = (instalments: readonly Instalment[]): string =>
    sum(instalments.filter((one) => one.currency === currency).map(({ amount }) => amount));
  const total = sum(rows.map((row) => row.total));
  const premium = sum(rows.map((row) => row.premium?.amount ?? '0'));
  return {
    rows,
    total,
    premium,
    difference: sum(rows.map((row) => row.difference)),
    foreign: lines.filter((row) => row['cur'] !== currency).map(instalmentOf),
    stages: stages.map((_, index) => sumOf(rows.flatMap((row) => row.stages[index]!))),
    others: sumOf(rows.flatMap((row) => row.others)),
  };
}

/**
 * The stage of a regular instalment: the stage with its due date that overlaps its days; otherwise the stage of its
 * first day; otherwise the stage with its due date.
 */
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

/** The premium of each vessel in the last version that has one. MultiSelect covers of a vessel are totalled. */
function premiumsOf(covers: readonly Row[], fields: CoverFields, versions: readonly Version[]): Map<string, Premium> {
  const byVersion = Map.groupBy(
    covers.filter((row) => textOf(row[fields.total]) !== ''),
    (row) => textOf(row['versionId']),
  );
  const premiums = new Map<string, Premium>();
  for (const version of versions) {
    for (const [vessel, own] of Map.groupBy(byVersion.get(version.id) ?? [], (row) => textOf(row[fields.vessel]))) {
      premiums.set(vessel, {
        amount: sum(own.map((row) => textOf(row[fields.total]))),
        name: textOf(own[0]![fields.name]),
        version,
        id: textOf(own[0]!['id']),
      });
    }
  }
  return premiums;
}

/**
 * The versions whose premium counts, in ascending precedence: versions from which instalments were split, supplements,
 * and the deciding version.
 *
 * @param precedence types of versions in ascending precedence (`x-version.precedence`)
 */
export function versionsThatCount(
  versions: readonly Version[],
  splitFrom: ReadonlySet<string>,
  deciding: Version | undefined,
  precedence: NonNullable<Entity['version']>['precedence'],
): Version[] {
  const rank = ({ type }: Version): number => precedenceOf(precedence, type);
  return versions
    .filter((version) => splitFrom.has(version.id) || version.status === 'Supplement' || version.id === deciding?.id)
    .toSorted((a, b) => rank(a) - rank(b) || Number(a.id) - Number(b.id));
}

const amountOf = (text: string): Decimal => parseDecimal(text) ?? new Decimal(0);
const sum = (amounts: readonly string[]): string =>
  printDecimal(
    amounts.reduce((total, amount) => total.plus(amountOf(amount)), new Decimal(0)),
    2,
  );
const minus = (a: string, b: string): string => printDecimal(amountOf(a).minus(amountOf(b)), 2);

/** Whether an amount is 0. */
export const isZero = (amount: string): boolean => amountOf(amount).isZero();
