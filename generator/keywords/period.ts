import type { Report } from '../compile/report.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';

/** Types with ordered values. */
const ORDERED = new Set(['int', 'Decimal', 'Date', 'google.protobuf.Timestamp']);
/** Field kinds that are text but have ordered values. */
const ORDERED_TEXTS = new Set(['month', 'year']);

/** Type of the values: two fields are comparable if it is equal. */
const comparedType = ({ kind }: Field): string => (ORDERED_TEXTS.has(kind) ? kind : KINDS[kind].cel);
const isOrdered = ({ kind }: Field): boolean => ORDERED_TEXTS.has(kind) || ORDERED.has(KINDS[kind].cel);

/** Checks that two fields can be start and end of a period: they need the same ordered type. */
export function checkPeriod(
  { fields }: Entity,
  { from, to }: { from: string; to: string },
  at: readonly (string | number)[],
  report: Report,
): void {
  const [start, end] = [from, to].map((name) => fields.find((field) => field.name === name));
  if (start && end && !(isOrdered(start) && comparedType(start) === comparedType(end)))
    report.add(at, `"${from}" (${start.kind}) and "${to}" (${end.kind}) cannot be start and end of a period`);
}
