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
import { rowsByVisibility, lockedRows, policyYearOf, writeWorked, yearOfVersion } from './rows.ts';
import { shared, splitByDays, type Period } from './split.ts';

/** Insured values of a hull are in US dollars, and so are their premiums (1§9). */
const CURRENCY = { code: 'USD', places: 2 };
/** The states of a version whose premium is due. */
const IN_EFFECT = ['Formal', 'Supplement'];
/** The states of an instalment that may still change; what is confirmed or billed stays. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Splits the premium of each vessel of a version into instalments by the stages of its policy year: premium × days of
 * the stage / days of the cover, the rest on the last. Where a vessel has instalments already, as when a supplement
 * comes, those that are confirmed stay and the others share the rest by their days; with none left the difference
 * becomes an additional instalment. A vessel whose premium a later version changed is split by that one. Vessels of
 * other companies, which the caller does not see, stay as they are.
 *
 * @throws Refusal 409 where the policy year has no stages or one in another currency, or the version no premium, or for
 *   a vessel that also has instalments or premium of another company; 400 naming the vessels that lack something, or at
 *   `dueDate`
 */
export const instalments: Effect = locking(yearOfVersion, async (kernel, asked, context) =>
  split(kernel, asked, await standingLines(kernel, asked, context), context),
);

/**
 * Recalculates the instalments of a supplement's vessels as it takes effect. Before the year was split there is nothing
 * to recalculate: the split to come reads the supplement.
 *
 * @throws Refusal as `instalments` does
 */
export const supplemented: Effect = locking(yearOfVersion, async (kernel, asked, context) => {
  const standing = await standingLines(kernel, asked, context);
  const premiums = await lockedRows(
    kernel,
    { name: 'hull-premium', conditions: { versionId: asked.row['id'] }, sort: [] },
    context,
  );
  return [...standing.lines.values()].every((lines) => ofVersions(lines).length === 0) ||
    premiums.every(({ hmTotalPremium }) => hmTotalPremium == null)
    ? {}
    : split(kernel, asked, standing, context);
});

/**
 * The instalments of the year by vessel, in order, one series a vessel; and the vessels of which the caller does not
 * see every instalment.
 */
interface Standing {
  lines: Map<string, Row[]>;
  hidden: Set<string>;
}

/**
 * The instalments that come from versions: one that was entered by itself is no part of a premium, and only has its
 * number (decision 24).
 */
const ofVersions = (lines: readonly Row[]): Row[] => lines.filter(({ versionId }) => versionId != null);

async function standingLines(kernel: Kernel, { row: version }: EffectInput, context: Context): Promise<Standing> {
  const series = { policyYear: version['policyYear'], premiumType: version['policyType'] };
  const { seen, hidden } = await rowsByVisibility(
    kernel,
    { name: 'premium-stage', conditions: series, sort: ['vslCde', 'stageNo'] },
    context,
  );
  return { lines: byVessel(seen), hidden: vesselsOf(hidden) };
}

async function split(kernel: Kernel, asked: EffectInput, standing: Standing, context: Context): Promise<EffectResult> {
  const { row: version } = asked;
  const year = await policyYearOf(kernel, version, context);
  const stages = await lockedRows(
    kernel,
    { name: 'policy-stage', conditions: { policyYearId: year['id'] }, sort: ['stageNo'] },
    context,
  );
  if (stages.length === 0) throw refused('MSG_premium_0204', { year: version['policyYear'] });
  const foreign = stages.find(({ curr }) => curr != null && curr !== CURRENCY.code);
  if (foreign) throw refused('MSG_premium_0208', { number: foreign['stageNo'], currency: foreign['curr'] });
  const own = await coversOf(kernel, version, context);
  if (own.seen.size === 0) throw refused('MSG_premium_0205', {});
  const later = await Promise.all(
    (await laterVersions(kernel, version, context)).map((one) => coversOf(kernel, one, context)),
  );
  const [[some] = []] = [...standing.lines.values()];
  const plan: Plan = { added: [], changes: [] };
  for (const vslCde of own.seen.keys()) {
    if ([standing, own, ...later].some(({ hidden }) => hidden.has(vslCde)))
      throw refused('MSG_premium_0213', { vessel: vslCde });
    const covers = [own, ...later].findLast(({ seen }) => seen.has(vslCde))!.seen.get(vslCde)!;
    const all = standing.lines.get(vslCde) ?? [];
    if (ofVersions(all).length === 0)
      plan.added.push(...newLines(covers, stages, asked, { like: some, last: Number(all.at(-1)?.['stageNo'] ?? 0) }));
    else settle(plan, { covers, lines: all }, asked, context);
  }
  return write(kernel, plan, asked, context);
}

