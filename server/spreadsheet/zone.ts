/* Conversion between instants, which the API uses, and the local times of a zone, which spreadsheets use. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)$/;

/** Conversions of one IANA time zone, such as `Asia/Shanghai`. */
export interface Zone {
  /** Local time of an RFC 3339 instant, `2026-01-02T03:04:05.678`; undefined for other texts. */
  local(instant: string): string | undefined;
  /**
   * The instant (RFC 3339, UTC) of a local time; undefined for other texts, and for a time that does not exist or
   * occurs twice because of a change to or from summer time.
   */
  instant(local: string): string | undefined;
}

/** Creates the conversions of a time zone. @throws RangeError for an unknown one */
export function zoneOf(timeZone: string): Zone {
  const offsetAt = offsets(timeZone);
  return {
    local(instant) {
      const time = /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(instant) ? Date.parse(instant) : Number.NaN;
      if (Number.isNaN(time)) return undefined;
      const text = new Date(time + offsetAt(time)).toISOString();
      return text.length === 24 ? text.slice(0, 23).replace(/\.000$/, '') : undefined;
    },
    instant(local) {
      const match = LOCAL.exec(local);
      const wall = match ? Date.parse(`${match[1]}T${match[2]}Z`) : Number.NaN;
      if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(match![1]!)) return undefined;
      const candidates = new Set([offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)].map((offset) => wall - offset));
      const times = [...candidates].filter((time) => time + offsetAt(time) === wall);
      return times.length === 1 ? new Date(times[0]!).toISOString() : undefined;
    },
  };
}

/**
 * Returns a function that computes the zone's offset from UTC at an instant, both in milliseconds. Intl is slow, so the
 * offset of each day is cached.
 */
function offsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  /** undefined for a day on which the offset changes */
  const offsetOfDay = new Map<number, number | undefined>();
  const compute = (time: number): number => {
    const name = format.formatToParts(time).find((part) => part.type === 'timeZoneName')!.value;
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name);
    if (!match) return 0;
    const size = Number(match[2]) * HOUR_MS + Number(match[3]) * 60_000 + Number(match[4] ?? 0) * 1000;
    return match[1] === '-' ? -size : size;
  };
  return (time) => {
    const day = Math.floor(time / DAY_MS);
    if (!offsetOfDay.has(day)) {
      const [first, last] = [compute(day * DAY_MS), compute((day + 1) * DAY_MS)];
      offsetOfDay.set(day, first === last ? first : undefined);
    }
    return offsetOfDay.get(day) ?? compute(time);
  };
}
