import type { Field } from '../../../generator/model/field.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { afterSaveOf, type Saving } from '../domain.ts';
import { holdFiles } from '../files/claims.ts';
import type { Kernel } from '../kernel.ts';
import { hashPassword } from '../passwordHash.ts';
import type { EntityRuntime } from '../registry.ts';
import { rowInTurn } from '../contention.ts';
import { toldTo } from '../rights.ts';
import { accessFilter } from '../read/access.ts';
import { statement, Values } from '../statement.ts';
import { changesOfCreate, changesOfUpdate } from './audit.ts';
import type { Body, Row } from './body.ts';
import { logChanges } from './changeLog.ts';
import { withAllDuplicates } from './duplicates.ts';
import { judged, sameValue } from './judging.ts';
import { settleFollowers } from './followers.ts';
import { holdThingOf, newestFlag, settleAfterChange, settleNewest } from './newest.ts';
import { enterRow, isChildRow, lockParentsOf, noteLocked } from './locks.ts';
import { logOperation } from './operationLog.ts';
import { withMissingReferences } from './references.ts';
import { translateRefusal } from './refusal.ts';
import { ROW_CONDITION, updateStatement } from './statements.ts';

/** A row as it was written. */
export interface Saved {
  id: string;
  rev: number;
  /** the row as JSON text, printed by the database */
  json: string;
}

interface Printed {
  json: string;
}

/**
 * A row as PostgreSQL prints it begins with its id and rev; columns of their own for them would be described anew with
 * each answer.
 */
function savedAs(json: string): Saved {
  const [, id, rev] = /^\{"id":"(\d+)","rev":(\d+)/.exec(json)!;
  return { id: id!, rev: Number(rev), json };
}

/** What the kernel, and nobody else, may set while it saves: a child's parent, a machine's state. */
export interface Given {
  values?: Row;
  action?: string;
  underParent?: true;
  /** a whole that is worked out again after a part of it was saved, which has passed all that closes it */
  follows?: true;
  /** what a step was told beside the row's fields, such as an opinion: kept in its audit line */
  notes?: Row;
  /** columns of a new row that are stored as they are: the hash of a password that was typed elsewhere */
  stored?: Row;
  /** the row's `rev` and who changed it last stay: what is written concerns nobody who has the row open */
  aside?: true;
  /** the answer leaves out the children that are many (`x-child.grid`) */
  few?: boolean;
}

/** Judges a new row and writes it with its audit line. @throws Refusal with every broken rule */
export async function insertRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  asked: Body,
  context: Context,
  given: Given,
  parent: Row | undefined,
): Promise<Saved> {
  // most entities have neither rules of their domain nor files, passwords and a newest row: each step that is not there
  // is a wait less
  const {
    entity,
    fileFields,
    passwords,
    statements: { insertColumns, insert },
  } = runtime;
  const domain = kernel.domain.get(entity.name);
  const row = { ...asked.values, ...given.values };
  if (domain?.beforeSave) Object.assign(row, domain.beforeSave({ row: { ...row }, asked, given }));
  const sound = await judgedWhole(kernel, runtime, row, asked, context, undefined, parent);
  if (entity.newest) Object.assign(sound, await newestFlag(runtime, sound, context));
  const files = fileFields.length === 0 ? undefined : await holdFiles(runtime, undefined, {}, sound, context);
  const hashed = passwords.length === 0 ? sound : await withHashes(runtime, sound);
  const stored = given.stored ? { ...hashed, ...given.stored } : hashed;
  const values = [
    ...insertColumns.map((field) => bindable(field, stored[field.name])),
    context.user.userCde,
    context.requestId,
    JSON.stringify(changesOfCreate(runtime, sound, files)),
  ];
  const result = await attempt(kernel, runtime, 'create', sound, context, () =>
    context.db.query(statement(insert, values, true)),
  );
  const saved = savedAs((result.rows[0] as Printed).json);
  await files?.settle(saved.id);
  if (entity.newest) await settleNewest(kernel, runtime, [sound], context);
  await logOperation(kernel, runtime, { row: { ...sound, id: saved.id }, action: 'create', changes: {} }, context);
  wrote(kernel, runtime, context);
  await afterSaveOf(domain, 'create')?.({ row: sound, changes: sound, action: 'create' }, context);
  return saved;
}

