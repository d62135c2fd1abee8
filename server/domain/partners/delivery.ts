import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { databaseNow, databaseTime } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Tables } from '../../db/tables.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { quote } from '../../kernel/statement.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { visibleRow } from '../../kernel/read/row.ts';
import { Refusal } from '../../errors.ts';
import { systemContext } from '../identity/system.ts';
import type { Channel, Verdict } from './adapter.ts';
import { markSource, marksOf, type Outcome } from './marks.ts';
import { EVENTS } from './outbox.ts';
import { ADAPTERS, type Receiver } from './receivers.ts';

type Message = Pick<Selectable<Tables['partner_event']>, 'id' | 'sourceEntity' | 'sourceId' | 'partner' | 'event'>;

/** A later message of the same event to the same partner about the same record. */
const laterMessage = prepared<Message>()(($) =>
  build
    .selectFrom('partner_event')
    .select('id')
    .where('sourceEntity', '=', $('sourceEntity'))
    .where('sourceId', '=', $('sourceId'))
    .where('partner', '=', $('partner'))
    .where('event', '=', $('event'))
    .where('delFlag', '=', 'N')
    .where('id', '>', $('id'))
    .limit(1),
);

const endLease = prepared<{ id: string }>()(($) => build.deleteFrom('kernel.delivery').where('event', '=', $('id')));

/** How messages are delivered; times in milliseconds. */
export interface DeliveryPace {
  /** between looks for what is due, beside being woken */
  pollMs: number;
  /** how long a partner may take to answer */
  timeoutMs: number;
  /** For how long nobody else tries a message that is under way; longer than a call and its bookkeeping can take. */
  leaseMs: number;
  /** after the first failure; doubled with each further one */
  retryMs: number;
  longestRetryMs: number;
  /** After so many a message is given up, and people decide; sent again, it gets as many once more. */
  maxAttempts: number;
  /** how many go out to one partner at once */
  parallel: number;
}

export const PACE: DeliveryPace = {
  pollMs: 5000,
  timeoutMs: 15_000,
  leaseMs: 60_000,
  retryMs: 5000,
  longestRetryMs: 3_600_000,
  maxAttempts: 15,
  parallel: 4,
};

const LONGEST_ANSWER = 4000;

/**
 * Delivers what stands in the outbox. Any number of servers may do so on one database: a lease keeps them from one
 * another's messages, and ends by itself when its server dies. A message may thus reach the partner twice, always under
 * one key; the messages of one record go out in their order.
 */
export class Delivery {
  private readonly kernel: Kernel;
  private readonly channels: ReadonlyMap<Receiver, Channel>;
  private readonly log: Logger;
  private readonly pace: DeliveryPace;
  private readonly ending = new AbortController();
  private running: Promise<unknown> | undefined;
  /** those that rest until something is new */
  private readonly resting = new Set<() => void>();
  /** how often something was new */
  private news = 0;

  constructor(kernel: Kernel, channels: ReadonlyMap<Receiver, Channel>, log: Logger, pace: Partial<DeliveryPace> = {}) {
    this.kernel = kernel;
    this.channels = channels;
    this.log = log;
    this.pace = { ...PACE, ...pace };
  }

  /** Begins, for each partner by itself: one that lets us wait keeps nobody else waiting. */
  start(): void {
    this.running ??= Promise.all([...this.channels.keys()].map((partner) => this.run(partner)));
  }

  /** There is something new. */
  readonly wake = (): void => {
    this.news += 1;
    for (const end of this.resting) end();
  };

  /** Ends; a call that is under way is broken off, and made again by whoever delivers next. */
  async stop(): Promise<void> {
    this.ending.abort();
    for (const end of this.resting) end();
    await this.running;
  }

  private async run(partner: Receiver): Promise<void> {
    while (!this.ending.signal.aborted) {
      const heard = this.news;
      let found = 0;
      try {
        const due = await this.claim(partner);
        found = due.length;
        await Promise.all(due.map((id) => this.deliver(id)));
      } catch (error) {
        if (!this.ending.signal.aborted) this.log.warn({ err: error }, 'messages to partners wait');
        found = 0;
      }
      if (found === 0 && heard === this.news) await this.rest();
    }
  }

