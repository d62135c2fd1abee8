import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSql } from '../../../generator/language/expression/sql.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { accessFilter } from '../read/access.ts';
import { may } from '../rights.ts';
import { statement, Values } from '../statement.ts';
import { subtypeCondition } from '../subtypes.ts';

/** A date of a record of which its persons in charge are reminded (`x-remind`). */
export interface DueDate {
  /** the entity of the record */
  entity: Entity;
  id: string;
  /** the number by which people know the record */
  number: string;
  /** the name of the date */
  label: Label;
  /** `YYYY-MM-DD` */
  day: string;
  updatedAt: string;
}

/** How far before today dates are listed, in days. */
const DAYS_BACK = 90;

/** Maximum number of dates of one entity, coming ones first. */
const MAX_ROWS = 500;

/**
 * The dates of records of which the caller is in charge, from the last weeks on: those that reminders use, as long as
 * they have not ended. Only records that the caller may see are listed.
 */
export async function dueDates(kernel: Kernel, context: Context): Promise<DueDate[]> {
  const found: DueDate[] = [];
  for (const runtime of kernel.registry.entities.values()) {
    const { entity } = runtime;
    if (entity.reminders.length === 0 || !may(kernel, runtime, 'query', context)) continue;
    for (const reminder of entity.reminders) found.push(...(await dueDatesOf(kernel, runtime, reminder, context)));
  }
  return found;
}

async function dueDatesOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  { field, number, until, fill }: Remind,
  context: Context,
): Promise<DueDate[]> {
  const { entity } = runtime;
  const persons = personsOf(kernel, entity, Object.values(fill));
  if (persons.length === 0) return [];
  const values = new Values();
  const me = values.bind(context.user.userCde);
  const today = `${values.bind(context.today)}::date`;
  const ended =
    until === undefined ? '' : (printSql(until, scopeOf(entity, kernel.registry.model), 't') as { sql: string }).sql;
  const access = accessFilter({ kernel, context, values }, runtime);
  const conditions = [
    `t."delFlag" = 'N'`,
    subtypeCondition(entity),
    `t.${quote(field)} >= ${today} - ${DAYS_BACK}`,
    `(${persons.map((name) => `t.${quote(name)} = ${me}`).join(' or ')})`,
    ended && `(${ended}) is not true`,
    access && `(${access})`,
  ].filter((condition) => condition !== '');
  const text =
    `select t.id::text as id, t.${quote(number)} as number, t.${quote(field)}::text as day, t."updateAt" as at from ${quote(entity.table)} t` +
    ` where ${conditions.join(' and ')} order by t.${quote(field)} < ${today}, t.${quote(field)}, t.id limit ${MAX_ROWS}`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  const { label } = runtime.fields.get(field)!;
  return (rows as { id: string; number: string; day: string; at: Date | string }[]).map(({ at, ...row }) => ({
    ...row,
    entity,
    label,
    updatedAt: new Date(at).toISOString(),
  }));
}

/** Those of the fields `names` that refer to persons. */
function personsOf({ registry }: Kernel, { fields }: Entity, names: readonly string[]): string[] {
  const people = Object.values(registry.model.entities).find((candidate) => candidate.people);
  return names.filter((name) => fields.find((field) => field.name === name)?.ref?.entity === people?.name);
}
