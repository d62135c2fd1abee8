import { days } from '../../../generator/language/dates.ts';
import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { precedenceOf } from '../../../generator/language/precedence.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking } from '../../kernel/domain.ts';
import type { EffectInput, EffectResult, Effect, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { RowUpdate } from '../../kernel/write/saveMany.ts';
import { lockRowsByVisibility, lockRows, policyYearOf, writeCalculated, yearOfVersion } from './rows.ts';
import { overlapOf, splitByDays, type Period } from './split.ts';

/** Currency of all insured values of hulls and of their premiums (1§9). */
const CURRENCY = { code: 'USD', places: 2 };
/** The states of a version whose premium is due. */
const IN_EFFECT = ['Formal', 'Supplement'];
/** The states in which an instalment may change; confirmed and billed instalments may not. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Splits the premium of each vessel of a version into instalments by the stages of the policy year: premium × days of
 * the stage / days of the cover. The last instalment is the remainder.
 *
 * If a vessel already has instalments, for example after a supplement, the confirmed ones are kept, and the open ones
 * share the remaining premium in proportion to their days. If all are confirmed, an additional instalment is created
 * for the difference. If a later version changed the premium of a vessel, the premium of that version is split. Vessels
 * of other companies, which the caller may not see, are not changed.
 *
 * @throws Refusal 409 if the policy year has no stages or a stage in another currency, if the version has no premium,
 *   or for a vessel with hidden instalments or premiums of another company; 400 naming the vessels with missing values,
 *   or at `dueDate`
 */
export const instalments: Effect = locking(yearOfVersion, async (kernel, request, context) =>
  split(kernel, request, await storedLines(kernel, request, context), context),
);

/**
 * Recalculates the instalments of the vessels of a supplement that takes effect. Does nothing if the premiums of the
 * year are not split into instalments yet, because the later split includes the supplement.
 *
 * @throws Refusal as `instalments` does
 */
export const splitSupplement: Effect = locking(yearOfVersion, async (kernel, request, context) => {
  const stored = await storedLines(kernel, request, context);
  const premiums = await lockRows(
    kernel,
    { name: 'hull-premium', conditions: { versionId: request.row['id'] }, sort: [] },
    context,
  );
  return [...stored.lines.values()].every((lines) => ofVersions(lines).length === 0) ||
    premiums.every(({ hmTotalPremium }) => hmTotalPremium == null)
    ? {}
    : split(kernel, request, stored, context);
});

/** The stored instalments of a policy year. */
interface StoredLines {
  /** by vessel code, in order */
  lines: Map<string, Row[]>;
  /** codes of the vessels with instalments that the caller may not see */
  hidden: Set<string>;
}

/** The instalments that belong to a version. Instalments that staff entered belong to no premium (decision 24). */
const ofVersions = (lines: readonly Row[]): Row[] => lines.filter(({ versionId }) => versionId != null);

/** Locks and reads the instalments of the policy year of a version. */
async function storedLines(kernel: Kernel, { row: version }: EffectInput, context: Context): Promise<StoredLines> {
  const series = { policyYear: version['policyYear'], premiumType: version['policyType'] };
  const { visible, hidden } = await lockRowsByVisibility(
    kernel,
    { name: 'premium-stage', conditions: series, sort: ['vslCde', 'stageNo'] },
    context,
  );
  return { lines: byVessel(visible), hidden: vesselsOf(hidden) };
}

/** Computes and writes the instalments of all vessels of a version. */
async function split(
  kernel: Kernel,
  request: EffectInput,
  stored: StoredLines,
  context: Context,
): Promise<EffectResult> {
  const { row: version } = request;
  const year = await policyYearOf(kernel, version, context);
  const stages = await lockRows(
    kernel,
    { name: 'policy-stage', conditions: { policyYearId: year['id'] }, sort: ['stageNo'] },
    context,
  );
  if (stages.length === 0) throw conflict('MSG_premium_0204', { year: version['policyYear'] });
  const otherCurrency = stages.find(({ curr }) => curr != null && curr !== CURRENCY.code);
  if (otherCurrency)
    throw conflict('MSG_premium_0208', { number: otherCurrency['stageNo'], currency: otherCurrency['curr'] });
  const own = await coversOf(kernel, version, context);
  if (own.byVessel.size === 0) throw conflict('MSG_premium_0205', {});
  const later = await Promise.all(
    (await laterVersions(kernel, version, context)).map((laterVersion) => coversOf(kernel, laterVersion, context)),
  );
  const [[template] = []] = [...stored.lines.values()];
  const plan: Plan = { added: [], changes: [] };
  for (const vslCde of own.byVessel.keys()) {
    if ([stored, own, ...later].some(({ hidden }) => hidden.has(vslCde)))
      throw conflict('MSG_premium_0213', { vessel: vslCde });
    const covers = [own, ...later].findLast(({ byVessel }) => byVessel.has(vslCde))!.byVessel.get(vslCde)!;
    const lines = stored.lines.get(vslCde) ?? [];
    const lastNumber = Number(lines.at(-1)?.['stageNo'] ?? 0);
    if (ofVersions(lines).length === 0) plan.added.push(...newLines(covers, stages, request, { template, lastNumber }));
    else updateLines(plan, { covers, lines }, request, context);
  }
  return write(kernel, plan, request, context);
}

/** The premiums of a version. A vessel has a premium for each cover, that is, for each insured period. */
interface Covers {
  /** by vessel code, in order of their periods */
  byVessel: Map<string, Row[]>;
  /** codes of the vessels with premiums that the caller may not see */
  hidden: Set<string>;
}

async function coversOf(kernel: Kernel, { id }: Row, context: Context): Promise<Covers> {
  const { visible, hidden } = await lockRowsByVisibility(
    kernel,
    { name: 'hull-premium', conditions: { versionId: id }, sort: ['vslCde', 'policyStart'] },
    context,
  );
  const due = (rows: readonly Row[]): Row[] => rows.filter(({ hmTotalPremium }) => hmTotalPremium != null);
  return { byVessel: byVessel(due(visible)), hidden: vesselsOf(due(hidden)) };
}

const byVessel = (rows: readonly Row[]): Map<string, Row[]> => Map.groupBy(rows, ({ vslCde }) => String(vslCde));
const vesselsOf = (rows: readonly Row[]): Set<string> => new Set(rows.map(({ vslCde }) => String(vslCde)));

/** The versions in effect that supersede a version, in order of precedence. */
async function laterVersions(kernel: Kernel, version: Row, context: Context): Promise<Row[]> {
  const { policyYear, policyType } = version;
  const runtime = entityNamed(kernel, 'premium-version');
  const versions = await lockRows(
    kernel,
    { name: 'premium-version', conditions: { policyYear, policyType }, sort: [] },
    context,
  );
  const rank = ({ versionType }: Row): number => precedenceOf(runtime.entity.version?.precedence, versionType);
  const order = (a: Row, b: Row): number => rank(a) - rank(b) || Number(a['id']) - Number(b['id']);
  return versions
    .filter(
      (other) => IN_EFFECT.includes(String(other['versionStatus'])) && rank(other) > 0 && order(other, version) > 0,
    )
    .toSorted(order);
}

/** The instalments to add and to change. */
interface Plan {
  added: Row[];
  changes: RowUpdate[];
}

const conflict = (key: string, params: Row): Refusal =>
  new Refusal('conflict', key, params, [{ field: '', key, params }]);

const amountOf = (row: Row, field: string): Decimal => parseDecimal(row[field]) ?? new Decimal(0);
const totalOf = (rows: readonly Row[], field: string): Decimal =>
  rows.reduce((sum, row) => sum.plus(amountOf(row, field)), new Decimal(0));
const money = (amount: Decimal): string => printDecimal(amount, CURRENCY.places);

/**
 * Values that all instalments of a vessel share.
 *
 * @param template an instalment of the year, whose tax is the default
 */
function lineOf(cover: Row, { row: version, input }: EffectInput, template: Row = {}): Row {
  return {
    policyYear: version['policyYear'],
    premiumType: version['policyType'],
    vslCde: cover['vslCde'],
    vslNameEn: cover['vslNme'],
    versionId: cover['versionId'],
    billCompany: cover['billCompany'],
    club: cover['insurerCde'],
    insBroker: cover['insBroker'],
    cur: CURRENCY.code,
    taxIncldInd: input['taxIncldInd'] ?? template['taxIncldInd'] ?? 'N',
    taxRate: input['taxRate'] ?? template['taxRate'] ?? '0',
  };
}

/** The instalment of a stage. The covers of a vessel are added to it one after the other. */
interface StageShare {
  stage: Row;
  /** undefined until a cover that overlaps the stage is added */
  period: Period | undefined;
  premium: Decimal;
}

/**
 * Computes the instalments of a vessel without instalments of a version: one for each stage that overlaps its covers.
 *
 * @param template an instalment of the year, whose tax is the default
 * @param lastNumber the highest instalment number of the vessel
 */
function newLines(
  covers: readonly Row[],
  stages: readonly Row[],
  request: EffectInput,
  { template, lastNumber }: { template: Row | undefined; lastNumber: number },
): Row[] {
  const shares = stages.map((stage): StageShare => ({ stage, period: undefined, premium: new Decimal(0) }));
  for (const cover of covers) addCover(shares, cover);
  return shares
    .flatMap(({ stage, period, premium }) => (period ? [{ stage, period, premium }] : []))
    .map(({ stage, period, premium }, index) => ({
      ...lineOf(covers[0]!, request, template),
      stageNo: lastNumber + index + 1,
      calcFrom: period.from,
      calcTo: period.to,
      dueDate: stage['dueDate'],
      stagePremium: money(premium),
    }));
}

/**
 * Splits the premium of a cover by days over the stages that the cover overlaps, and adds the parts to their shares.
 */
function addCover(shares: readonly StageShare[], cover: Row): void {
  const coverPeriod: Period = { from: String(cover['policyStart']), to: String(cover['policyEnd']) };
  const overlaps = shares.flatMap((share) => {
    const { calcFrom, calcTo } = share.stage;
    const period = overlapOf(coverPeriod, { from: String(calcFrom), to: String(calcTo) });
    return period ? [{ share, period }] : [];
  });
  // a cover that overlaps no stage is due with the last stage
  const parts = overlaps.length > 0 ? overlaps : [{ share: shares.at(-1)!, period: coverPeriod }];
  const stagedDays = parts.map(({ period }) => days(period.from, period.to));
  // days outside of all stages are due with the last overlapping stage
  const restDays = days(coverPeriod.from, coverPeriod.to) - stagedDays.reduce((sum, count) => sum + count, 0);
  const premiums = splitByDays(
    amountOf(cover, 'hmTotalPremium'),
    [...stagedDays.slice(0, -1), stagedDays.at(-1)! + restDays],
    CURRENCY.places,
  );
  parts.forEach(({ share, period }, index) => {
    share.premium = share.premium.plus(premiums[index]!);
    share.period = share.period
      ? { from: min(share.period.from, period.from), to: max(share.period.to, period.to) }
      : period;
  });
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);

/** Splits the unconfirmed premium of a vessel over its open instalments; adds an instalment if all are confirmed. */
function updateLines(
  { added, changes }: Plan,
  { covers, lines }: { covers: readonly Row[]; lines: readonly Row[] },
  request: EffectInput,
  context: Context,
): void {
  const stored = ofVersions(lines);
  const openLines = stored.filter(({ recordStatus }) => OPEN.includes(String(recordStatus)));
  const confirmed = totalOf(
    stored.filter((line) => !openLines.includes(line)),
    'stagePremium',
  );
  const remaining = totalOf(covers, 'hmTotalPremium').minus(confirmed);
  if (openLines.length > 0) {
    const parts = splitByDays(
      remaining,
      openLines.map(({ calcFrom, calcTo }) => days(String(calcFrom), String(calcTo))),
      CURRENCY.places,
    );
    changes.push(
      ...openLines.map((before, index): RowUpdate => ({
        before,
        values: { stagePremium: money(parts[index]!), versionId: covers[0]!['versionId'] },
      })),
    );
  } else if (!remaining.isZero())
    added.push(
      additionalLine({ cover: covers[0]!, last: lines.at(-1)!, premium: remaining, confirmed }, request, context),
    );
}

/** The additional instalment of a vessel whose instalments are all confirmed. */
function additionalLine(
  { cover, last, premium, confirmed }: { cover: Row; last: Row; premium: Decimal; confirmed: Decimal },
  request: EffectInput,
  { today }: Context,
): Row {
  const { dueDate } = request.input;
  if (dueDate == null)
    throw refuseFields([{ field: 'dueDate', key: 'MSG_premium_0206', params: { vessel: cover['vslCde'] } }]);
  const percent = confirmed.isZero() ? new Decimal(100) : round(premium.times(100).div(confirmed), 4);
  return {
    ...lineOf(cover, request, last),
    stageNo: Number(last['stageNo']) + 1,
    stageType: 'ADDITION',
    appendType: premium.isNegative() ? 'RETURN' : 'AP',
    // a rule of the schema forbids 0
    additionPct: printDecimal(percent.isZero() ? new Decimal('0.0001').times(premium.isNegative() ? -1 : 1) : percent),
    piClub: cover['insurerCde'],
    monthOfExchangeRate: `${today.slice(0, 4)}${today.slice(5, 7)}`,
    calcFrom: cover['policyStart'],
    calcTo: cover['policyEnd'],
    dueDate,
    stagePremium: money(premium),
  };
}

async function write(
  kernel: Kernel,
  { added, changes }: Plan,
  request: EffectInput,
  context: Context,
): Promise<EffectResult> {
  const options = { acceptWarnings: request.acceptWarnings, action: 'split', isAuthorized: true };
  const changed = await writeCalculated(
    kernel,
    entityNamed(kernel, 'premium-stage'),
    { result: { changes, added }, options },
    context,
  );
  const total = totalOf(added, 'stagePremium').plus(
    totalOf(
      changes.map(({ values }) => values),
      'stagePremium',
    ),
  );
  return { message: { key: 'MSG_premium_0207', params: { added: added.length, changed, total: money(total) } } };
}
