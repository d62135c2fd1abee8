import { Decimal, printDecimal } from '../../../../generator/language/decimal.ts';
import { precedenceOf } from '../../../../generator/language/precedence.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Currency } from '../../../../generator/model/field.ts';
import { decimalOf } from '../../../fields/decimal/decimalOf.ts';
import { type Row, textOf } from '../../../fields/types.ts';
import type { Version } from '../versions.ts';

/** A period of the policy year whose premium is due on one day. Dates are `YYYY-MM-DD`. */
export interface Stage {
  no: string;
  from: string;
  to: string;
  due: string;
}

/** One instalment of an insured object; `amount` as decimal text. */
export interface Instalment {
  id: string;
  no: string;
  currency: string;
  amount: string;
  due: string;
  status: string;
  row: Row;
}

/** An insured object with its instalments in one currency; amounts as decimal text. */
export interface PlanRow {
  /** object and currency */
  key: string;
  /** code of a vessel, or what else is insured */
  object: string;
  /** name of a vessel */
  name: string;
  currency: string;
  /** its instalments by stage, in the order of the stages; empty for stages before its cover begins */
  stages: readonly (readonly Instalment[])[];
  /** instalments that belong to no stage */
  others: readonly Instalment[];
  /** whether its instalments are for several insurers, such as two clubs */
  hasSeveralInsurers: boolean;
  /** total of its instalments */
  total: string;
  /** its premium, with the version and the cover that contain it; absent if no version has a premium */
  premium?: { amount: string; version: Version; id: string };
  /** instalments that were split from versions, minus the premium; 0.00 if settled */
  difference: string;
}

/** Totals of the rows in one currency. */
export interface PlanTotals {
  currency: string;
  /** number of rows */
  count: number;
  /** totals by stage, and of the other instalments */
  stages: readonly string[];
  others: string;
  total: string;
  premium: string;
  difference: string;
}

/** The instalments of a policy year and the premium that they split. */
export interface Plan {
  rows: readonly PlanRow[];
  /** for each currency, in the order of the codes; amounts in different currencies are never added */
  totals: readonly PlanTotals[];
}

/** How covers are read. */
export interface CoverFields {
  /** the fields that name the insured object */
  object: readonly string[];
  /** the field with the name of a vessel */
  name?: string | undefined;
  total: string;
  currency: Currency;
}

/** The rows of the API from which a plan is computed. */
export interface PlanSource {
  stages: readonly Stage[];
  /** instalments of the year */
  lines: readonly Row[];
  /** covers in these versions */
  covers: readonly Row[];
  fields: CoverFields;
  versions: readonly Version[];
}

/** The stage in a row of the policy year's instalments. */
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
 * Computes the plan: the instalments of each insured object by stage, and its premium in the last of `versions` that
 * has one. An object with instalments or premium in several currencies has a row for each.
 */
export function planOf({ stages, lines, covers, fields, versions }: PlanSource): Plan {
  const premiums = premiumsOf(covers, fields, versions);
  const byKey = Map.groupBy(lines, (row) => keyOf(objectOfLine(row), textOf(row['cur'])));
  const rows = [...new Set([...premiums.keys(), ...byKey.keys()])]
    .toSorted()
    .map((key) => rowOf(key, byKey.get(key) ?? [], premiums.get(key), stages));
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].toSorted(([a], [b]) => a.localeCompare(b));
  return { rows, totals: byCurrency.map(([currency, own]) => totalsOf(currency, own, stages)) };
}

/** What an instalment is for: code of a vessel, or text. */
const objectOfLine = (row: Row): string => textOf(row['vslCde']) || textOf(row['subject']);

const keyOf = (object: string, currency: string): string => `${object}\n${currency}`;

