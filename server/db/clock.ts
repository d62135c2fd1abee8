/**
 * The one clock of the product: the database's. Whatever is compared with an instant that is stored, or stored itself,
 * is read here, so that servers whose own clocks are wrong agree with each other. Between two readings of the
 * database's clock the time that passed is measured by the monotonic clock of the process, which nobody can set. It is
 * one for the process, as the process has one database.
 */
interface Session {
  query(statement: { text: string }): Promise<{ rows: unknown[] }>;
}

const READ_EVERY_MS = 30_000;
/** A reading that took longer says too little of the instant that it is of. */
const LONGEST_READING_MS = 1000;

/** Until the database was asked: the machine's clock. */
let ahead = Date.now() - performance.now();

/** Whole milliseconds since 1970 by the database's clock; late by at most the time of one reading, and never early. */
export const databaseNow = (): number => Math.floor(performance.now() + ahead);

/** The instant by the database's clock, as a date. */
export const databaseDate = (): Date => new Date(databaseNow());

/** The instant by the database's clock, as the API writes it. */
export const databaseTime = (): string => databaseDate().toISOString();

/** Reads the database's clock, now and then again and again. @returns ends that */
export async function syncWithDatabaseClock(session: Session): Promise<() => void> {
  await readClock(session);
  // while the database is away, the last reading serves
  const reading = setInterval(() => {
    readClock(session).catch(() => undefined);
  }, READ_EVERY_MS).unref();
  return () => clearInterval(reading);
}

async function readClock(session: Session): Promise<void> {
  const started = performance.now();
  const { rows } = await session.query({
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  });
  const answered = performance.now();
  if (answered - started <= LONGEST_READING_MS) ahead = (rows[0] as { now: number }).now - answered;
}
