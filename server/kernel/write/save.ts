import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { UserBinding } from '../../../generator/language/expression/scope.ts';
import type { JudgeContext } from '../../../generator/language/judge.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/types.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import { rowWithChildren } from '../read/row.ts';
import type { EntityRuntime } from '../registry.ts';
import { statement } from '../statement.ts';
import { readBody, type Body, type Row } from './body.ts';
import { passParentGate, saveChildren, lockParent } from './children.ts';
import { passGate } from './gates.ts';
import { numberRow } from './numbering.ts';
import { translateRefusal } from './refusal.ts';
import { updateStatement } from './statements.ts';

/** A row as it was written. */
export interface Saved {
  id: string;
  rev: number;
  /** the row as JSON text, printed by the database */
  json: string;
}

/** What the kernel, and nobody else, may set while it saves: a child's parent, a machine's state. */
export interface Given { values?: Row; action?: string }

/**
 * The one save path. A create, an update, a delete, an import line, a bulk item, a transition and domain code all come
 * through here: gate → compute → judge → write with audit, and the database has the last word.
 */
export async function createRow(kernel: Kernel, runtime: EntityRuntime, body: unknown, context: Context, given: Given = {}): Promise<Saved> {
  refuseReadOnly(runtime);
  const asked = readBody(runtime, body);
  if (!runtime.spansRows) return insertRow(kernel, runtime, asked, context, given, undefined);
  return context.transaction(async (inside) => {
    const parent = await lockParent(kernel, runtime, { ...asked.values, ...given.values }, inside);
    if (parent) passParentGate(parent);
    const values = await numberRow(runtime, { ...asked.values, ...given.values }, inside);
    const saved = await insertRow(kernel, runtime, { ...asked, values }, inside, given, parent?.row);
    await saveChildren(kernel, runtime, saved, asked, inside);
    return rereadIfParent(kernel, runtime, saved, inside);
  });
}

/** Changes the given fields of a row. @throws Refusal 404, 409 (stale rev, gate, clash) or 400 */
export async function updateRow(kernel: Kernel, runtime: EntityRuntime, id: string, rev: number, body: unknown, context: Context, given: Given = {}): Promise<Saved> {
  refuseReadOnly(runtime);
  if (!isId(id)) throw notFound();
  const work = async (inside: Context): Promise<Saved> => {
    const before = await readForWrite(runtime, id, rev, inside);
    const asked = readBody(runtime, body, before);
    if (given.action === undefined) passGate(runtime, 'edit', before);
    const parent = runtime.spansRows ? await lockParent(kernel, runtime, { ...before, ...asked.values }, inside) : undefined;
    if (parent) passParentGate(parent);
    const saved = await changeRow(kernel, runtime, before, asked, inside, given, parent?.row);
    if (!runtime.spansRows) return saved;
    await saveChildren(kernel, runtime, saved, asked, inside, before);
    return rereadIfParent(kernel, runtime, saved, inside);
  };
  return runtime.spansRows ? context.transaction(work) : work(context);
}

/** Marks a row, and the children under it, as deleted. @throws Refusal 404 or 409 (stale rev, gate, in use) */
export async function deleteRow(kernel: Kernel, runtime: EntityRuntime, id: string, rev: number, context: Context, underParent = false): Promise<Saved> {
  refuseReadOnly(runtime);
  if (!isId(id)) throw notFound();
  const work = async (inside: Context): Promise<Saved> => {
    const before = await readForWrite(runtime, id, rev, inside);
    passGate(runtime, 'delete', before);
    if (!underParent && runtime.spansRows) {
      const parent = await lockParent(kernel, runtime, before, inside);
      if (parent) passParentGate(parent);
    }
    await refuseDeleteInSequence(runtime, before, inside);
    for (const child of runtime.entity.children) {
      const below = entityNamed(kernel, child.entity);
      const rows = await inside.db.query({ text: `select id::text as id, rev from "${below.entity.table}" where "${child.via}" = $1 and "delFlag" = 'N' order by id desc`, values: [id] });
      for (const row of rows.rows as { id: string; rev: number }[]) await deleteRow(kernel, below, row.id, row.rev, inside, true);
    }
    return writeChange(kernel, runtime, before, { delFlag: 'Y' }, 'delete', inside);
  };
  return runtime.spansRows ? context.transaction(work) : work(context);
}

