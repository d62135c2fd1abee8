import type { Pool } from 'pg';
import { rulesOf } from '../../../generator/keywords/rules.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Answer, Json, TestServer } from '../../http/server.ts';
import { clashes } from '../cases.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { rowCases } from '../rowCases.ts';
import type { Case, Clash, ExpectedMessage } from '../case.ts';
import type { Row } from '../sample.ts';
import { PERSON } from '../caller.ts';
import {
  callApi,
  messagesOf,
  messageText,
  disagreement,
  isRefusedByDomain,
  isRefusedByTarget,
  remove,
} from '../oracles/api.ts';
import { insertDirectly, isGuarded } from '../oracles/database.ts';
import { validateInForm, formRules, isFormCase, parentWithTotals } from '../oracles/form.ts';
import { serverWrittenCases, serverWrittenClashes } from '../serverWrittenCases.ts';
import { checkLimit, limitCases } from '../limits.ts';
import { combinedCases } from '../combinedCases.ts';
import { checkOperationCase } from '../operations/checkOperationCase.ts';
import { outcomesOf } from '../operations/outcomes.ts';
import { operationCases, type OperationCase } from '../operations/situations.ts';
import { checkOnUpdate, checkReference } from '../references/checkReference.ts';
import { allReferenceCases } from '../references/referenceCases.ts';
import { drawn } from '../useStore.ts';
import { ruleIdOf } from '../ruleId.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { scenarioResults } from './scenarioResults.ts';
import {
  ALL_CASES,
  isPassed,
  checkedByApi,
  checkedCase,
  type Head,
  type OracleResult,
  type CaseResult,
} from './caseResult.ts';
import type { CheckFixture } from './checkFixture.ts';

const isIncluded = ({ includesRule }: CheckFixture, rule: string): boolean => includesRule?.(rule) ?? true;

/** Runs all cases of an entity's keywords in the form, through the API and directly in the database. */
export async function resultsOf(entity: Entity, fixture: CheckFixture): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const groups: CaseGroup[] = [
    { title: 'rows by themselves', run: () => rowResults(entity, fixture, results) },
    { title: 'pairs of rows', run: () => pairResults(entity, fixture, results) },
    { title: 'operations on records', run: () => operationResults(entity, fixture, results) },
    { title: 'numbers of children', run: () => limitResults(entity, fixture, results) },
    { title: 'references', run: () => referenceResults(entity, fixture, results) },
    ...scenarioResults(entity, fixture, results),
  ];
  for (const group of groups) {
    const groupResult = await checkedGroup(entity, group);
    if (!isPassed(groupResult)) results.push(groupResult);
  }
  return [...results, ...rulesNotTested(entity, results).filter(({ rule }) => isIncluded(fixture, rule))];
}

/** Cases that are generated and run together. */
interface CaseGroup {
  title: string;
  run(): Promise<void>;
}

/** Runs a group of cases. If they cannot be generated, as when no row satisfies a rule, its result has failed. */
const checkedGroup = (entity: Entity, { title, run }: CaseGroup): Promise<CaseResult> =>
  checkedCase({ entity: entity.name, rule: ALL_CASES, title, expected: 'rows that the schema permits' }, async () => {
    await run();
    return {};
  });

/** Checks rows that do not depend on other rows. */
async function rowResults(entity: Entity, fixture: CheckFixture, results: CaseResult[]): Promise<void> {
  const { model, sampler } = fixture;
  const rules = await formRules(entity, model);
  const cases = [
    ...rowCases(entity, sampler),
    ...combinedCases(entity, sampler),
    ...serverWrittenCases(entity, sampler),
  ];
  for (const one of cases) {
    const rule = ruleOf(entity, one);
    if (!isIncluded(fixture, rule)) continue;
    const head: Head = {
      entity: entity.name,
      rule,
      title: one.title,
      expected: textOf(one.expected),
      input: { ...one.sample.row, ...absentAsNull(one.change) },
    };
    results.push(await checkedCase(head, () => checkRow(entity, one, rules, fixture)));
  }
}

/** Checks pairs of rows that conflict. */
async function pairResults(entity: Entity, fixture: CheckFixture, results: CaseResult[]): Promise<void> {
  for (const pair of clashes(entity, fixture.sampler)) {
    const head = headOfPair(entity, pair);
    if (isIncluded(fixture, head.rule))
      results.push(await checkedCase(head, () => checkPair(entity, head.rule, pair, fixture)));
  }
  for (const pair of serverWrittenClashes(entity, fixture.sampler)) {
    const head = headOfPair(entity, pair);
    if (isIncluded(fixture, head.rule))
      results.push(await checkedCase(head, () => checkServerWrittenPair(entity, pair, fixture)));
  }
}

const headOfPair = (entity: Entity, { title, first, second, serverValues, expected }: Clash): Head => ({
  entity: entity.name,
  rule: title.split(': ')[0]!,
  title,
  expected: textOf(expected),
  input: { first: { ...first.row, ...serverValues }, second: { ...second.row, ...serverValues } },
});

