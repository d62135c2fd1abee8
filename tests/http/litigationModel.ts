import fc from 'fast-check';
import { Decimal, printDecimal } from '../../generator/language/decimal.ts';
import type { LitigationRows } from './litigationRows.ts';
import type { Json } from './server.ts';

/**
 * The figures of a case, computed again by a simple model: what the rows of its amounts, judgments and performances
 * are, and which rate each amount has.
 */

/** Rates of a dollar: on the filing day, and on the day of entry. */
const FILED_RATE = '7.1';
const ENTRY_RATE = '7.3';

/** A change of a case; `at` chooses one of the records that there are. */
export type AmountChange =
  | { kind: 'addAmount'; type: string; currency: string; cents: number; rate: string | null }
  | { kind: 'editAmount'; at: number; type: string; cents: number }
  | { kind: 'deleteAmount'; at: number }
  | { kind: 'file'; cents: number }
  | { kind: 'unfile' }
  | { kind: 'judge'; day: number; cents: number | null; rate: string }
  | { kind: 'deleteJudgment'; at: number }
  | { kind: 'perform'; cents: number; performed: number; rate: string }
  | { kind: 'editPerformance'; at: number; performed: number };

const cents = fc.integer({ min: 1, max: 99_999_999 });
const at = fc.nat(5);
const type = fc.constantFrom('TARGET', 'TARGET', 'COURTFEE');
const rate = fc.constantFrom('1', '6.5', '7.12345678', '0.00000001');

