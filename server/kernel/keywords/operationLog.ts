import { loggedFields } from '../../../generator/compile/fieldOptions.ts';
import { codePoints } from '../../../generator/language/kinds/text.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import type { OperationLog } from '../../../generator/model/changeLog.ts';
import type { Context } from '../context.ts';
import { SYSTEM } from '../systemUser.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { quote, statement, Values } from '../statement.ts';

/**
 * What was done to a row: the row as it is then, its fields with the values before and after, as history shows them,
 * and what was said with it.
 */
export interface Operated {
  row: Row;
  action: string;
  changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  notes?: Row;
  isFollowing?: boolean;
}

/**
 * A log that tells of an operation: the entity whose rows it belongs to, and the field of which the written row holds
 * the value that finds one.
 */
interface Told {
  log: OperationLog;
  whole: Entity;
  by: string;
  key: unknown;
  prefix: string;
}

/** Whether what happens to rows of an entity is kept by operations (`x-changeLog.operation`). */
export const logsOperations = ({ changeLog }: Pick<Entity, 'changeLog'>): boolean =>
  changeLog !== undefined && 'operation' in changeLog;

/**
 * Writes the row that a log of operations gets for what was done to a record, or to a part of it. What only follows
 * from something else that is told of, and a change of nothing but what the product works out, gets none.
 */
export async function logOperation(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, action, changes, notes = {}, isFollowing = false }: Operated,
  context: Context,
): Promise<void> {
  for (const { log, whole, by, key, prefix } of logsAbout(kernel, runtime, row, isFollowing)) {
    const changed = changedFields(runtime.entity, changes);
    if (action === 'update' && changed.length === 0) continue;
    const operation = `${prefix}${action === 'create' ? 'add' : action === 'update' ? 'edit' : action}`;
    const target = entityNamed(kernel, log.entity);
    const told = cut(
      tellingOf(runtime.entity, row, action === 'update' ? changed : [], changes, notes, context),
      target.fields.get(log.told)!.maxLength ?? Infinity,
    );
    await context.db.query(insertLine(target.entity, log, whole, { by, key, operation, told }, context));
    context.afterCommit(() => kernel.written(target.entity.table));
  }
}

function logsAbout(kernel: Kernel, { entity, fields }: EntityRuntime, row: Row, isFollowing: boolean): Told[] {
  const { changeLog } = entity;
  const own: Told[] =
    changeLog && 'operation' in changeLog && !isFollowing
      ? [{ log: changeLog, whole: entity, by: 'id', key: row['id'], prefix: '' }]
      : [];
  if (entity.readOnly) return own;
  return [
    ...own,
    ...entity.parents.flatMap(({ entity: name, via }): Told[] => {
      const whole = entityNamed(kernel, name).entity;
      const log = whole.changeLog;
      return log && 'operation' in log && row[via] != null
        ? [{ log, whole, by: fields.get(via)!.ref!.by, key: row[via], prefix: `${entity.name}.` }]
        : [];
    }),
  ];
}

/** The changed fields that people enter; the rest follows from them. */
const changedFields = (entity: Entity, changes: Operated['changes']): Field[] =>
  loggedFields(entity).filter(({ name, readOnly }) => !readOnly && name in changes);

/** What the operation was done to, what it changed and what was said with it, in the language of who did it. */
function tellingOf(
  entity: Entity,
  row: Row,
  changed: readonly Field[],
  changes: Operated['changes'],
  notes: Row,
  { language }: Context,
): string {
  const side: keyof Label = language === 'zh-CN' ? 'zh' : 'en';
  const [colon, semicolon] = side === 'zh' ? ['：', '；'] : [': ', '; '];
  const title = titlesOf(entity, row)[side] || entity.label[side];
  const moved = changed.map(
    (field) =>
      `${field.label[side]}${colon}${changes[field.name]!.map((value) => shown(field, value, side)).join(' → ')}`,
  );
  const inputs = [...entity.machines.flatMap(({ transitions }) => transitions), ...entity.actions].flatMap(
    ({ input }) => input?.fields ?? [],
  );
  const said = Object.entries(notes)
    .filter(
      ([name, value]) =>
        typeof value === 'string' &&
        inputs.some((field) => field.name === name && (field.kind === 'text' || field.kind === 'longText')),
    )
    .map(([, value]) => String(value));
  return [title, ...moved, ...said].join(semicolon);
}

function shown(field: Field, value: unknown, side: keyof Label): string {
  if (value == null) return '–';
  const name = (code: unknown): string =>
    field.options?.find((option) => option.code === code)?.[side] ??
    (typeof code === 'object' ? JSON.stringify(code) : String(code));
  return Array.isArray(value) ? value.map(name).join(', ') : name(value);
}

const cut = (text: string, longest: number): string =>
  codePoints(text) <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`;

/** A line of a deleted record is deleted with it. What the product does by itself is nobody's. */
function insertLine(
  { table }: Entity,
  log: OperationLog,
  whole: Entity,
  { by, key, operation, told }: { by: string; key: unknown; operation: string; told: string },
  { user, today }: Context,
): ReturnType<typeof statement> {
  const values = new Values();
  const found = values.bind(key);
  const userCde = values.bind(user.userCde);
  const columns = Object.entries({
    [log.via]: 'w.id',
    [log.operation]: values.bind(operation),
    [log.told]: values.bind(told),
    delFlag: 'w."delFlag"',
    creater: userCde,
    updater: userCde,
    ...(log.by === undefined ? {} : { [log.by]: values.bind(user.userCde === SYSTEM.userCde ? null : user.userCde) }),
    ...(log.on === undefined ? {} : { [log.on]: `${values.bind(today)}::date` }),
    ...Object.fromEntries(Object.entries(log.copies ?? {}).map(([there, here]) => [there, `w.${quote(here)}`])),
  });
  const text = `insert into ${quote(table)} (${columns.map(([name]) => quote(name)).join(', ')}) select ${columns.map(([, value]) => value).join(', ')} from ${quote(whole.table)} w where w.${quote(by)} = ${found}`;
  return statement(text, values.list, true);
}