/** The rules that no case tests, because no row was found that breaks only that rule. */
function rulesNotTested(entity: Entity, results: readonly CaseResult[]): CaseResult[] {
  const tried = new Set(results.filter(({ expected }) => expected !== ACCEPTED).map(({ rule }) => rule));
  // `scenarioResults` reports rules with scenarios
  const withScenarios = new Set<string>(
    CONFORMANCE_KEYWORDS.filter(({ scenarios }) => scenarios).map(({ word }) => word),
  );
  return rulesOf(entity)
    .filter(({ id, word }) => !tried.has(id) && !withScenarios.has(word))
    .map(({ id }) => ({
      entity: entity.name,
      rule: id,
      title: 'no row was found that breaks it alone',
      expected: 'refused',
      byOracle: {},
    }));
}

async function checkRow(
  entity: Entity,
  one: Case,
  rules: Awaited<ReturnType<typeof formRules>>,
  fixture: CheckFixture,
): Promise<CaseResult['byOracle']> {
  if (one.isDatabaseOnly) return checkDatabase(entity, one, fixture);
  const answer = await callApi(fixture.store, one);
  const isOfDomain = isRefusedByDomain(entity, one, answer);
  const api = isOfDomain
    ? undefined
    : (disagreement(one.expected, answer, 400) ?? differentMessage(entity, ruleOf(entity, one), one.expected, answer));
  const actual = messagesOf(answer).join(', ');
  const form = validateInForm(rules, one, await parentWithTotals(entity, one, fixture.model, fixture.store)).join(', ');
  return {
    api: { passed: api === undefined, actual: api ?? (actual || 'accepted') },
    ...(!isOfDomain && isFormCase(entity, one)
      ? { form: { passed: form === actual, actual: form || 'accepted' } }
      : {}),
    ...(await checkDatabase(entity, one, fixture)),
  };
}

