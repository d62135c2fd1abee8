import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { insertAuditLines } from '../../fixtures/auditLines.ts';
import type { Json } from '../../http/server.ts';
import type { Store } from '../oracles/api.ts';
import { PERSON } from '../caller.ts';
import { codesInCondition } from '../neededRows.ts';
import { tokenOfColleague } from './colleague.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Row, Sample } from '../sample.ts';
import { columnsOf, isConstraintError, writeColumns } from '../oracles/columns.ts';
import { isEditor, isIn, outcomesOf, statesForChild, type RecordState } from './outcomes.ts';
import type { Situation, OperationCase } from './situations.ts';

/**
 * Compares the operations that the API offers for a record with those that the schema permits.
 *
 * @returns the differences; undefined if code of its area refuses the record, or the database each of its situations
 */
export async function checkOperationCase(
  store: Store,
  sampler: Sampler,
  one: OperationCase,
): Promise<string[] | undefined> {
  if (!(await store.accepts(one.sample))) return undefined;
  for (const situation of one.situations) {
    const answered = await withSituation({ store, sampler }, one.sample, situation, async (recordState, actions) => [
      ...differences(outcomesOf(recordState, sampler), actions),
      ...(await checkChildGate(store, one.sample, recordState)),
      ...(one.requiredField ? await checkRequiredField(store, one, recordState) : []),
    ]);
    if (answered !== undefined) return answered.map((line) => `${one.title}: ${line}`);
  }
  return undefined;
}

/**
 * Puts a record and its parent into a situation directly in the database, calls `check`, and restores them.
 *
 * @returns undefined if the database refuses the situation
 */
async function withSituation<T>(
  { store, sampler }: { store: Store; sampler: Sampler },
  sample: Sample,
  { at: drawn, above, submitted, caller, links = {} }: Situation,
  check: (recordState: RecordState, actions: Json[]) => Promise<T>,
): Promise<T | undefined> {
  const { server } = store;
  const { entity, parent } = sample;
  const [row, parentRow] = [await store.stored(sample), parent && (await store.stored(parent))];
  const at = await store.withIds(drawn, links);
  // users that replace the caller must exist
  for (const { other } of [...sample.links, ...(parent?.links ?? [])]) if (other) await store.stored(other);
  const submit = entity.machines
    .flatMap(({ transitions }) => transitions)
    .find(({ approval }) => approval === 'submit')?.action;
  const token = caller && (await tokenOfColleague(store, sampler));
  const targets = [
    ...(await permittedPersons(store, sampler, entity, at)),
    [entity, row['id'], at],
    ...(parent ? [[parent.entity, parentRow!['id'], above] as const] : []),
  ] as [Entity, string, Row][];
  const before = await Promise.all(targets.map(([of, id]) => columnsOf(store, of, id)));
  try {
    for (const [of, id, values] of targets) await writeColumns(store, of, id, values);
    if (submitted)
      await insertAuditLines(server.pool, [
        { entity: entity.name, entityId: row['id'], action: submit!, by: PERSON.userCde },
      ]);
    const { _actions, ...now } = await read(store, entity, row['id'], token);
    const parentState = parent && {
      entity: parent.entity,
      row: await server.read(parent.entity.name, parentRow!['id']),
    };
    return await check(
      { entity, row: now, submitted, ...(caller ? { caller } : {}), ...(parentState ? { above: parentState } : {}) },
      _actions as Json[],
    );
  } catch (error) {
    // class 23: a constraint of the table forbids the state
    if (isConstraintError(error)) return undefined;
    throw error;
  } finally {
    if (submitted)
      await server.pool.query(`delete from kernel.audit where entity = $1 and "entityId" = $2 and action = $3`, [
        entity.name,
        row['id'],
        submit,
      ]);
    // a person may lose a property only after no record requires it
    for (const [index, [of, id, values]] of [...targets.entries()].reverse())
      await writeColumns(
        store,
        of,
        id,
        Object.fromEntries(Object.keys(values).map((name) => [name, before[index]![name]])),
        true,
      );
  }
}