/**
 * The premiums of a version by vessel, which may have several covers, one after the other; and the vessels of which the
 * caller does not see every cover.
 */
interface Covers {
  seen: Map<string, Row[]>;
  hidden: Set<string>;
}

async function coversOf(kernel: Kernel, { id }: Row, context: Context): Promise<Covers> {
  const { seen, hidden } = await rowsByVisibility(
    kernel,
    { name: 'hull-premium', conditions: { versionId: id }, sort: ['vslCde', 'policyStart'] },
    context,
  );
  const due = (rows: readonly Row[]): Row[] => rows.filter(({ hmTotalPremium }) => hmTotalPremium != null);
  return { seen: byVessel(due(seen)), hidden: vesselsOf(due(hidden)) };
}

const byVessel = (rows: readonly Row[]): Map<string, Row[]> => Map.groupBy(rows, ({ vslCde }) => String(vslCde));
const vesselsOf = (rows: readonly Row[]): Set<string> => new Set(rows.map(({ vslCde }) => String(vslCde)));

/** The versions in effect that say later than this one what the premium of a vessel is, the last of them last. */
async function laterVersions(kernel: Kernel, version: Row, context: Context): Promise<Row[]> {
  const { policyYear, policyType } = version;
  const runtime = entityNamed(kernel, 'premium-version');
  const versions = await lockedRows(
    kernel,
    { name: 'premium-version', conditions: { policyYear, policyType }, sort: [] },
    context,
  );
  const rank = ({ versionType }: Row): number => precedenceOf(runtime.entity.version?.precedence, versionType);
  const order = (a: Row, b: Row): number => rank(a) - rank(b) || Number(a['id']) - Number(b['id']);
  return versions
    .filter((one) => IN_EFFECT.includes(String(one['versionStatus'])) && rank(one) > 0 && order(one, version) > 0)
    .toSorted(order);
}

interface Plan {
  added: Row[];
  changes: RowUpdate[];
}

const refused = (key: string, params: Row): Refusal =>
  new Refusal('conflict', key, params, [{ field: '', key, params }]);

const amountOf = (row: Row, field: string): Decimal => parseDecimal(row[field]) ?? new Decimal(0);
const totalOf = (rows: readonly Row[], field: string): Decimal =>
  rows.reduce((sum, row) => sum.plus(amountOf(row, field)), new Decimal(0));
const money = (amount: Decimal): string => printDecimal(amount, CURRENCY.places);

/** What all instalments of a vessel have alike. @param like one of the year, whose tax goes on where none is given */
function lineOf(cover: Row, { row: version, input }: EffectInput, like: Row = {}): Row {
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
    taxIncldInd: input['taxIncldInd'] ?? like['taxIncldInd'] ?? 'N',
    taxRate: input['taxRate'] ?? like['taxRate'] ?? '0',
  };
}

/**
 * The instalments of a vessel that has none of a version: one for each stage that its covers share days with. @param
 * last the last number that is taken
 */
