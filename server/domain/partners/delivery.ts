import type { Logger } from 'pino';
import { quote } from '../../../generator/language/sqlText.ts';
import { databaseNow, databaseTime } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { visibleRow } from '../../kernel/read/row.ts';
import { Refusal } from '../../errors.ts';
import { systemContext } from '../identity/system.ts';
import type { Channel, PartnerAnswer, Verdict } from './adapter.ts';
import { isLatest } from './latest.ts';
import { keepReference, markSource, marksOf, referenceFieldOf, type Outcome } from './marks.ts';
import { EVENTS } from './outbox.ts';
import { ADAPTERS, type Receiver } from './receivers.ts';

const deleteLease = prepared<{ id: string }>()(($) => build.deleteFrom('kernel.delivery').where('event', '=', $('id')));

/** Time and number limits of the delivery; times in milliseconds. */
export interface DeliveryPace {
  /** interval between searches for due messages, in addition to `wake` */
  pollMs: number;
  /** time limit for the answer of a partner */
  timeoutMs: number;
  /** time in which no other server delivers a leased message; longer than a call and the update of the row take */
  leaseMs: number;
  /** delay after the first failure; each further failure doubles it */
  retryMs: number;
  /** limit of the delay */
  maxRetryMs: number;
  /** attempts before the delivery gives a message up; a user who sends it again permits as many further attempts */
  maxAttempts: number;
  /** concurrent messages to one partner */
  parallel: number;
}

/** Times of the deliveries of the product. */
const PACE: DeliveryPace = {
  pollMs: 5000,
  timeoutMs: 15_000,
  leaseMs: 60_000,
  retryMs: 5000,
  maxRetryMs: 3_600_000,
  maxAttempts: 15,
  parallel: 4,
};

const MAX_ANSWER_LENGTH = 4000;
const MAX_REFERENCE_LENGTH = 100;

/**
 * Delivers the messages of the outbox. Messages about the same record are delivered in order.
 *
 * Several servers can deliver messages of one database. A lease reserves a message for one server. The lease of a
 * failed server expires, so a message can reach the partner twice, but always with the same idempotency key.
 */
export class Delivery {
  private readonly kernel: Kernel;
  private readonly channels: ReadonlyMap<Receiver, Channel>;
  private readonly log: Logger;
  private readonly pace: DeliveryPace;
  private readonly stopping = new AbortController();
  private running: Promise<unknown> | undefined;
  /** for each loop that waits for work, a function that ends the wait */
  private readonly endWaits = new Set<() => void>();
  /** number of calls of `wake` */
  private wakeCount = 0;

  constructor(kernel: Kernel, channels: ReadonlyMap<Receiver, Channel>, log: Logger, pace: Partial<DeliveryPace> = {}) {
    this.kernel = kernel;
    this.channels = channels;
    this.log = log;
    this.pace = { ...PACE, ...pace };
  }

  /** Starts a loop for each partner, so that a slow partner does not delay the others. */
  start(): void {
    this.running ??= Promise.all([...this.channels.keys()].map((partner) => this.run(partner)));
  }

  /** Searches for due messages immediately. */
  readonly wake = (): void => {
    this.wakeCount += 1;
    for (const endWait of this.endWaits) endWait();
  };

  /** Stops the delivery. Calls in progress are aborted; the next server that delivers repeats them. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const endWait of this.endWaits) endWait();
    await this.running;
  }

  private async run(partner: Receiver): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const wakeCountBefore = this.wakeCount;
      let dueCount = 0;
      try {
        const due = await this.leaseDue(partner);
        dueCount = due.length;
        await Promise.all(due.map((id) => this.deliver(id)));
      } catch (error) {
        if (!this.stopping.signal.aborted) this.log.warn({ err: error }, 'messages to partners are delayed');
        dueCount = 0;
      }
      if (dueCount === 0 && wakeCountBefore === this.wakeCount) await this.waitForWork();
    }
  }

  /** Waits until `wake`, `stop` or the next poll. */
  private waitForWork(): Promise<void> {
    return new Promise((done) => {
      const endWait = () => {
        clearTimeout(timer);
        this.endWaits.delete(endWait);
        done();
      };
      const timer = setTimeout(endWait, this.pace.pollMs);
      this.endWaits.add(endWait);
      if (this.stopping.signal.aborted) endWait();
    });
  }