/** @param lines the instalments of the row */
function rowOf(key: string, lines: readonly Row[], premium: Premium | undefined, stages: readonly Stage[]): PlanRow {
  const [object = '', currency = ''] = key.split('\n');
  const byStage = Map.groupBy(lines, (row) => stageFor(row, stages));
  // An instalment without a version is due, but is not a part of a premium.
  const split = lines.filter((row) => row['versionId'] != null);
  return {
    key,
    object,
    name: textOf(lines[0]?.['vslNameEn']) || premium?.name || '',
    currency,
    total: sum(lines.map((row) => textOf(row['stagePremium']))),
    stages: stages.map((stage) => (byStage.get(stage) ?? []).map(instalmentOf)),
    others: (byStage.get(undefined) ?? []).map(instalmentOf),
    hasSeveralInsurers: new Set(lines.map((row) => textOf(row['club']))).size > 1,
    ...(premium && { premium: { amount: premium.amount, version: premium.version, id: premium.id } }),
    difference: minus(sum(split.map((row) => textOf(row['stagePremium']))), premium?.amount ?? '0'),
  };
}

function totalsOf(currency: string, rows: readonly PlanRow[], stages: readonly Stage[]): PlanTotals {
  const sumOf = (instalments: readonly Instalment[]): string => sum(instalments.map(({ amount }) => amount));
  return {
    currency,
    count: rows.length,
    stages: stages.map((_, index) => sumOf(rows.flatMap((row) => row.stages[index]!))),
    others: sumOf(rows.flatMap((row) => row.others)),
    total: sum(rows.map((row) => row.total)),
    premium: sum(rows.map((row) => row.premium?.amount ?? '0')),
    difference: sum(rows.map((row) => row.difference)),
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

/**
 * The premium of each object and currency in the last version that has one of the object. Several covers of an object
 * are totalled.
 */
function premiumsOf(covers: readonly Row[], fields: CoverFields, versions: readonly Version[]): Map<string, Premium> {
  const due = covers.filter((row) => textOf(row[fields.total]) !== '');
  const byVersion = Map.groupBy(due, (row) => textOf(row['versionId']));
  const objectOf = (row: Row): string =>
    fields.object
      .map((name) => textOf(row[name]))
      .filter(Boolean)
      .join(' ');
  const last = new Map<string, { version: Version; covers: readonly Row[] }>();
  for (const version of versions) {
    for (const [object, own] of Map.groupBy(byVersion.get(version.id) ?? [], objectOf))
      last.set(object, { version, covers: own });
  }
  return new Map(
    [...last].flatMap(([object, { version, covers: ofObject }]) =>
      [...Map.groupBy(ofObject, (row) => currencyOfCover(row, fields))].map(([currency, own]): [string, Premium] => [
        keyOf(object, currency),
        {
          amount: sum(own.map((row) => textOf(row[fields.total]))),
          name: fields.name === undefined ? '' : textOf(own[0]![fields.name]),
          version,
          id: textOf(own[0]!['id']),
        },
      ]),
    ),
  );
}

const currencyOfCover = (row: Row, { currency }: CoverFields): string =>
  'code' in currency ? currency.code : textOf(row[currency.field]);

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

/** A day on which instalments are due, with their total in each currency as decimal text. */
export interface NextDue {
  due: string;
  amounts: { currency: string; amount: string }[];
}

/** The next day, from `today` on, on which instalments are due. */
export function nextDue({ rows }: Plan, today: string): NextDue | undefined {
  const instalments = rows.flatMap((row) => [...row.stages.flat(), ...row.others]).filter(({ due }) => due >= today);
  const due = instalments.map((one) => one.due).toSorted()[0];
  if (due === undefined) return undefined;
  const byCurrency = Map.groupBy(
    instalments.filter((one) => one.due === due),
    ({ currency }) => currency,
  );
  return {
    due,
    amounts: [...byCurrency]
      .map(([currency, own]) => ({ currency, amount: sum(own.map(({ amount }) => amount)) }))
      .toSorted((a, b) => a.currency.localeCompare(b.currency)),
  };
}

const sum = (amounts: readonly string[]): string =>
  printDecimal(
    amounts.reduce((total, amount) => total.plus(decimalOf(amount)), new Decimal(0)),
    2,
  );
const minus = (a: string, b: string): string => printDecimal(decimalOf(a).minus(decimalOf(b)), 2);

/** Whether an amount is 0. */
export const isZero = (amount: string): boolean => decimalOf(amount).isZero();
