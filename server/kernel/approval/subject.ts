import { ofParent } from '../../../generator/keywords/approval.ts';
import { codePoints } from '../../../generator/language/kinds/text.ts';
import type { TaskSource } from '../../../generator/model/approval.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** How a to-do tells of its record. */
export interface Subject {
  business?: string | { field: string };
  number: string;
  /** field of the to-do → field of the record, or `parent.<field>` */
  fill: Readonly<Record<string, string>>;
}

/** The business type of a record; undefined where nothing names one. */
export const businessOf = ({ business }: Pick<Subject, 'business'>, row: Row): string | undefined =>
  typeof business === 'object' ? ((row[business.field] as string | null) ?? undefined) : business;

/**
 * What a to-do has of its record: which it is, how people know it, and what is copied.
 *
 * @param above what the record is a part of, where the subject names fields of it (`parent.<field>`)
 */
export function subjectValues(
  { source, ...tasks }: EntityRuntime & { source: TaskSource },
  {
    record,
    subject,
    row,
    parent: above = {},
  }: { record: EntityRuntime; subject: Subject; row: Row; parent?: Row | undefined },
): Row {
  const business = businessOf(subject, row);
  const valueOf = (name: string): unknown => {
    const parents = ofParent(name);
    return parents === undefined ? row[name] : above[parents];
  };
  const copied = (there: string, value: unknown): unknown =>
    typeof value === 'string' ? cut(tasks, there, value) : (value ?? null);
  return {
    ...Object.fromEntries(Object.entries(subject.fill).map(([there, here]) => [there, copied(there, valueOf(here))])),
    ...(business === undefined ? {} : { [source.business]: business }),
    [source.number]: cut(tasks, source.number, valueOf(subject.number)),
    [source.entity]: record.entity.name,
    [source.record]: String(row['id']),
  };
}

/** A text of the record, as far as the to-do has room for it. */
function cut({ fields }: Pick<EntityRuntime, 'fields'>, name: string, value: unknown): string | null {
  if (value == null) return null;
  const most = fields.get(name)!.maxLength ?? Infinity;
  const text = String(value);
  return codePoints(text) <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;
}