/** Any change of the amounts of a case. */
export const anyChange: fc.Arbitrary<AmountChange> = fc.oneof(
  fc.record({
    kind: fc.constant('addAmount' as const),
    type,
    currency: fc.constantFrom('USD', 'CNY'),
    cents,
    rate: fc.option(fc.constantFrom('6.5', '7.12345678')),
  }),
  fc.record({ kind: fc.constant('editAmount' as const), at, type, cents }),
  fc.record({ kind: fc.constant('deleteAmount' as const), at }),
  fc.record({ kind: fc.constant('file' as const), cents }),
  fc.constant({ kind: 'unfile' as const }),
  fc.record({
    kind: fc.constant('judge' as const),
    day: fc.integer({ min: 1, max: 4 }),
    cents: fc.option(cents),
    rate,
  }),
  fc.record({ kind: fc.constant('deleteJudgment' as const), at }),
  fc.record({
    kind: fc.constant('perform' as const),
    cents,
    performed: fc.double({ min: 0, max: 1, noNaN: true }),
    rate,
  }),
  fc.record({
    kind: fc.constant('editPerformance' as const),
    at,
    performed: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

interface Amount {
  id: string;
  type: string;
  amount: Decimal;
  /** an entered rate, 1 for CNY */
  entered: string | undefined;
  computed: string;
}

interface Judgment {
  id: string;
  day: number;
  inCny: Decimal | undefined;
}

interface Performance {
  id: string;
  amount: Decimal;
  performed: Decimal;
  rate: string;
}

const ofCents = (count: number): Decimal => new Decimal(count).div(100);
const inCny = (amount: Decimal, rmbRate: string): Decimal =>
  amount.times(rmbRate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, one) => sum.plus(one), new Decimal(0));
const chosen = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** Changes a case and a model of it in the same way. */
export class AmountsModel {
  readonly #rows: LitigationRows;
  readonly #case: Json;
  #amounts: Amount[] = [];
  #judgments: Judgment[] = [];
  #performances: Performance[] = [];
  #filing: { id: string; total: Decimal } | undefined;

  constructor(rows: LitigationRows, one: Json) {
    this.#rows = rows;
    this.#case = one;
  }

  async apply(change: AmountChange): Promise<void> {
    switch (change.kind) {
      case 'addAmount':
        return this.#addAmount(change);
      case 'editAmount':
      case 'deleteAmount':
        return this.#changeAmount(change);
      case 'file':
        return this.#file(change.cents);
      case 'unfile':
        if (this.#filing) await this.#rows.remove('litigation-filing', this.#filing);
        this.#filing = undefined;
        return undefined;
      case 'judge':
        return this.#judge(change);
      case 'deleteJudgment': {
        const judgment = chosen(this.#judgments, change.at);
        if (judgment) await this.#rows.remove('legal-document', judgment);
        this.#judgments = this.#judgments.filter((one) => one !== judgment);
        return undefined;
      }
      case 'perform':
      case 'editPerformance':
        return this.#perform(change);
    }
  }

  async #addAmount(change: AmountChange & { kind: 'addAmount' }): Promise<void> {
    const amount = ofCents(change.cents);
    const isCny = change.currency === 'CNY';
    const { id } = await this.#rows.add(this.#case, 'litigation-amount', {
      type: change.type,
      currency: change.currency,
      amount: printDecimal(amount),
      ...(change.rate === null || isCny ? {} : { rmbRate: change.rate }),
    });
    const entered = isCny ? '1' : (change.rate ?? undefined);
    this.#amounts.push({ id, type: change.type, amount, entered, computed: this.#filing ? FILED_RATE : ENTRY_RATE });
    this.#updateTarget();
  }

  async #changeAmount(change: AmountChange & { kind: 'editAmount' | 'deleteAmount' }): Promise<void> {
    const one = chosen(this.#amounts, change.at);
    if (!one) return;
    if (change.kind === 'deleteAmount') {
      await this.#rows.remove('litigation-amount', one);
      this.#amounts = this.#amounts.filter((other) => other !== one);
    } else {
      one.amount = ofCents(change.cents);
      one.type = change.type;
      await this.#rows.patch('litigation-amount', one, { type: one.type, amount: printDecimal(one.amount) });
    }
    this.#updateTarget();
  }

  async #file(count: number): Promise<void> {
    if (this.#filing) return;
    const isTyped = this.#target().isZero();
    const typed = ofCents(count);
    const { id } = await this.#rows.file(this.#case, { totalTargetAmt: isTyped ? printDecimal(typed) : undefined });
    this.#filing = { id, total: typed };
    for (const one of this.#amounts) one.computed = FILED_RATE;
    this.#updateTarget();
  }

  async #judge({ day, cents: count, rate: rmbRate }: AmountChange & { kind: 'judge' }): Promise<void> {
    const amount = count === null ? undefined : ofCents(count);
    const { id } = await this.#rows.judgment(this.#case, {
      date: `2026-04-0${day}`,
      ...(amount ? { amount: printDecimal(amount), cur: 'USD', rmbRate } : {}),
    });
    this.#judgments.push({ id, day, inCny: amount && inCny(amount, rmbRate) });
  }

  async #perform(change: AmountChange & { kind: 'perform' | 'editPerformance' }): Promise<void> {
    const partOf = (amount: Decimal): Decimal => amount.times(change.performed).toDecimalPlaces(2, Decimal.ROUND_DOWN);
    if (change.kind === 'editPerformance') {
      const one = chosen(this.#performances, change.at);
      if (!one) return;
      one.performed = partOf(one.amount);
      await this.#rows.patch('performance', one, { performedAmt: printDecimal(one.performed) });
      return;
    }
    const amount = ofCents(change.cents);
    const performed = partOf(amount);
    const { id } = await this.#rows.add(this.#case, 'performance', {
      date: '2026-05-01',
      payer: 'Orient Lines',
      dueDate: '2026-06-01',
      amount: printDecimal(amount),
      performedAmt: printDecimal(performed),
      cur: 'USD',
      rmbRate: change.rate,
    });
    this.#performances.push({ id, amount, performed, rate: change.rate });
  }

  #target(): Decimal {
    return total(
      this.#amounts.filter((one) => one.type === 'TARGET').map((one) => inCny(one.amount, one.entered ?? one.computed)),
    );
  }

  /** The target amount of the filing is the total, as long as there are rows. */
  #updateTarget(): void {
    const target = this.#target();
    if (this.#filing && !target.isZero()) this.#filing.total = target;
  }

  /** The figures by the model. */
  expected(): Json {
    const target = this.#target();
    const filed = this.#filing?.total ?? new Decimal(0);
    const latest = this.#judgments
      .filter((one) => one.inCny)
      .toSorted((one, other) => one.day - other.day || Number(one.id) - Number(other.id))
      .at(-1);
    const adjudged = latest?.inCny ?? new Decimal(0);
    const performed = total(this.#performances.map((one) => inCny(one.performed, one.rate)));
    return {
      targetAmt: target.toFixed(2),
      claimedAmt: (target.isZero() ? filed : target).toFixed(2),
      adjudgedAmt: adjudged.toFixed(2),
      performedAmt: performed.toFixed(2),
      outstandingAmt: adjudged.minus(performed).toFixed(2),
      totalTargetAmt: this.#filing ? filed.toFixed(2) : null,
    };
  }

  /** The stored figures. */
  async stored(): Promise<Json> {
    const { targetAmt, claimedAmt, adjudgedAmt, performedAmt, outstandingAmt } = await this.#rows.current(this.#case);
    const filing = this.#filing && (await this.#rows.server.read('litigation-filing', this.#filing.id));
    return {
      targetAmt,
      claimedAmt,
      adjudgedAmt,
      performedAmt,
      outstandingAmt,
      totalTargetAmt: filing?.['totalTargetAmt'] ?? null,
    };
  }
}