  private rest(): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.resting.delete(end);
        done();
      };
      const timer = setTimeout(end, this.pace.pollMs);
      this.resting.add(end);
      if (this.ending.signal.aborted) end();
    });
  }

  /** Takes messages that are due, the oldest of each record first, so that nobody else tries them meanwhile. */
  private async claim(partner: Receiver): Promise<string[]> {
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

  /** One attempt: the call, then what came of it. */
  private async deliver(id: string): Promise<void> {
    const context = systemContext(this.kernel, { requestId: 'delivery' });
    const runtime = entityNamed(this.kernel, EVENTS);
    // read after it was claimed: between the look for what is due and the claim another server may have delivered it
    const row = JSON.parse(await visibleRow(this.kernel, runtime, id, context)) as Row;
    if (row['recordStatus'] === 'Pending') {
      const partner = row['partner'] as Receiver;
      const answer = await this.channels.get(partner)!(
        String(row['idempotencyKey']),
        row['content'],
        AbortSignal.any([this.ending.signal, AbortSignal.timeout(this.pace.timeoutMs)]),
      );
      if (this.ending.signal.aborted && answer.status === 0) return this.release(id);
      const verdict = ADAPTERS[partner].interpret(answer);
      const attempts = Number(row['attempts']) + 1;
      const state =
        verdict.outcome === 'delivered'
          ? 'Delivered'
          : verdict.outcome === 'refused'
            ? 'Refused'
            : attempts % this.pace.maxAttempts === 0
              ? 'Failed'
              : 'Pending';
      const values = {
        recordStatus: state,
        failure: failureOf(verdict.outcome, answer.status),
        attempts,
        httpStatus: answer.status === 0 ? null : answer.status,
        answer: answer.text.slice(0, LONGEST_ANSWER) || null,
        triedAt: databaseTime(),
        nextAttemptAt: state === 'Pending' ? this.next(attempts) : null,
        ...(verdict.outcome === 'delivered' && verdict.reference !== undefined
          ? { reference: [...verdict.reference].slice(0, 100).join('') }
          : {}),
      };
      try {
        await context.transaction(async (inside) => {
          await updateRow(
            this.kernel,
            {
              runtime,
              id,
              rev: Number(row['rev']),
              input: {},
              system: {
                values,
                action: state === 'Delivered' ? 'deliver' : state === 'Pending' ? 'attempt' : 'giveUp',
              },
            },
            inside,
          );
          if (state !== 'Pending' && (await this.isLatest(row, inside)))
            await this.tell(row, verdict.outcome === 'again' ? 'givenUp' : verdict.outcome, inside);
        });
      } catch (error) {
        // somebody asked to send it again meanwhile: then that counts, and the partner knows the key
        if (!(error instanceof Refusal) || error.family !== 'conflict') throw error;
      }
    }
    await this.release(id);
  }

  /** An older message that somebody sends again says nothing of a record that was told of once more since. */
  private async isLatest({ id, sourceEntity, sourceId, partner, event }: Row, { db }: Context): Promise<boolean> {
    const message = { id, sourceEntity, sourceId, partner, event } as Message;
    return (await laterMessage.first(db, message)) === undefined;
  }

  /** The rows that the message told of say what became of it. */
  private async tell(
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

  private async release(id: string): Promise<void> {
    await endLease.run(this.kernel.pool, { id });
  }

  /** When to try next: twice as long after each failure, a little scattered so that not all come at once. */
  private next(attempts: number): string {
    const { retryMs, longestRetryMs, maxAttempts } = this.pace;
    const wait = Math.min(retryMs * 2 ** ((attempts % maxAttempts) - 1), longestRetryMs);
    return new Date(databaseNow() + wait * (0.8 + Math.random() * 0.4)).toISOString();
  }
}

/** Why an attempt came to nothing, as the message says it in the reader's language; null for one that arrived. */
const failureOf = (outcome: Verdict['outcome'], status: number): string | null =>
  outcome === 'delivered' ? null : outcome === 'refused' ? 'Refused' : status === 0 ? 'Unreached' : 'NotTaken';