function refuseReadOnly({ entity }: EntityRuntime): void {
  if (entity.readOnly) throw new Refusal('forbidden', 'MSG_generic_0007');
}

async function insertRow(kernel: Kernel, runtime: EntityRuntime, asked: Body, context: Context, given: Given, parent: Row | undefined): Promise<Saved> {
  const row = await judged(kernel, runtime, { ...asked.values, ...given.values }, asked, context, undefined, parent);
  const { insertColumns, insert } = runtime.statements;
  const values = [...insertColumns.map((field) => bindable(field, row[field.name])), context.user.userCde, context.requestId, JSON.stringify(auditedValues(runtime, row))];
  const result = await attempt(kernel, runtime, 'create', () => context.db.query(statement(insert, values, true)));
  wrote(kernel, runtime, context);
  return result.rows[0] as Saved;
}

async function changeRow(kernel: Kernel, runtime: EntityRuntime, before: Row, asked: Body, context: Context, given: Given, parent: Row | undefined): Promise<Saved> {
  const after = await judged(kernel, runtime, { ...before, ...asked.values, ...given.values }, asked, context, before, parent);
  const changes: Row = {};
  for (const field of runtime.entity.fields) {
    // a field that is written only never comes back, so whatever is given is a change
    const changed = field.writeOnly ? asked.values[field.name] !== undefined : !sameValue(before[field.name], after[field.name]);
    if (changed) changes[field.name] = after[field.name] ?? null;
  }
  if (Object.keys(changes).length === 0 && given.action === undefined) return { id: String(before['id']), rev: Number(before['rev']), json: JSON.stringify(before) };
  return writeChange(kernel, runtime, before, changes, given.action ?? 'update', context);
}

async function writeChange(kernel: Kernel, runtime: EntityRuntime, before: Row, changes: Row, action: string, context: Context): Promise<Saved> {
  const names = Object.keys(changes);
  const audit = Object.fromEntries(names.map((name) => {
    const field = runtime.fields.get(name)!;
    return [name, [shownInAudit(field, before[name]), shownInAudit(field, changes[name])]];
  }));
  const values = [before['id'], before['rev'], context.user.userCde, context.requestId, JSON.stringify(audit), ...names.map((name) => bindable(runtime.fields.get(name)!, changes[name]))];
  const text = updateStatement(runtime.entity, names, action);
  const result = await attempt(kernel, runtime, action === 'delete' ? 'delete' : 'update', () => context.db.query(statement(text, values, true)));
  const saved = result.rows[0] as Saved | undefined;
  if (!saved) throw stale();
  wrote(kernel, runtime, context);
  return saved;
}

/** Reads the row to change; where it is held, nobody else changes it until the transaction ends. @throws Refusal 404, or 409 where `rev` is not the row's */
export async function readForWrite(runtime: EntityRuntime, id: string, rev: number, context: Context, hold = runtime.spansRows): Promise<Row> {
  const { readRow, lockRow } = runtime.statements;
  const { rows } = await context.db.query(statement(hold ? lockRow : readRow, [id], true));
  const found = rows[0] as { json: string } | undefined;
  if (!found) throw notFound();
  const before = JSON.parse(found.json) as Row;
  if (before['rev'] !== rev) throw stale();
  return before;
}

/** The fields of a new row as its audit line shows them: from nothing to each value. */
export function auditedValues({ statements }: EntityRuntime, row: Row): Row {
  const changes: Row = {};
  for (const field of statements.insertColumns) if (row[field.name] != null) changes[field.name] = [null, shownInAudit(field, row[field.name])];
  return changes;
}

/** The row with its computed fields, after every rule had its say. @throws Refusal (400) with all broken rules at once */
export async function judged(kernel: Kernel, runtime: EntityRuntime, row: Row, asked: Body, context: Context, before: Row | undefined, parent: Row | undefined): Promise<Row> {
  const { judge } = runtime;
  const scope = { today: context.today, user: userBinding(context), mode: before ? 'update' as const : 'create' as const, ...(before ? { old: before } : {}), ...(parent ? { parent } : {}), ...(Object.keys(asked.children).length > 0 ? { children: asked.children } : {}) };
  const computed = judge.compute(before ? asEntered(runtime, row, asked, before, scope) : row, scope);
  const violations = [...asked.violations, ...judge.judge(computed, scope), ...await unknownOptions(kernel, runtime, computed, before)];
  const kept = violations.filter((violation) => violation.level !== 'warning' || (!asked.acceptWarnings && concerns(violation, computed, before)));
  if (kept.length > 0) throw refuseFields(kept);
  return computed;
}

