/*
 * The product uses the clock of the database. Instants that are stored or compared with stored instants come from this
 * module, so that servers with wrong clocks agree with each other. Between two readings of the database's clock, the
 * monotonic clock of the process measures the elapsed time. The state is global, because a process has one database.
 */

interface Session {
  query(statement: { text: string }): Promise<{ rows: unknown[] }>;
}

const READ_EVERY_MS = 30_000;
/** A slower reading is too inexact and is discarded. */
const MAX_READING_MS = 1000;

/** Database time minus monotonic time in milliseconds; before the first reading, by the clock of the machine. */
let offsetMs = Date.now() - performance.now();

/** Whole milliseconds since 1970 by the database's clock; late by at most the time of one reading, and never early. */
export const databaseNow = (): number => Math.floor(performance.now() + offsetMs);

/** The current instant by the database's clock, as a date. */
export const databaseDate = (): Date => new Date(databaseNow());

/** The current instant by the database's clock, in RFC 3339 with milliseconds, as in the API. */
export const databaseTime = (): string => databaseDate().toISOString();

/** Reads the database's clock, and again every 30 seconds. @returns stops the readings */
export async function syncWithDatabaseClock(session: Session): Promise<() => void> {
  await readClock(session);
  // without an answer, the last reading remains in use
  const timer = setInterval(() => {
    readClock(session).catch(() => undefined);
  }, READ_EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function readClock(session: Session): Promise<void> {
  const started = performance.now();
  const { rows } = await session.query({
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  });
  const answered = performance.now();
  if (answered - started <= MAX_READING_MS) offsetMs = (rows[0] as { now: number }).now - answered;
}