/** Judges the changed row and writes what is different; where nothing is, nothing is written. @throws Refusal */
export async function changeRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  before: Row,
  asked: Body,
  context: Context,
  given: Given,
  parent: Row | undefined,
): Promise<Saved> {
  const entered = { ...before, ...asked.values, ...given.values };
  const domain = domainValues(kernel, runtime, { row: entered, before, asked, given });
  const after = await judgedWhole(kernel, runtime, { ...entered, ...domain }, asked, context, before, parent);
  Object.assign(after, await newestFlag(runtime, after, context, changedColumns(runtime, before, after, asked, given)));
  const changes = changedColumns(runtime, before, after, asked, given);
  if (Object.keys(changes).length === 0 && given.action === undefined)
    return { id: String(before['id']), rev: Number(before['rev']), json: JSON.stringify(before) };
  return writeChange(kernel, runtime, before, changes, given.action ?? 'update', context, given);
}

/** What `judged` answers, with what the domain adds to it; a refusal tells of wrong references too. */
async function judgedWhole(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  asked: Body,
  context: Context,
  before: Row | undefined,
  parent: Row | undefined,
): Promise<Row> {
  try {
    const sound = await judged(kernel, runtime, row, asked, context, before, parent);
    const added = await kernel.domain
      .get(runtime.entity.name)
      ?.complete?.({ row: sound, ...(before ? { before } : {}) }, context);
    return added ? await judged(kernel, runtime, { ...row, ...added }, asked, context, before, parent) : sound;
  } catch (error) {
    throw await withMissingReferences(kernel, runtime, before, error, context);
  }
}

/** The fields in which a row differs from what it was, as they are to be written. */
export function changedColumns({ entity }: EntityRuntime, before: Row, after: Row, asked: Body, given: Given): Row {
  const changes: Row = {};
  for (const field of entity.fields) {
    // a field that is written only never comes back, so whatever is given is a change
    const changed = field.writeOnly
      ? { ...given.values, ...asked.values }[field.name] !== undefined
      : !sameValue(before[field.name], after[field.name]);
    if (changed) changes[field.name] = after[field.name] ?? null;
  }
  return changes;
}

/**
 * Writes the given columns of a row that was read at its rev, with the audit line of `action`. @throws Refusal 409
 * where the row has moved on
 */
export async function writeChange(
  kernel: Kernel,
  runtime: EntityRuntime,
  before: Row,
  changes: Row,
  action: string,
  context: Context,
  { notes = {}, aside, follows }: Pick<Given, 'notes' | 'aside' | 'follows'> = {},
): Promise<Saved> {
  const names = Object.keys(changes);
  const files = await holdFiles(runtime, before['id'], before, changes, context);
  const audit = changesOfUpdate(runtime, before, changes, files);
  const told: typeof audit = { ...audit };
  // what a note shares its name with tells its own change
  for (const [name, value] of Object.entries(notes)) audit[name] ??= [null, value];
  const stored = await withHashes(runtime, changes);
  const values = [
    before['id'],
    before['rev'],
    context.user.userCde,
    context.requestId,
    JSON.stringify(audit),
    ...names.map((name) => bindable(runtime.fields.get(name)!, stored[name])),
  ];
  const text = updateStatement(runtime.entity, names, action, aside);
  const write = () => context.db.query(statement(text, values, true));
  const inTurn = () =>
    context.locks ? write() : rowInTurn(kernel, `${runtime.entity.table} ${String(before['id'])}`, write);
  const result = await attempt(
    kernel,
    runtime,
    action === 'delete' ? 'delete' : 'update',
    { ...before, ...changes },
    context,
    inTurn,
  );
  const written = result.rows[0] as Printed | undefined;
  if (!written) throw stale();
  const saved = savedAs(written.json);
  await files.settle(saved.id);
  await logChanges(
    kernel,
    runtime,
    [{ id: saved.id, action: action === 'delete' ? 'delete' : 'update', changes: told }],
    context,
  );
  await logOperation(
    kernel,
    runtime,
    { row: { ...before, ...changes }, action, changes: told, notes, isFollowing: aside === true || follows === true },
    context,
  );
  await settleAfterChange(kernel, runtime, before, changes, context);
  await settleFollowers(kernel, runtime, [{ before, after: { ...before, ...changes } }], context);
  wrote(kernel, runtime, context);
  await afterSaveOf(kernel.domain.get(runtime.entity.name), action)?.(
    { row: { ...before, ...changes }, before, changes, action },
    context,
  );
  return saved;
}

