import { days } from '../../../generator/language/dates.ts';
import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { precedenceOf } from '../../../generator/language/precedence.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking } from '../../kernel/domain.ts';
import type { EffectInput, Effect, Kernel } from '../../kernel/core.ts';
import type { EffectResult } from '../../kernel/effectResult.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { RowUpdate } from '../../kernel/write/many/saveMany.ts';
import { conflict } from './conflict.ts';
import { coversOf, objectOfInstalment, type Cover, type Covers } from './covers.ts';
import { insuresVessels, kindOf, type PremiumKind } from './kinds.ts';
import { refuseMissingParties } from './missingParties.ts';
import { lockRowsByVisibility, lockRows, policyYearOf, writeCalculated, yearOfVersion } from './rows.ts';
import { sharesOf } from './shares.ts';
import { splitByDays, splitByWeights, splitEqually } from './split.ts';
import { amountOf } from '../amount.ts';

/** The states of a version whose premium is due. */
const IN_EFFECT = ['Formal', 'Supplement'];
/** The states in which an instalment may change; confirmed and billed instalments may not. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Splits the premium of each insured object of a version into instalments by the stages of the policy year: premium ×
 * days of the stage / days of the cover. A premium with its own number of instalments (`x-premium.instalments`) is
 * split equally over its cover. The last instalment is the remainder. Premiums of an object with different billing
 * companies, insurers or brokers get instalments of their own.
 *
 * If an object already has instalments, for example after a supplement, the confirmed ones are kept. The open ones
 * share the remaining premium (`splitOverOpen`), and get the parties of the premium. If all are confirmed, an
 * additional instalment is created for the difference. If a later version changed the premium of an object, the premium
 * of that version is split. Objects of other companies, which the caller may not see, are not changed.
 *
 * @throws Refusal 409 if the policy year has no stages, if the version has no premium, for an object with amounts in
 *   several currencies, with premiums of several parties whose instalments are for others, or with hidden instalments
 *   or premiums of another company; 400 naming the rows with missing values, or at `dueDate`
 */
export const instalments: Effect = locking(yearOfVersion, async (kernel, request, context) =>
  split(kernel, request, await storedLines(kernel, request, context), context),
);

/**
 * Recalculates the instalments of the insured objects of a supplement that takes effect. Does nothing if the premiums
 * of the year are not split into instalments yet, because the later split includes the supplement.
 *
 * @throws Refusal as `instalments` does
 */
export const splitSupplement: Effect = locking(yearOfVersion, async (kernel, request, context) => {
  const kind = kindOf(kernel, request.row['policyType']);
  if (!kind) return {};
  const stored = await storedLines(kernel, request, context);
  const { byObject, hidden } = await coversOf(kernel, kind, request.row, context);
  return [...stored.lines.values()].every((lines) => ofVersions(lines).length === 0) ||
    byObject.size + hidden.size === 0
    ? {}
    : split(kernel, request, stored, context);
});

/** The stored instalments of a policy year. */
interface StoredLines {
  /** by insured object, in order */
  lines: Map<string, Row[]>;
  /** objects with instalments that the caller may not see */
  hidden: Set<string>;
}

/** The instalments that belong to a version. Instalments that staff entered belong to no premium (decision 24). */
const ofVersions = (lines: readonly Row[]): Row[] => lines.filter(({ versionId }) => versionId != null);

/** Locks and reads the instalments of the policy year of a version. */
async function storedLines(kernel: Kernel, { row: version }: EffectInput, context: Context): Promise<StoredLines> {
  const series = { policyYear: version['policyYear'], premiumType: version['policyType'] };
  const { visible, hidden } = await lockRowsByVisibility(
    kernel,
    { name: 'premium-stage', conditions: series, sort: ['vslCde', 'subject', 'stageNo'] },
    context,
  );
  return { lines: Map.groupBy(visible, objectOfInstalment), hidden: new Set(hidden.map(objectOfInstalment)) };
}

/** Computes and writes the instalments of all insured objects of a version. */
async function split(
  kernel: Kernel,
  request: EffectInput,
  stored: StoredLines,
  context: Context,
): Promise<EffectResult> {
  const { row: version } = request;
  const kind = splitKind(kernel, version);
  const stages = await stagesOf(kernel, kind, version, context);
  const own = await coversOf(kernel, kind, version, context);
  if (own.byObject.size === 0) throw conflict('MSG_premium_0205', {});
  const later = await Promise.all(
    (await laterVersions(kernel, version, context)).map((laterVersion) =>
      coversOf(kernel, kind, laterVersion, context),
    ),
  );
  const [[template] = []] = [...stored.lines.values()];
  const plan: Plan = { added: [], changes: [] };
  const current = currentCovers(stored, own, later);
  refuseMissingParties(kind, { version, rows: [...current.values()].flat().map(({ row }) => row) }, context);
  for (const [object, covers] of current) {
    const lines = stored.lines.get(object) ?? [];
    const linesOfVersions = ofVersions(lines);
    refuseCurrencies(object, covers, linesOfVersions);
    let lastNumber = Number(lines.at(-1)?.['stageNo'] ?? 0);
    for (const share of sharesOfParties(object, covers, linesOfVersions)) {
      const addedBefore = plan.added.length;
      if (share.lines.length === 0)
        plan.added.push(...newLines(share.covers, stages, request, { template, lastNumber }));
      else updateLines(plan, { ...share, lastNumber }, request, context);
      lastNumber += plan.added.length - addedBefore;
    }
  }
  return write(kernel, plan, request, context);
}