  /** Leases due messages to a partner: of each record, the oldest message. @returns the ids of the messages */
  private async leaseDue(partner: Receiver): Promise<string[]> {
    const events = quote(entityNamed(this.kernel, EVENTS).entity.table);
    const text = `with due as (
        select e.id from ${events} e
        where e."recordStatus" = 'Pending' and e."delFlag" = 'N' and e.partner = $1 and coalesce(e."nextAttemptAt", '-infinity') <= now()
          and not exists (select from kernel.delivery d where d.event = e.id and d.until > now())
          and not exists (select from ${events} f where f.partner = e.partner and f."sourceEntity" = e."sourceEntity" and f."sourceId" = e."sourceId"
            and f."recordStatus" = 'Pending' and f."delFlag" = 'N' and f.id < e.id)
        order by e.id limit $2)
      insert into kernel.delivery as d (event, until) select id, now() + $3 * interval '1 millisecond' from due
      on conflict (event) do update set until = excluded.until where d.until <= now()
      returning event::text as id`;
    const { rows } = await this.kernel.pool.query(text, [partner, this.pace.parallel, this.pace.leaseMs]);
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  /** Makes one attempt to deliver a leased message, records its outcome and ends the lease. */
  private async deliver(id: string): Promise<void> {
    const context = systemContext(this.kernel, { requestId: 'delivery' });
    const runtime = entityNamed(this.kernel, EVENTS);
    // the row is read after the lease was taken, because another server may have delivered the message before
    const row = JSON.parse(await visibleRow(this.kernel, runtime, id, context)) as Row;
    if (row['recordStatus'] === 'Pending') {
      const partner = row['partner'] as Receiver;
      const answer = await this.channels.get(partner)!(
        String(row['idempotencyKey']),
        row['content'],
        AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.pace.timeoutMs)]),
      );
      const isAborted = this.stopping.signal.aborted && answer.status === 0;
      if (!isAborted)
        await this.record(row, answer, ADAPTERS[partner].interpret(answer, String(row['event'])), context);
    }
    await deleteLease.run(this.kernel.pool, { id });
  }

  /** Records the outcome of an attempt in the message and, unless it is retried, in its source rows. */
  private async record(row: Row, answer: PartnerAnswer, verdict: Verdict, context: Context): Promise<void> {
    const values = this.outcomeValues(row, answer, verdict);
    const state = values.recordStatus;
    const message = { runtime: entityNamed(this.kernel, EVENTS), id: String(row['id']), rev: Number(row['rev']) };
    try {
      await context.transaction(async (inside) => {
        const system = { values: { ...values }, action: ACTION_OF_STATE[state] };
        await updateRow(this.kernel, { ...message, input: {}, system }, inside);
        if (state !== 'Pending' && (await isLatest(this.kernel, row, inside)))
          await this.markSource(row, verdict.outcome === 'retry' ? 'givenUp' : verdict.outcome, inside);
        await this.keepReference(row, values, inside);
      });
    } catch (error) {
      // a user has meanwhile sent the message again, which has precedence; the partner recognises the key
      if (!(error instanceof Refusal) || error.family !== 'conflict') throw error;
    }
  }

  /** The values of a message after an attempt. */
  private outcomeValues(row: Row, { status, text }: PartnerAnswer, verdict: Verdict) {
    const attempts = Number(row['attempts']) + 1;
    const recordStatus = this.stateAfter(verdict.outcome, attempts);
    return {
      recordStatus,
      failure: failureOf(verdict.outcome, status),
      attempts,
      httpStatus: status === 0 ? null : status,
      answer: text.slice(0, MAX_ANSWER_LENGTH) || null,
      triedAt: databaseTime(),
      nextAttemptAt: recordStatus === 'Pending' ? this.nextAttemptAt(attempts) : null,
      ...(verdict.outcome === 'delivered' && verdict.reference !== undefined
        ? { reference: [...verdict.reference].slice(0, MAX_REFERENCE_LENGTH).join('') }
        : {}),
    };
  }

  private stateAfter(outcome: Verdict['outcome'], attempts: number): keyof typeof ACTION_OF_STATE {
    if (outcome === 'delivered') return 'Delivered';
    if (outcome === 'refused') return 'Refused';
    return attempts % this.pace.maxAttempts === 0 ? 'Failed' : 'Pending';
  }

  /** Writes the outcome of a message to its source rows. */
  private async markSource(
    { sourceEntity, sourceId, partner, event }: Row,
    outcome: Outcome,
    context: Context,
  ): Promise<void> {
    const source = entityNamed(this.kernel, String(sourceEntity));
    await markSource(
      this.kernel,
      { runtime: source, id: String(sourceId) },
      { marks: marksOf(source.entity, String(partner), String(event)), outcome },
      context,
    );
  }

  /** Keeps the partner's reference in the source row, if the answer states one and the schema names a field. */
  private async keepReference(
    { sourceEntity, sourceId, partner, event }: Row,
    { reference }: { reference?: string },
    context: Context,
  ): Promise<void> {
    const runtime = entityNamed(this.kernel, String(sourceEntity));
    const field = referenceFieldOf(runtime.entity, String(partner), String(event));
    if (field !== undefined && reference)
      await keepReference(this.kernel, { runtime, id: String(sourceId) }, { field, reference }, context);
  }

  /**
   * The time of the next attempt. The delay doubles with each failure, and has jitter so that retries do not coincide.
   */
  private nextAttemptAt(attempts: number): string {
    const { retryMs, maxRetryMs, maxAttempts } = this.pace;
    const delay = Math.min(retryMs * 2 ** ((attempts % maxAttempts) - 1), maxRetryMs);
    return new Date(databaseNow() + delay * (0.8 + Math.random() * 0.4)).toISOString();
  }
}

/** State of a message after an attempt → action that the history records for the attempt. */
const ACTION_OF_STATE = { Delivered: 'deliver', Pending: 'attempt', Refused: 'giveUp', Failed: 'giveUp' } as const;

/** Reason of a failed attempt, as a code of the options of the field `failure`; null for a delivered message. */
const failureOf = (outcome: Verdict['outcome'], status: number): string | null =>
  outcome === 'delivered' ? null : outcome === 'refused' ? 'Refused' : status === 0 ? 'Unreached' : 'NotTaken';