const domainValues = (kernel: Kernel, { entity }: EntityRuntime, saving: Saving): Row =>
  kernel.domain.get(entity.name)?.beforeSave?.(saving) ?? {};

/** The row as it is stored: a password as its hash, never as it was typed. */
export async function withHashes({ passwords }: EntityRuntime, row: Row): Promise<Row> {
  if (passwords.length === 0) return row;
  const stored = { ...row };
  for (const name of passwords) if (row[name] != null) stored[name] = await hashPassword(row[name] as string);
  return stored;
}

/**
 * Reads the row to change, through the one access filter; where it is held, nobody else changes it until the
 * transaction ends.
 *
 * @param movedTo values of a change, which may take the row to another parent
 * @throws Refusal 404, or 409 where `rev` is not the row's
 */
export async function readForWrite(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  context: Context,
  hold = runtime.locksRow,
  movedTo?: Row,
): Promise<Row> {
  const { readRow, lockRow } = runtime.statements;
  const values = new Values();
  values.bind(id);
  if (hold) {
    await lockParentsOf(kernel, runtime, id, context, movedTo);
    await holdThingOf(runtime, id, context);
    enterRow(context, runtime, id);
  }
  const access = accessFilter(kernel, runtime, context, values);
  const text = hold ? lockRow : readRow;
  const { rows } = await context.reads.query(
    statement(
      access === '' ? text : text.replace(ROW_CONDITION, `${ROW_CONDITION} and (${access})`),
      values.list,
      true,
    ),
  );
  const found = rows[0] as { json: string } | undefined;
  if (!found) throw notFound();
  const before = JSON.parse(found.json) as Row;
  if (hold) noteLocked(context, kernel, runtime, [{ id, isChild: isChildRow(runtime, before) }]);
  if (before['rev'] !== rev) throw stale();
  return before;
}

async function attempt<T>(
  kernel: Kernel,
  runtime: EntityRuntime,
  operation: 'create' | 'update' | 'delete',
  row: Row,
  context: Context,
  write: () => Promise<T>,
): Promise<T> {
  const { user } = context;
  try {
    return await write();
  } catch (error) {
    const refusal = translateRefusal(error, kernel.registry, runtime, operation);
    if (!(refusal instanceof Refusal)) throw refusal;
    const whole = operation === 'delete' ? refusal : await withAllDuplicates(kernel, runtime, row, refusal, context);
    const told =
      whole.violations.length === 0
        ? whole
        : refuseFields(toldTo(whole.violations, runtime, user), whole.family === 'conflict' ? 'conflict' : 'invalid');
    told.byDatabase = whole.byDatabase;
    told.row = row;
    throw told;
  }
}

function wrote(kernel: Kernel, { entity }: EntityRuntime, context: Context): void {
  context.afterCommit(() => kernel.written(entity.table));
}

/** The key of the refusal of a row whose rev has moved on. */
export const STALE = 'MSG_generic_0010';
const stale = (): Refusal => new Refusal('conflict', STALE, {}, [{ field: 'rev', key: STALE, params: {} }]);

const JSON_KINDS = new Set(['multiChoice', 'multiRef', 'files', 'json']);

/** A value as pg binds it: lists and objects as JSON text, text and numbers as they are. */
export const bindable = (field: Field, value: unknown): string | number | null =>
  value == null ? null : JSON_KINDS.has(field.kind) ? JSON.stringify(value) : (value as string | number);
