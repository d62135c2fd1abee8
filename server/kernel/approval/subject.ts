import { ofParent } from '../../../generator/keywords/approval.ts';
import { truncate } from '../../../generator/language/kinds/text.ts';
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
 * Values of a to-do that come from its record: its id, its number, and copied fields.
 *
 * @param parent needed if the subject contains fields of the parent (`parent.<field>`)
 */
export function subjectValues(
  { source, ...tasks }: EntityRuntime & { source: TaskSource },
  {
    record,
    subject,
    row,
    parent = {},
  }: { record: EntityRuntime; subject: Subject; row: Row; parent?: Row | undefined },
): Row {
  const business = businessOf(subject, row);
  const valueOf = (name: string): unknown => {
    const parentField = ofParent(name);
    return parentField === undefined ? row[name] : parent[parentField];
  };
  const copyOf = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? truncateFor(tasks, name, value) : (value ?? null);
  return {
    ...Object.fromEntries(
      Object.entries(subject.fill).map(([taskField, recordField]) => [
        taskField,
        copyOf(taskField, valueOf(recordField)),
      ]),
    ),
    ...(business === undefined ? {} : { [source.business]: business }),
    [source.number]: truncateFor(tasks, source.number, valueOf(subject.number)),
    [source.entity]: record.entity.name,
    [source.record]: String(row['id']),
  };
}

/** Truncates a value as text to the length of the field of the to-do. */
function truncateFor({ fields }: Pick<EntityRuntime, 'fields'>, name: string, value: unknown): string | null {
  if (value == null) return null;
  const max = fields.get(name)!.maxLength ?? Infinity;
  return truncate(String(value), max);
}
