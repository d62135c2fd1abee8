import { claimantOf, OFFICER } from './claimRows.ts';
import type { Answer, Client } from './client.ts';

/** A product with a number of claims, and a client logged in as the claims officer. */
export interface Side {
  claims: number;
  client: Client;
  /** ids of the open claims that the officer handles */
  officerIds: readonly string[];
}

/** Measures time, except that of paused work. */
export class Stopwatch {
  readonly #started = performance.now();
  #paused = 0;

  /** Runs work that does not count. */
  async pause<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#paused += performance.now() - started;
    return result;
  }

  /** Milliseconds without pauses. */
  elapsed(): number {
    return performance.now() - this.#started - this.#paused;
  }
}

/** One run of an operation. */
interface Run {
  /** unique among all runs on one side */
  number: number;
  stopwatch: Stopwatch;
}

/** An operation of a claims officer. */
export interface Operation {
  name: string;
  /** max ratio of the time with many claims to that with few */
  maxRatio?: number;
  /** max milliseconds with many claims */
  maxMs?: number;
  run(side: Side, run: Run): Promise<unknown>;
}

const MAX_RATIO = 2;
const DASHBOARD_MS = 150;
/** A list shows no more rows than the side with few claims has, so that both sides return equally many. */
const PAGE_SIZE = 10;
const DAY_MS = 86_400_000;

const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number): string => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);

const OPEN = { name: 'claimStatus', type: 'ne', value: 'Closed' };
const OWN = { name: 'claimExecutor', type: 'equal', value: OFFICER };
const EXPIRING = { name: 'expiredDate', type: 'dateRange', value: `${today}|${inDays(30)}` };
/** A condition that all rows meet. It differs each time, so that no total is cached. */
const uncached = (number: number) => ({ name: 'ourRef', type: 'ne', value: `N${number}` });

const whereOf = (conditions: object[]): string => `where=${encodeURIComponent(JSON.stringify(conditions))}`;

const listPath = (where: object[], sort?: string): string =>
  `/api/claim?total=soon&pageSize=${PAGE_SIZE}${sort === undefined ? '' : `&sort=${sort}`}&${whereOf(where)}`;

/** One of the officer's open claims, another one each time. */
const idOf = ({ officerIds }: Side, number: number): string => officerIds[(number * 7919) % officerIds.length]!;

/**
 * Reads a list as a screen does. A pending total is requested again, also as a screen does, but outside the measured
 * time: so no count is still running when the next call is measured.
 */
const list =
  (conditions: object[], sort?: string): Operation['run'] =>
  async ({ client }, { number, stopwatch }) => {
    const where = [...conditions, uncached(number)];
    const { result } = await client.call('GET', listPath(where, sort));
    if (result.totalIsPending) await stopwatch.pause(() => client.call('GET', `/api/claim/count?${whereOf(where)}`));
  };

const readClaim = (side: Side, { number, stopwatch }: Run): Promise<Answer> =>
  stopwatch.pause(() => side.client.call('GET', `/api/cargo-claim/${idOf(side, number)}`));

async function saveCase(side: Side, run: Run): Promise<unknown> {
  const { result } = await readClaim(side, run);
  const remark = `Surveyor called, note ${run.number}`;
  return side.client.call('PATCH', `/api/cargo-claim/${result.id}`, { rev: result.rev, remark });
}

async function saveCharge(side: Side, run: Run): Promise<unknown> {
  const { result } = await readClaim(side, run);
  const { id, rev } = result['paid-charge'][0];
  return side.client.call('PATCH', `/api/paid-charge/${id}`, { rev, debitNote: `DN-${run.number}` });
}

/** An operation that is one GET. */
const get =
  (path: (side: Side, number: number) => string): Operation['run'] =>
  (side, { number }) =>
    side.client.call('GET', path(side, number));

/** The operations that are measured, in the order of the report. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'list, latest first', maxRatio: MAX_RATIO, run: list([]) },
  { name: 'list of open cases', maxRatio: MAX_RATIO, run: list([OPEN]) },
  { name: 'list of one officer', maxRatio: MAX_RATIO, run: list([OWN]) },
  {
    name: 'one bill of lading',
    maxRatio: MAX_RATIO,
    run: get(({ claims }, number) => listPath([{ name: 'blRefCde', type: 'equal', value: `BLB${number % claims}` }])),
  },
  {
    name: 'part of a claimant’s name',
    maxRatio: MAX_RATIO,
    run: get(({ claims }, number) =>
      listPath([{ name: 'claimant', type: 'like', value: claimantOf(number % claims).slice(1) }]),
    ),
  },
  { name: 'time limits that end soon', maxRatio: MAX_RATIO, run: list([OPEN, EXPIRING], 'expiredDate') },
  {
    name: 'search over everything',
    maxRatio: MAX_RATIO,
    run: get(({ claims }, number) => `/api/search?q=BLB${number % claims}`),
  },
  {
    name: 'open a case with its children',
    maxRatio: MAX_RATIO,
    run: get((side, number) => `/api/cargo-claim/${idOf(side, number)}`),
  },
  {
    name: 'history of a case',
    maxRatio: MAX_RATIO,
    run: get((side, number) => `/api/cargo-claim/${idOf(side, number)}/history?current=1&pageSize=20&parts=true`),
  },
  { name: 'save a case', maxRatio: MAX_RATIO, run: saveCase },
  { name: 'save a charge', maxRatio: MAX_RATIO, run: saveCharge },
  {
    name: 'total of the open cases, counted again',
    maxMs: DASHBOARD_MS,
    run: get((_, number) => `/api/claim/count?${whereOf([OPEN, uncached(number)])}`),
  },
  {
    name: 'dashboard: open cases by type',
    maxMs: DASHBOARD_MS,
    run: get(() => `/api/claim/groups?by=bizType&sum=estimatedAmt,paidAmt&${whereOf([OPEN])}`),
  },
];