/** The record as the caller reads it. */
async function read({ server }: Store, { name }: Entity, id: string, token: string | undefined): Promise<Json> {
  if (token === undefined) return server.read(name, id);
  const { status, result, text } = await server.call('GET', `/api/${name}/${id}`, { token });
  if (status !== 200) throw new Error(`reading ${name} as another user answered ${status} ${text}`);
  return result as Json;
}

/** The callers that a situation enters in references with a condition, with the values that the condition requires. */
async function permittedPersons(
  { server: { pool } }: Store,
  { model }: Sampler,
  { fields }: Entity,
  at: Row,
): Promise<[Entity, string, Row][]> {
  const found: [Entity, string, Row][] = [];
  for (const { name, ref } of fields) {
    const codes = Object.entries(codesInCondition(ref?.where));
    const target = ref && model.entities[ref.entity];
    if (!ref || !target?.people || at[name] == null || codes.length === 0) continue;
    for (const value of [at[name]].flat()) {
      const { rows } = await pool.query(`select id from "${target.table}" where "${ref.by}" = $1`, [value]);
      const id = (rows[0] as { id: string } | undefined)?.id;
      if (id !== undefined) found.push([target, id, Object.fromEntries(codes.map(([own, [code]]) => [own, code]))]);
    }
  }
  return found;
}

/** Descriptions of the operations that differ from the expected ones. */
function differences(expected: Record<string, string>, actions: readonly Json[]): string[] {
  const actual = Object.fromEntries(
    actions.map(({ name, enabled, to, reason }) => [
      name,
      enabled
        ? to === undefined
          ? 'open'
          : `open to ${to}`
        : expected[name]?.startsWith('closed: ')
          ? `closed: ${reason}`
          : 'closed',
    ]),
  );
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
    .filter((name) => (expected[name] ?? 'absent') !== (actual[name] ?? 'absent'))
    .map(
      (name) =>
        `${name} must be ${expected[name] ?? 'absent'} and is ${actual[name] ?? 'absent'}${actual[name] === 'closed' ? ` (${actions.find((one) => one['name'] === name)!['reason']})` : ''}`,
    );
}

/** Checks that no child can be added while the states of the parent forbid it. */
async function checkChildGate(
  { server }: Store,
  { entity, parent }: Sample,
  { row, above }: RecordState,
): Promise<string[]> {
  const child = above?.entity.children.find((one) => one.entity === entity.name);
  if (!child || child.readOnly || isIn(statesForChild(child, 'add') ?? above!.entity.gate['edit'], above!.row))
    return [];
  const answer = await server.call('POST', `/api/${entity.name}`, { body: { [child.via]: row[child.via] } });
  // errors for missing fields of the child are reported as well; only persons and states matter here
  return answer.status === (isEditor(above!.entity, above!.row) ? 409 : 403)
    ? []
    : [`add below ${parent!.entity.name} must be closed and answered ${answer.status} ${answer.text}`];
}

/** Checks that the step is refused without its required field. */
async function checkRequiredField(
  { server }: Store,
  { requiredField }: OperationCase,
  { entity, row }: RecordState,
): Promise<string[]> {
  const {
    operations: [operation],
    field,
  } = requiredField!;
  const answer = await server
    .call('POST', `/api/${entity.name}/${row['id']}/actions/${operation}`, {
      body: { rev: row['rev'], acceptWarnings: true },
    })
    // an effect may rely on its required input
    .catch((error: Error) => error);
  if (answer instanceof Error) return [`${operation} must require ${field}: ${answer.message}`];
  return answer.status === 400 && answer.errors.some((error) => error.field === field && error.key === MESSAGE.required)
    ? []
    : [`${operation} must require ${field} and answered ${answer.status} ${answer.text}`];
}