/** The message of an answer that differs from the rule's own. Messages with values are not compared. */
function differentMessage(
  entity: Entity,
  rule: string,
  expected: readonly ExpectedMessage[],
  { errors }: Answer,
): string | undefined {
  const own = rulesOf(entity).find(({ id }) => id === rule);
  const message = own?.message?.en;
  if (message === undefined || /\{\{|\[\[/.test(message)) return undefined;
  const found = errors.find(
    (error) =>
      error.key === own!.key &&
      error.message !== message &&
      expected.some(({ field, key }) => error.field === field && error.key === key),
  );
  return found && `message “${found.message}”, not “${message}”`;
}

const ACCEPTED = 'accepted';
const textOf = (expected: readonly ExpectedMessage[]): string => expected.map(messageText).join(', ') || ACCEPTED;

async function checkDatabase(
  entity: Entity,
  one: Case,
  { model, sampler, server, store }: CheckFixture,
): Promise<{ database?: OracleResult }> {
  const { sample, change, expected, old } = one;
  if (old || !isGuarded(model, entity, one)) return {};
  const body = { ...(await store.body(sample)), ...absentAsNull(change) };
  const insert = (values: Row): Promise<OracleResult> =>
    checkInsertDirectly(server.pool, model, entity, { ...sample.full, ...values }, expected);
  const database = await insert(body);
  if (database.passed) return { database };
  // another constraint may be named first, because results of formulas no longer fit the changed value
  return { database: await insert(sampler.evaluatorOf(entity).compute(body, sampler.context(sample))) };
}

/** Checks the second of two rows while the first exists, and after its deletion. */
async function checkPair(
  entity: Entity,
  rule: string,
  { first, second, copied, expected }: Clash,
  { model, server, store }: CheckFixture,
): Promise<CaseResult['byOracle']> {
  const stored = await server.create(entity.name, await store.body(first));
  const copies = Object.fromEntries(copied.map((field) => [field, stored[field]]));
  const body = { ...(await store.body(second)), ...copies };
  const answer = await server.call('POST', `/api/${entity.name}`, { body });
  const wrong = isRefusedByTarget(entity, copied, answer)
    ? undefined
    : (disagreement(expected, answer, 409) ?? differentMessage(entity, rule, expected, answer));
  const byOracle: CaseResult['byOracle'] = {
    api: { passed: wrong === undefined, actual: wrong ?? (messagesOf(answer).join(', ') || 'accepted') },
  };
  if (answer.status === 201) await mustRemove(server, entity, answer.result as Json);
  else if (expected.length > 0)
    byOracle.database = await checkInsertDirectly(server.pool, model, entity, { ...second.full, ...body }, expected);
  await mustRemove(server, entity, stored);
  return byOracle;
}

/** Deletes a row that would affect the next case. @throws Error if it cannot be deleted */
async function mustRemove(server: TestServer, entity: Entity, row: Json): Promise<void> {
  const { status, text } = await remove(server, entity, row);
  if (status !== 200) throw new Error(`DELETE /api/${entity.name}/${row['id']} answered ${status}: ${text}`);
}

/** Inserts the second of two rows with server-written values directly beside the first. */
async function checkServerWrittenPair(
  entity: Entity,
  { first, second, copied, serverValues, expected }: Clash,
  { model, server, store }: CheckFixture,
): Promise<CaseResult['byOracle']> {
  const one: Row = { ...first.full, ...(await store.body(first)), ...serverValues };
  const other = {
    ...second.full,
    ...(await store.body(second)),
    ...Object.fromEntries(copied.map((field) => [field, one[field]])),
    ...serverValues,
  };
  return {
    database: await checkInsertDirectly(server.pool, model, entity, other, expected, [fullRow(entity, one, 'T-1')]),
  };
}

/** Checks the operations on records. */
async function operationResults(entity: Entity, fixture: CheckFixture, results: CaseResult[]): Promise<void> {
  const { sampler, store } = fixture;
  for (const one of await drawn(() => operationCases(entity, sampler))) {
    if (!isIncluded(fixture, one.rule ?? 'states')) continue;
    let isStored = true;
    const caseResult = await checkedByApi(entity, one.rule ?? 'states', one.title, openIn(one, sampler), async () => {
      const wrong = await checkOperationCase(store, sampler, one);
      isStored = wrong !== undefined;
      return wrong?.join('; ') || undefined;
    });
    // a record that the database accepts in none of the situations is no case
    if (isStored) results.push(caseResult);
  }
}

/**
 * The operations that the schema permits, for a case with one situation.
 */
function openIn(
  { sample: { entity, parent, full }, situations: [situation, ...others] }: OperationCase,
  sampler: Sampler,
): string {
  if (!situation || others.length > 0) return 'as in the schema';
  const above = parent && { entity: parent.entity, row: { ...parent.full, ...situation.above } };
  return Object.entries(
    outcomesOf(
      {
        entity,
        row: { creater: PERSON.userCde, ...full, ...situation.at },
        submitted: situation.submitted,
        ...(above ? { above: above } : {}),
      },
      sampler,
    ),
  )
    .map(([operation, outcome]) => `${operation} ${outcome}`)
    .join(', ');
}

/** Checks the numbers of children. */
async function limitResults(entity: Entity, fixture: CheckFixture, results: CaseResult[]): Promise<void> {
  const { model, sampler, store } = fixture;
  for (const one of limitCases(model, entity))
    if (isIncluded(fixture, `x-child ${one.child.entity}`))
      results.push(
        await checkedByApi(entity, `x-child ${one.child.entity}`, one.title, one.key ?? 'accepted', () =>
          checkLimit(store, sampler, one),
        ),
      );
}

/** Checks invalid references. The rows referred to stay stored for the next case. */
async function referenceResults(entity: Entity, fixture: CheckFixture, results: CaseResult[]): Promise<void> {
  const { sampler, store } = fixture;
  const sample = await drawn(() => sampler.sample(entity.name, { mayBelongToOthers: true }));
  for await (const one of allReferenceCases(sample, fixture)) {
    const rule = `${one.word} ${one.field.name}`;
    if (isIncluded(fixture, rule))
      results.push(
        await checkedByApi(entity, rule, one.title, `${one.field.name} ${one.key}`, () =>
          checkReference(store, entity, one),
        ),
      );
  }
  for (const field of entity.fields.filter(({ ref }) => ref?.onUpdate)) {
    const link = sample.links.find((one) => one.field === field.name);
    if (!link || !isIncluded(fixture, `onUpdate ${field.name}`)) continue;
    await store.server.create(entity.name, await store.body(sample));
    results.push(
      await checkedByApi(
        entity,
        `onUpdate ${field.name}`,
        `${field.name} of a row that no longer meets the condition`,
        MESSAGE.requiredByReference,
        () => checkOnUpdate(store, sampler, field, link.targets[0]!),
      ),
    );
  }
}

async function checkInsertDirectly(
  pool: Pool,
  model: Model,
  entity: Entity,
  input: Row,
  expected: readonly ExpectedMessage[],
  before: readonly Row[] = [],
): Promise<OracleResult> {
  const blamed = await insertDirectly(pool, model, entity, fullRow(entity, input, 'T-2'), before);
  const passed =
    expected.length === 0
      ? blamed === undefined
      : blamed !== undefined &&
        (blamed.includes('a number out of range') || expected.every(({ field }) => blamed.includes(field)));
  return { passed, actual: blamed === undefined ? 'accepted' : `refused at ${blamed.join(', ')}` };
}

/** A row for a direct insert. @param count the value of running numbers */
function fullRow(entity: Entity, input: Row, count: string): Row {
  const { id: _id, ...row } = input;
  for (const { name, number, state, default: initial } of entity.fields)
    row[name] ??= number ? count : state ? initial : null;
  return { ...row, ...(entity.discriminator ? { [entity.discriminator.field]: entity.discriminator.value } : {}) };
}

const absentAsNull = (change: Row): Row =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));

/** The rule of a case: its id, or the field with the keyword that refuses the value. */
function ruleOf(entity: Entity, one: Case): string {
  const named = ruleIdOf(entity, one);
  if (named !== undefined) return named;
  const [first] = one.expected;
  return first ? `${first.field} ${KEYWORDS.get(first.key) ?? first.key}` : one.title.split(' ')[0]!;
}

const KEYWORDS: ReadonlyMap<string, string> = new Map(Object.entries(MESSAGE).map(([name, key]) => [key, name]));
