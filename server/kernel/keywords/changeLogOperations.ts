import { loggedFields } from '../../../generator/compile/fieldOptions.ts';
import { truncate } from '../../../generator/language/kinds/text.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import type { OperationLog } from '../../../generator/model/changeLog.ts';
import type { Context } from '../context.ts';
import { SYSTEM } from '../systemUser.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { statement, Values } from '../statement.ts';

/** An operation to log. */
export interface LoggedOperation {
  /** the row after the operation */
  row: Row;
  action: string;
  /** changed fields with their values before and after */
  changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** input that is not stored in fields of the row */
  notes?: Row;
  /** a change that the server made as a result of another one */
  isDerived?: boolean;
}

/** A log, and the record to which its new line belongs: the row of `owner` with `key` in its field `by`. */
interface LogTarget {
  log: OperationLog;
  owner: Entity;
  by: string;
  key: unknown;
  /** prefix of the operation's name: `<entity>.` for operations on a child */
  prefix: string;
}

/** Whether an entity has a log of operations (`x-changeLog.operation`). */
export const logsOperations = ({ changeLog }: Pick<Entity, 'changeLog'>): boolean =>
  changeLog !== undefined && 'operation' in changeLog;

/**
 * Adds a line to the log of operations of a record, for an operation on the record or on a child of it. Derived
 * changes, and changes of computed fields alone, are not logged.
 */
export async function logOperation(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, action, changes, notes = {}, isDerived = false }: LoggedOperation,
  context: Context,
): Promise<void> {
  for (const { log, owner, by, key, prefix } of logTargets(kernel, runtime, row, isDerived)) {
    const changed = changedFields(runtime.entity, changes);
    if (action === 'update' && changed.length === 0) continue;
    const operation = `${prefix}${action === 'create' ? 'add' : action === 'update' ? 'edit' : action}`;
    const target = entityNamed(kernel, log.entity);
    const text = truncate(
      logText(runtime.entity, row, { changed: action === 'update' ? changed : [], changes, notes }, context),
      target.fields.get(log.summary)!.maxLength ?? Infinity,
    );
    await context.db.query(insertLine(target.entity, { log, owner, by, key }, { operation, text }, context));
    context.afterCommit(() => kernel.invalidate(target.entity.table));
  }
}

/** The logs for an operation on a row: its own log and those of its parents. */
function logTargets(kernel: Kernel, { entity, fields }: EntityRuntime, row: Row, isDerived: boolean): LogTarget[] {
  const { changeLog } = entity;
  const own: LogTarget[] =
    changeLog && 'operation' in changeLog && !isDerived
      ? [{ log: changeLog, owner: entity, by: 'id', key: row['id'], prefix: '' }]
      : [];
  if (entity.readOnly) return own;
  return [
    ...own,
    ...entity.parents.flatMap(({ entity: name, via }): LogTarget[] => {
      const owner = entityNamed(kernel, name).entity;
      const log = owner.changeLog;
      return log && 'operation' in log && row[via] != null
        ? [{ log, owner, by: fields.get(via)!.ref!.by, key: row[via], prefix: `${entity.name}.` }]
        : [];
    }),
  ];
}

/** The changed fields that users can enter, without computed ones. */
const changedFields = (entity: Entity, changes: LoggedOperation['changes']): Field[] =>
  loggedFields(entity).filter(({ name, readOnly }) => !readOnly && name in changes);

/** The text of a line in the user's language: title of the row, changes, and text inputs. */
function logText(
  entity: Entity,
  row: Row,
  { changed, changes, notes }: { changed: readonly Field[]; changes: LoggedOperation['changes']; notes: Row },
  { language }: Context,
): string {
  const side: keyof Label = language === 'zh-CN' ? 'zh' : 'en';
  const [colon, semicolon] = side === 'zh' ? ['：', '；'] : [': ', '; '];
  const title = titlesOf(entity, row)[side] || entity.label[side];
  const differences = changed.map(
    (field) =>
      `${field.label[side]}${colon}${changes[field.name]!.map((value) => valueText(field, value, side)).join(' → ')}`,
  );
  const inputs = [...entity.machines.flatMap(({ transitions }) => transitions), ...entity.actions].flatMap(
    ({ input }) => input?.fields ?? [],
  );
  const texts = Object.entries(notes)
    .filter(
      ([name, value]) =>
        typeof value === 'string' &&
        inputs.some((field) => field.name === name && (field.kind === 'text' || field.kind === 'longText')),
    )
    .map(([, value]) => String(value));
  return [title, ...differences, ...texts].join(semicolon);
}

/** The text of a value, with the labels of options. */
function valueText(field: Field, value: unknown, side: keyof Label): string {
  if (value == null) return '–';
  const name = (code: unknown): string =>
    field.options?.find((option) => option.code === code)?.[side] ??
    (typeof code === 'object' ? JSON.stringify(code) : String(code));
  return Array.isArray(value) ? value.map(name).join(', ') : name(value);
}

/**
 * Statement that inserts a log line. The line of a deleted record is created as deleted. An operation of the system
 * user has no person.
 */
function insertLine(
  { table }: Entity,
  { log, owner, by, key }: Omit<LogTarget, 'prefix'>,
  { operation, text: line }: { operation: string; text: string },
  { user, today }: Context,
): ReturnType<typeof statement> {
  const values = new Values();
  const keyParameter = values.bind(key);
  const userCde = values.bind(user.userCde);
  const columns = Object.entries({
    [log.via]: 'w.id',
    [log.operation]: values.bind(operation),
    [log.summary]: values.bind(line),
    delFlag: 'w."delFlag"',
    creater: userCde,
    updater: userCde,
    ...(log.by === undefined ? {} : { [log.by]: values.bind(user.userCde === SYSTEM.userCde ? null : user.userCde) }),
    ...(log.on === undefined ? {} : { [log.on]: `${values.bind(today)}::date` }),
    ...Object.fromEntries(
      Object.entries(log.copies ?? {}).map(([column, ownerColumn]) => [column, `w.${quote(ownerColumn)}`]),
    ),
  });
  const text = `insert into ${quote(table)} (${columns.map(([name]) => quote(name)).join(', ')}) select ${columns.map(([, value]) => value).join(', ')} from ${quote(owner.table)} w where w.${quote(by)} = ${keyParameter}`;
  return statement(text, values.list, true);
}