/**
 * The premiums of each object of a version, or those of the latest version that changed them.
 *
 * @throws Refusal 409 for an object with hidden instalments or premiums of another company
 */
function currentCovers(stored: StoredLines, own: Covers, later: readonly Covers[]): Map<string, Cover[]> {
  const current = new Map<string, Cover[]>();
  for (const object of own.byObject.keys()) {
    if ([stored, own, ...later].some(({ hidden }) => hidden.has(object)))
      throw conflict('MSG_premium_0213', { object });
    current.set(object, [own, ...later].findLast(({ byObject }) => byObject.has(object))!.byObject.get(object)!);
  }
  return current;
}

/** @throws Refusal 409 if premiums and instalments of an object have several currencies: they must not be added */
function refuseCurrencies(object: string, covers: readonly Cover[], lines: readonly Row[]): void {
  const currencies = new Set([...covers.map(({ currency }) => currency), ...lines.map(({ cur }) => cur)]);
  if (currencies.size > 1) throw conflict('MSG_premium_0208', { object });
}

/** The premiums of an object with the same parties, and their instalments. */
interface PartyShare {
  covers: Cover[];
  /** in order; empty if nothing is split yet */
  lines: Row[];
}

/**
 * Groups the premiums of an object by billing company, insurer and broker, such as those of a vessel with two clubs,
 * and finds the instalments of each group. If all premiums have the same parties, all instalments belong to them, also
 * those that a version with other parties created.
 *
 * @param lines the instalments of the object that belong to a version
 * @throws Refusal 409 if there are several groups, and their parties are not exactly those of the instalments
 */
function sharesOfParties(object: string, covers: readonly Cover[], lines: readonly Row[]): PartyShare[] {
  const groups = [...Map.groupBy(covers, ({ parties }) => partiesText(parties))];
  if (groups.length === 1 || lines.length === 0) return groups.map(([, own]) => ({ covers: own, lines: [...lines] }));
  const byParties = Map.groupBy(lines, partiesText);
  if (byParties.size !== groups.length || groups.some(([parties]) => !byParties.has(parties)))
    throw conflict('MSG_premium_0219', { object });
  return groups.map(([parties, own]) => ({ covers: own, lines: byParties.get(parties)! }));
}

const partiesText = ({ billCompany, club, insBroker }: Row): string => JSON.stringify([billCompany, club, insBroker]);

/** The kind of the premiums of a version. @throws Refusal 409 if its policy type has none */
function splitKind(kernel: Kernel, { policyType }: Row): PremiumKind {
  const kind = kindOf(kernel, policyType);
  if (!kind) throw conflict('MSG_premium_0205', {});
  return kind;
}

/**
 * The stages of the policy year of a version, in order.
 *
 * @returns an empty list only for a kind that does not insure vessels: its premium is then due at the start of the
 *   cover
 * @throws Refusal 409 for a missing policy year, and without stages
 */
async function stagesOf(kernel: Kernel, kind: PremiumKind, version: Row, context: Context): Promise<Row[]> {
  const year = await policyYearOf(kernel, version, context);
  const stages = await lockRows(
    kernel,
    { name: 'policy-stage', conditions: { policyYearId: year['id'] }, sort: ['stageNo'] },
    context,
  );
  if (stages.length === 0 && insuresVessels(kind)) throw conflict('MSG_premium_0204', { year: version['policyYear'] });
  return stages;
}

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

const totalOf = (rows: readonly Row[], field: string): Decimal =>
  rows.reduce((sum, row) => sum.plus(amountOf(row, field)), new Decimal(0));
const premiumOf = (covers: readonly Cover[]): Decimal =>
  covers.reduce((sum, { premium }) => sum.plus(premium), new Decimal(0));

/**
 * Values that all instalments of an insured object share.
 *
 * @param template an instalment of the year, whose tax is the default
 */
