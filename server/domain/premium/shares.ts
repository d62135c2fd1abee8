import { days, daysAfter } from '../../../generator/language/dates.ts';
import { Decimal } from '../../../generator/language/decimal.ts';
import type { Row } from '../../kernel/row.ts';
import type { Cover } from './covers.ts';
import { overlapOf, splitByDays, splitEqually, type Period } from './split.ts';

/** What an instalment is of the premium of an insured object. */
export interface Share {
  period: Period;
  dueDate: unknown;
  premium: Decimal;
}

/**
 * Splits the covers of an insured object. Covers with their own number of instalments are split equally, the others by
 * days over the stages of the policy year. Without stages each cover has one instalment, due at its start.
 */
export function sharesOf(covers: readonly Cover[], stages: readonly Row[]): Share[] {
  const { counted = [], staged = [] } = Object.groupBy(covers, ({ count }) =>
    count === undefined ? 'staged' : 'counted',
  );
  const shares = [...sharesOfStages(staged, stages), ...counted.flatMap(equalShares)];
  return counted.length > 0 ? shares.toSorted((a, b) => a.period.from.localeCompare(b.period.from)) : shares;
}

/**
 * Equal instalments of a cover with their own number: each is due at the start of its part of the cover. The last one
 * is the remainder.
 */
function equalShares({ period: { from, to }, premium, places, count }: Cover): Share[] {
  const allDays = days(from, to);
  return splitEqually(premium, count!, places).map((part, index) => {
    const [first, next] = [index, index + 1].map((place) => Math.floor((allDays * place) / count!)) as [number, number];
    const start = daysAfter(from, first);
    // a cover of fewer days than instalments has several on one day
    return {
      period: { from: start, to: next > first ? daysAfter(from, next - 1) : start },
      dueDate: start,
      premium: part,
    };
  });
}

/** The share of a stage. The covers of an insured object are added to it one after the other. */
interface StageShare {
  stage: Stage;
  /** undefined until a cover that overlaps the stage is added */
  period: Period | undefined;
  premium: Decimal;
}

/** A stage of the policy year: its period and due date. */
interface Stage {
  period: Period;
  dueDate: unknown;
}

const stageOf = ({ calcFrom, calcTo, dueDate }: Row): Stage => ({
  period: { from: String(calcFrom), to: String(calcTo) },
  dueDate,
});

/**
 * Splits covers by the stages of the policy year: one share for each stage that overlaps them; without stages one
 * share, due at the start of the first cover.
 */
function sharesOfStages(covers: readonly Cover[], stages: readonly Row[]): Share[] {
  const [first] = covers;
  if (!first) return [];
  const dueStages = stages.length > 0 ? stages.map(stageOf) : [{ period: first.period, dueDate: first.period.from }];
  const shares = dueStages.map((stage): StageShare => ({ stage, period: undefined, premium: new Decimal(0) }));
  for (const cover of covers) addCover(shares, cover);
  return shares.flatMap(({ stage: { dueDate }, period, premium }) => (period ? [{ period, dueDate, premium }] : []));
}

/**
 * Splits the premium of a cover by days over the stages that the cover overlaps, and adds the parts to their shares.
 */
function addCover(shares: readonly StageShare[], { period: coverPeriod, premium, places }: Cover): void {
  const overlaps = shares.flatMap((share) => {
    const period = overlapOf(coverPeriod, share.stage.period);
    return period ? [{ share, period }] : [];
  });
  // a cover that overlaps no stage is due with the last stage
  const parts = overlaps.length > 0 ? overlaps : [{ share: shares.at(-1)!, period: coverPeriod }];
  const stagedDays = parts.map(({ period }) => days(period.from, period.to));
  // days outside of all stages are due with the last overlapping stage
  const restDays = days(coverPeriod.from, coverPeriod.to) - stagedDays.reduce((sum, count) => sum + count, 0);
  const premiums = splitByDays(premium, [...stagedDays.slice(0, -1), stagedDays.at(-1)! + restDays], places);
  parts.forEach(({ share, period }, index) => {
    share.premium = share.premium.plus(premiums[index]!);
    share.period = share.period
      ? { from: min(share.period.from, period.from), to: max(share.period.to, period.to) }
      : period;
  });
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);
