import type { Running } from './contract.ts';

/** A running code: prefix, digits, number of places and start. */
export interface Counter {
  prefix: string;
  digits: 'decimal' | 'base36';
  places: number;
  start: number;
  /** the user entered the start; otherwise it is the first number from which enough codes are free */
  hasOwnStart?: boolean;
}

const BASE = { decimal: 10, base36: 36 } as const;

/** The counter as the server reads it. */
export const runningOf = ({ start, ...counter }: Counter): Running => ({ pattern: patternOf(counter), start });

/** The counter's codes as the server writes them: `Z{seq:2}`. */
export const patternOf = ({ prefix, digits, places }: Omit<Counter, 'start'>): string =>
  `${prefix}{${digits === 'decimal' ? 'seq' : 'seq36'}:${places}}`;

/** Number of codes from the start on that fit the places. */
export const capacity = ({ digits, places, start }: Counter): number => Math.max(0, BASE[digits] ** places - start);

/** The code of the row at `index`, counted from 0. */
export const codeAt = ({ prefix, digits, places, start }: Counter, index: number): string =>
  prefix + (start + index).toString(BASE[digits]).toUpperCase().padStart(places, '0');

/** The counter with another prefix, and fewer places if the field is too short for both. */
export const withPrefix = (counter: Counter, prefix: string, maxLength: number): Counter => ({
  ...counter,
  prefix,
  places: Math.max(1, Math.min(counter.places, maxLength - prefix.length)),
});

/**
 * A counter that fits a field of `maxLength` characters and has at least `rows` codes: plain digits if they
 * suffice, else digits and letters.
 */
export function suggestCounter(maxLength: number | undefined, rows: number): Counter {
  const places = Math.min(maxLength ?? 6, 6);
  const counter: Counter = { prefix: '', digits: 'decimal', places, start: 1 };
  return capacity(counter) >= rows ? counter : { ...counter, digits: 'base36' };
}