function newLines(
  covers: readonly Row[],
  stages: readonly Row[],
  asked: EffectInput,
  { like, last }: { like: Row | undefined; last: number },
): Row[] {
  const byStage = stages.map((stage) => ({ stage, period: undefined as Period | undefined, premium: new Decimal(0) }));
  for (const cover of covers) {
    const whole: Period = { from: String(cover['policyStart']), to: String(cover['policyEnd']) };
    const met = byStage.flatMap((part) => {
      const period = shared(whole, { from: String(part.stage['calcFrom']), to: String(part.stage['calcTo']) });
      return period ? [{ part, period }] : [];
    });
    // a cover that meets no stage is due with the last
    const parts = met.length > 0 ? met : [{ part: byStage.at(-1)!, period: whole }];
    const staged = parts.map(({ period }) => days(period.from, period.to));
    // days that lie in no stage are due with the last as well
    const rest = days(whole.from, whole.to) - staged.reduce((sum, some) => sum + some, 0);
    const premiums = splitByDays(
      amountOf(cover, 'hmTotalPremium'),
      [...staged.slice(0, -1), staged.at(-1)! + rest],
      CURRENCY.places,
    );
    parts.forEach(({ part, period }, index) => {
      part.premium = part.premium.plus(premiums[index]!);
      part.period = part.period
        ? { from: min(part.period.from, period.from), to: max(part.period.to, period.to) }
        : period;
    });
  }
  return byStage
    .flatMap(({ stage, period, premium }) => (period ? [{ stage, period, premium }] : []))
    .map(({ stage, period, premium }, index) => ({
      ...lineOf(covers[0]!, asked, like),
      stageNo: last + index + 1,
      calcFrom: period.from,
      calcTo: period.to,
      dueDate: stage['dueDate'],
      stagePremium: money(premium),
    }));
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);

/** Brings the instalments of a vessel to its premium of now. */
function settle(
  { added, changes }: Plan,
  { covers, lines: all }: { covers: readonly Row[]; lines: readonly Row[] },
  asked: EffectInput,
  context: Context,
): void {
  const there = ofVersions(all);
  const open = there.filter(({ recordStatus }) => OPEN.includes(String(recordStatus)));
  const fixed = totalOf(
    there.filter((line) => !open.includes(line)),
    'stagePremium',
  );
  const rest = totalOf(covers, 'hmTotalPremium').minus(fixed);
  if (open.length > 0) {
    const parts = splitByDays(
      rest,
      open.map(({ calcFrom, calcTo }) => days(String(calcFrom), String(calcTo))),
      CURRENCY.places,
    );
    changes.push(
      ...open.map((before, index): RowUpdate => ({
        before,
        values: { stagePremium: money(parts[index]!), versionId: covers[0]!['versionId'] },
      })),
    );
  } else if (!rest.isZero())
    added.push(additional({ cover: covers[0]!, last: all.at(-1)!, premium: rest, before: fixed }, asked, context));
}

/** The additional instalment of a vessel whose instalments are all confirmed. */
function additional(
  { cover, last, premium, before }: { cover: Row; last: Row; premium: Decimal; before: Decimal },
  asked: EffectInput,
  { today }: Context,
): Row {
  const { dueDate } = asked.input;
  if (dueDate == null)
    throw refuseFields([{ field: 'dueDate', key: 'MSG_premium_0206', params: { vessel: cover['vslCde'] } }]);
  const share = before.isZero() ? new Decimal(100) : round(premium.times(100).div(before), 4);
  return {
    ...lineOf(cover, asked, last),
    stageNo: Number(last['stageNo']) + 1,
    stageType: 'ADDITION',
    appendType: premium.isNegative() ? 'RETURN' : 'AP',
    additionPct: printDecimal(share.isZero() ? new Decimal('0.0001').times(premium.isNegative() ? -1 : 1) : share),
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
  asked: EffectInput,
  context: Context,
): Promise<EffectResult> {
  const many = { acceptWarnings: asked.acceptWarnings, action: 'split', ofAction: true };
  const changed = await writeWorked(
    kernel,
    entityNamed(kernel, 'premium-stage'),
    { worked: { changes, added }, many },
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