function lineOf(cover: Cover, { row: version, input }: EffectInput, template: Row = {}): Row {
  return {
    policyYear: version['policyYear'],
    premiumType: version['policyType'],
    versionId: cover.versionId,
    ...cover.parties,
    cur: cover.currency,
    taxIncldInd: input['taxIncldInd'] ?? template['taxIncldInd'] ?? 'N',
    taxRate: input['taxRate'] ?? template['taxRate'] ?? '0',
  };
}

/**
 * Computes the instalments of an insured object without instalments of a version.
 *
 * @param template an instalment of the year, whose tax is the default
 * @param lastNumber the highest instalment number of the object
 */
function newLines(
  covers: readonly Cover[],
  stages: readonly Row[],
  request: EffectInput,
  { template, lastNumber }: { template: Row | undefined; lastNumber: number },
): Row[] {
  const [first] = covers as [Cover];
  return sharesOf(covers, stages).map(({ period, dueDate, premium }, index) => ({
    ...lineOf(first, request, template),
    stageNo: lastNumber + index + 1,
    calcFrom: period.from,
    calcTo: period.to,
    dueDate,
    stagePremium: printDecimal(premium, first.places),
  }));
}

/**
 * Splits the unconfirmed premium of an object and its parties over their open instalments; adds an instalment if all
 * are confirmed.
 *
 * @param lastNumber the highest instalment number of the object
 */
function updateLines(
  { added, changes }: Plan,
  { covers, lines, lastNumber }: PartyShare & { lastNumber: number },
  request: EffectInput,
  context: Context,
): void {
  const [first] = covers as [Cover];
  const openLines = lines.filter(({ recordStatus }) => OPEN.includes(String(recordStatus)));
  const confirmed = totalOf(
    lines.filter((line) => !openLines.includes(line)),
    'stagePremium',
  );
  const remaining = premiumOf(covers).minus(confirmed);
  if (openLines.length > 0) {
    const parts = splitOverOpen(remaining, covers, openLines);
    changes.push(
      ...openLines.map((before, index): RowUpdate => ({
        before,
        values: {
          ...first.parties,
          stagePremium: printDecimal(parts[index]!, first.places),
          versionId: first.versionId,
        },
      })),
    );
  } else if (!remaining.isZero())
    added.push({
      ...additionalLine({ cover: first, last: lines.at(-1)!, premium: remaining, confirmed }, request, context),
      stageNo: lastNumber + 1,
    });
}

/**
 * Splits the remaining premium of covers over their open instalments: by days, or equally for a cover with its own
 * number of instalments. For several covers of which some have such a number, it splits by the stored amounts, because
 * their instalments differ.
 */
function splitOverOpen(remaining: Decimal, covers: readonly Cover[], openLines: readonly Row[]): Decimal[] {
  const [{ places }] = covers as [Cover];
  if (covers.every(({ count }) => count === undefined))
    return splitByDays(
      remaining,
      openLines.map(({ calcFrom, calcTo }) => days(String(calcFrom), String(calcTo))),
      places,
    );
  const stored = openLines.map(({ stagePremium }) => parseDecimal(stagePremium) ?? new Decimal(0));
  const isProportional = covers.length > 1 && stored.every((amount) => amount.gt(0));
  return isProportional ? splitByWeights(remaining, stored, places) : splitEqually(remaining, openLines.length, places);
}

/** The additional instalment, without number, of an insured object whose instalments are all confirmed. */
function additionalLine(
  { cover, last, premium, confirmed }: { cover: Cover; last: Row; premium: Decimal; confirmed: Decimal },
  request: EffectInput,
  { today }: Context,
): Row {
  const { dueDate } = request.input;
  if (dueDate == null)
    throw refuseFields([{ field: 'dueDate', key: 'MSG_premium_0206', params: { object: cover.object } }]);
  const percent = confirmed.isZero() ? new Decimal(100) : round(premium.times(100).div(confirmed), 4);
  return {
    ...lineOf(cover, request, last),
    stageType: 'ADDITION',
    appendType: premium.isNegative() ? 'RETURN' : 'AP',
    // a rule of the schema forbids 0
    additionPct: printDecimal(percent.isZero() ? new Decimal('0.0001').times(premium.isNegative() ? -1 : 1) : percent),
    piClub: cover.parties['club'],
    monthOfExchangeRate: `${today.slice(0, 4)}${today.slice(5, 7)}`,
    calcFrom: cover.period.from,
    calcTo: cover.period.to,
    dueDate,
    stagePremium: printDecimal(premium, cover.places),
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
  const written = [...added, ...changes.map(({ before, values }): Row => ({ ...before, ...values }))];
  const counts = { added: added.length, changed };
  const currencies = new Set(written.map(({ cur }) => cur));
  if (currencies.size !== 1) return { message: { key: 'MSG_premium_0217', params: counts } };
  const total = printDecimal(totalOf(written, 'stagePremium'), 2);
  return { message: { key: 'MSG_premium_0207', params: { ...counts, currency: [...currencies][0], total } } };
}