/** Who acts, as expressions see it. */
export const userBinding = ({ user }: Context): UserBinding => ({ userCde: user.userCde, userName: user.userName, companyCde: user.companyCde, allSeeingEye: user.allSeeingEye });

/**
 * The row without the values that its own formulae gave before: a formula that people may overrule is worked out again,
 * unless its stored value is somebody's own.
 */
function asEntered({ entity, judge }: EntityRuntime, row: Row, asked: Body, before: Row, scope: JudgeContext): Row {
  const overridable = entity.fields.filter(({ name, compute }) => compute?.overridable && !(name in asked.values));
  if (overridable.length === 0) return row;
  const entered = { ...row };
  const formerly = judge.compute({ ...before, ...Object.fromEntries(overridable.map(({ name }) => [name, null])) }, scope);
  for (const { name } of overridable) if (sameValue(formerly[name], before[name])) entered[name] = null;
  return entered;
}

/** A warning is given for what this save changes, not again for what was accepted before. */
const concerns = ({ field }: Violation, after: Row, before: Row | undefined): boolean => before === undefined || !sameValue(before[field], after[field]);

/** Codes that are not, or no longer, among the active ones of their list; a row keeps what it had. */
async function unknownOptions(kernel: Kernel, { entity }: EntityRuntime, row: Row, before: Row | undefined): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const field of entity.fields) {
    const value = row[field.name];
    if (field.optionList === undefined || value == null || sameValue(before?.[field.name], value)) continue;
    const codes = new Set((await kernel.optionLists.choices(field.optionList)).map(({ code }) => code));
    if ([value].flat().some((code) => !codes.has(String(code)))) violations.push({ field: field.name, key: MESSAGE.option, params: { label: field.label, value } });
  }
  return violations;
}

/** Only the last number of a sequence may go, so that none is missing (`x-sequence.deleteLastOnly`). */
async function refuseDeleteInSequence({ entity }: EntityRuntime, row: Row, context: Context): Promise<void> {
  const { sequence } = entity;
  if (!sequence?.deleteLastOnly) return;
  const text = `select 1 from "${entity.table}" where "${sequence.by}" = $1 and "${sequence.field}" > $2 and "delFlag" = 'N' limit 1`;
  const later = await context.db.query({ text, values: [row[sequence.by], row[sequence.field]] });
  if (later.rows.length > 0) throw refuseFields([{ field: sequence.field, key: MESSAGE.sequenceLastOnly, params: { label: entity.fields.find(({ name }) => name === sequence.field)!.label } }], 'conflict');
}

async function rereadIfParent(kernel: Kernel, runtime: EntityRuntime, saved: Saved, context: Context): Promise<Saved> {
  if (runtime.entity.children.length === 0) return saved;
  return { ...saved, json: await rowWithChildren(kernel, runtime, saved.json, context) };
}

async function attempt<T>(kernel: Kernel, runtime: EntityRuntime, operation: 'create' | 'update' | 'delete', write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw translateRefusal(error, kernel.registry, runtime, operation);
  }
}

function wrote(kernel: Kernel, { entity }: EntityRuntime, context: Context): void {
  context.afterCommit(() => kernel.written(entity.table));
}

const stale = (): Refusal => new Refusal('conflict', 'MSG_generic_0010', {}, [{ field: 'rev', key: 'MSG_generic_0010', params: {} }]);

const HIDDEN = '•••';
const shownInAudit = (field: Field, value: unknown): unknown => (value == null ? null : field.sensitive || field.writeOnly ? HIDDEN : value);

const JSON_KINDS = new Set(['multiChoice', 'multiRef', 'files', 'file', 'json']);

/** A value as pg binds it: lists and objects as JSON text, everything else as it is. */
export const bindable = (field: Field, value: unknown): unknown => (value == null ? null : JSON_KINDS.has(field.kind) ? JSON.stringify(value) : value);

const sameValue = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null) || (typeof a === 'object' && typeof b === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));
