import { ofParent } from '../../../generator/keywords/approval.ts';
import { codePoints } from '../../../generator/language/kinds/text.ts';
import type { TaskSource } from '../../../generator/model/approval.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** Fields of a record that its to-do shows. */
export interface Subject {
  business?: string | { field: string };
  number: string;
  /** field of the to-do → field of the record, or `parent.<field>` */
  fill: Readonly<Record<string, string>>;
}

/** The business type of a record; undefined without one. */
export const businessOf = ({ business }: Pick<Subject, 'business'>, row: Row): string | undefined =>
  typeof business === 'object' ? ((row[business.field] as string | null) ?? undefined) : business;

/**
 * Values of a to-do that come from its record: its id, its number, and copied fields. `parent` is needed where the
 * subject names fields of it (`parent.<field>`).
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

/** A text of the record, cut to the length of the to-do's field. */
function cut({ fields }: Pick<EntityRuntime, 'fields'>, name: string, value: unknown): string | null {
  if (value == null) return null;
  const max = fields.get(name)!.maxLength ?? Infinity;
  const text = String(value);
  return codePoints(text) <= max ? text : `${[...text].slice(0, max - 1).join('')}…`;
}
