import type { Pool } from 'pg';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Answer, Json, TestServer } from '../../http/server.ts';
import { clashes, rowCases } from '../cases.ts';
import type { Case, Clash, Complaint } from '../case.ts';
import type { Row } from '../sample.ts';
import { PERSON } from '../caller.ts';
import { askApi, complaintsOf, complaintText, disagreement, isDomainRefusal, remove } from '../judges/api.ts';
import { askDatabase, isGuarded } from '../judges/database.ts';
import { askForm, formRules, isForms } from '../judges/form.ts';
import { keptCases, keptClashes } from '../keptCases.ts';
import { askLimit, limitCases } from '../limits.ts';
import { moreCases } from '../moreCases.ts';
import { askPlace } from '../operations/ask.ts';
import { outcomesOf } from '../operations/outcomes.ts';
import { placeCases, type PlaceCase } from '../operations/places.ts';
import { askBinding, askReference, givenWay, referenceCases } from '../references.ts';
import { drawn } from '../useStore.ts';
import type { Sampler } from '../sampleRow.ts';
import { deedVerdicts } from './deedVerdicts.ts';
import { agree, asked, judged, type Head, type Opinion, type Verdict } from './verdict.ts';
import type { Court } from './court.ts';

const isWanted = ({ wants }: Court, rule: string): boolean => wants?.(rule) ?? true;

/** All cases that an entity's keywords lead to, each before the form, the API and, past the server, the database. */
export async function verdictsOf(entity: Entity, court: Court): Promise<Verdict[]> {
  const { sampler } = court;
  const rules = await formRules(entity, court.model);
  const verdicts: Verdict[] = [];
  /**
   * Asks of cases of one sort; where they cannot even be drawn, as of a rule that no row keeps, that is told and the
   * other sorts are asked.
   */
  const sort = async (title: string, ask: () => Promise<void>): Promise<void> => {
    const verdict = await judged(
      { entity: entity.name, rule: 'cases', title, expected: 'rows that the schema lets be' },
      async () => {
        await ask();
        return {};
      },
    );
    if (!agree(verdict)) verdicts.push(verdict);
  };
  const between = ({ title, first, second, past, expected }: Clash): Head => ({
    entity: entity.name,
    rule: title.split(': ')[0]!,
    title,
    expected: textOf(expected),
    given: { first: { ...first.row, ...past }, second: { ...second.row, ...past } },
  });
  await sort('rows by themselves', async () => {
    for (const one of [...rowCases(entity, sampler), ...moreCases(entity, sampler), ...keptCases(entity, sampler)]) {
      const rule = ruleOf(entity, one);
      if (isWanted(court, rule))
        verdicts.push(
          await judged(
            {
              entity: entity.name,
              rule,
              title: one.title,
              expected: textOf(one.expected),
              given: { ...one.sample.row, ...absentAsNull(one.change) },
            },
            () => caseOpinions(entity, one, rules, court),
          ),
        );
    }
  });
  await sort('rows beside each other', async () => {
    for (const pair of clashes(entity, sampler))
      if (isWanted(court, between(pair).rule))
        verdicts.push(await judged(between(pair), () => clashOpinions(entity, between(pair).rule, pair, court)));
    for (const pair of keptClashes(entity, sampler))
      if (isWanted(court, between(pair).rule))
        verdicts.push(await judged(between(pair), () => keptOpinions(entity, pair, court)));
  });
  await sort('records as they stand', () => placeVerdicts(entity, court, verdicts));
  await sort('numbers of parts', () => limitVerdicts(entity, court, verdicts));
  await sort('references', () => referenceVerdicts(entity, court, verdicts));
  for (const { title, ask } of deedVerdicts(entity, court, verdicts)) await sort(title, ask);
  return [...verdicts, ...untriedRules(entity, verdicts).filter(({ rule }) => isWanted(court, rule))];
}

/**
 * The rules of which no row was found that breaks them and nothing else: that they refuse something is proved by no
 * case.
 */
function untriedRules(
  { name, order, sums, rules, unique, noOverlap }: Entity,
  verdicts: readonly Verdict[],
): Verdict[] {
  const tried = new Set(verdicts.filter(({ expected }) => expected !== TAKEN).map(({ rule }) => rule));
  return [...order, ...sums, ...rules, ...unique, ...noOverlap]
    .filter(({ id }) => !tried.has(id))
    .map(({ id }) => ({
      entity: name,
      rule: id,
      title: 'no row was found that breaks it alone',
      expected: 'refused',
      opinions: {},
    }));
}

async function caseOpinions(
  entity: Entity,
  one: Case,
  rules: Awaited<ReturnType<typeof formRules>>,
  court: Court,
): Promise<Verdict['opinions']> {
  if (one.past) return databaseOpinion(entity, one, court);
  const answer = await askApi(court.store, one);
  const [changed] = Object.keys(one.change);
  const ofDomain = changed !== undefined && one.expected.length > 0 && isDomainRefusal(entity, changed, answer);
  const api = ofDomain
    ? undefined
    : (disagreement(one.expected, answer, 400) ?? wordedOtherwise(entity, ruleOf(entity, one), one.expected, answer));
  const said = complaintsOf(answer).join(', ');
  const form = askForm(rules, one).join(', ');
  return {
    api: { right: api === undefined, says: api ?? (said || 'taken') },
    ...(!ofDomain && isForms(entity, one) ? { form: { right: form === said, says: form || 'taken' } } : {}),
    ...(await databaseOpinion(entity, one, court)),
  };
}

/**
 * What an answer says of a rule other than the rule's own message; of one that names values, that is not known here.
 */
function wordedOtherwise(
  { order, sums, rules, unique, noOverlap }: Entity,
  rule: string,
  expected: readonly Complaint[],
  { errors }: Answer,
): string | undefined {
  const message = [...order, ...sums, ...rules, ...unique, ...noOverlap].find(({ id }) => id === rule)?.message?.en;
  if (message === undefined || /\{\{|\[\[/.test(message)) return undefined;
  const found = errors.find(
    (error) =>
      error.message !== message && expected.some(({ field, key }) => error.field === field && error.key === key),
  );
  return found && `says “${found.message}”, not “${message}”`;
}

const TAKEN = 'taken';
const textOf = (expected: readonly Complaint[]): string => expected.map(complaintText).join(', ') || TAKEN;

async function databaseOpinion(
  entity: Entity,
  { sample, change, expected, old }: Case,
  { model, server, store }: Court,
): Promise<{ database?: Opinion }> {
  if (old || expected.length === 0 || !expected.every((complaint) => isGuarded(model, entity, complaint))) return {};
  return {
    database: await askedPast(
      server.pool,
      model,
      entity,
      { ...sample.whole, ...(await store.body(sample)), ...absentAsNull(change) },
      expected,
    ),
  };
}

/** The second of two rows while the first is there, and when it is gone. */
async function clashOpinions(
  entity: Entity,
  rule: string,
  { first, second, copied, expected }: Clash,
  { model, server, store }: Court,
): Promise<Verdict['opinions']> {
  const stored = await server.create(entity.name, await store.body(first));
  const copies = Object.fromEntries(copied.map((field) => [field, stored[field]]));
  const body = { ...(await store.body(second)), ...copies };
  const answer = await server.call('POST', `/api/${entity.name}`, { body });
  const wrong = disagreement(expected, answer, 409) ?? wordedOtherwise(entity, rule, expected, answer);
  const opinions: Verdict['opinions'] = {
    api: { right: wrong === undefined, says: wrong ?? (complaintsOf(answer).join(', ') || 'taken') },
  };
  if (answer.status === 201) await mustRemove(server, entity, answer.result as Json);
  else if (expected.length > 0)
    opinions.database = await askedPast(server.pool, model, entity, { ...second.whole, ...body }, expected);
  await mustRemove(server, entity, stored);
  return opinions;
}

/** Deletes a row that would stand in the way of the next case. @throws Error where it stays */
async function mustRemove(server: TestServer, entity: Entity, row: Json): Promise<void> {
  const { status, text } = await remove(server, entity, row);
  if (status !== 200) throw new Error(`DELETE /api/${entity.name}/${row['id']} answered ${status}: ${text}`);
}

/** The second of two rows that hold what the product writes, past the server beside the first. */
async function keptOpinions(
  entity: Entity,
  { first, second, copied, past, expected }: Clash,
  { model, server, store }: Court,
): Promise<Verdict['opinions']> {
  const one: Row = { ...first.whole, ...(await store.body(first)), ...past };
  const other = {
    ...second.whole,
    ...(await store.body(second)),
    ...Object.fromEntries(copied.map((field) => [field, one[field]])),
    ...past,
  };
  return { database: await askedPast(server.pool, model, entity, other, expected, [whole(entity, one, 'T-1')]) };
}

/** What may be done to records as they stand. */
async function placeVerdicts(entity: Entity, court: Court, verdicts: Verdict[]): Promise<void> {
  const { sampler, store } = court;
  for (const one of await drawn(() => placeCases(entity, sampler))) {
    if (!isWanted(court, one.rule ?? 'states')) continue;
    let isTaken = true;
    const verdict = await asked(entity, one.rule ?? 'states', one.title, openIn(one, sampler), async () => {
      const wrong = await askPlace(store, sampler, one);
      isTaken = wrong !== undefined;
      return wrong?.join('; ') || undefined;
    });
    // a record that the database takes in none of the places is no case
    if (isTaken) verdicts.push(verdict);
  }
}

/**
 * What the schema opens of a record in the one place where it is put; of several places, the one that the database
 * takes is asked.
 */
function openIn(
  { sample: { entity, parent, whole }, places: [place, ...others] }: PlaceCase,
  sampler: Sampler,
): string {
  if (!place || others.length > 0) return 'as the schema opens it';
  const above = parent && { entity: parent.entity, row: { ...parent.whole, ...place.above } };
  return Object.entries(
    outcomesOf(
      {
        entity,
        row: { creater: PERSON.userCde, ...whole, ...place.at },
        submitted: place.submitted,
        ...(above ? { whole: above } : {}),
      },
      sampler,
    ),
  )
    .map(([operation, outcome]) => `${operation} ${outcome}`)
    .join(', ');
}

/** How many parts records have. */
async function limitVerdicts(entity: Entity, court: Court, verdicts: Verdict[]): Promise<void> {
  const { model, sampler, store } = court;
  for (const one of limitCases(model, entity))
    if (isWanted(court, `x-child ${one.child.entity}`))
      verdicts.push(
        await asked(entity, `x-child ${one.child.entity}`, one.title, one.key ?? 'taken', () =>
          askLimit(store, sampler, one),
        ),
      );
}

/** Where references may not lead. What they lead to is stored from one case to the next. */
async function referenceVerdicts(entity: Entity, court: Court, verdicts: Verdict[]): Promise<void> {
  const { sampler, store } = court;
  const sample = await drawn(() => sampler.sample(entity.name, { strangers: true }));
  for (const drawnFor of [sample, givenWay(sample, sampler)]) {
    if (drawnFor)
      for await (const one of referenceCases(drawnFor, sampler, store))
        if (isWanted(court, `${one.word} ${one.field.name}`))
          verdicts.push(
            await asked(entity, `${one.word} ${one.field.name}`, one.title, `${one.field.name} ${one.key}`, () =>
              askReference(store, entity, one),
            ),
          );
  }
  for (const field of entity.fields.filter(({ ref }) => ref?.onUpdate)) {
    const link = sample.links.find((one) => one.field === field.name);
    if (!link || !isWanted(court, `onUpdate ${field.name}`)) continue;
    await store.server.create(entity.name, await store.body(sample));
    verdicts.push(
      await asked(
        entity,
        `onUpdate ${field.name}`,
        `${field.name} of a row that would no longer serve`,
        MESSAGE.bound,
        () => askBinding(store, sampler, field, link.targets[0]!),
      ),
    );
  }
}

async function askedPast(
  pool: Pool,
  model: Model,
  entity: Entity,
  given: Row,
  expected: readonly Complaint[],
  before: readonly Row[] = [],
): Promise<Opinion> {
  const blamed = await askDatabase(pool, model, entity, whole(entity, given, 'T-2'), before);
  const right =
    expected.length === 0
      ? blamed === undefined
      : blamed !== undefined &&
        (blamed.includes('a number out of range') || expected.every(({ field }) => blamed.includes(field)));
  return { right, says: blamed === undefined ? 'taken' : `refused at ${blamed.join(', ')}` };
}

/** A row as a writer past the server would send it. @param count what a running number would be */
function whole(entity: Entity, given: Row, count: string): Row {
  const { id: _id, ...row } = given;
  for (const { name, number, state, default: initial } of entity.fields)
    row[name] ??= number ? count : state ? initial : null;
  return { ...row, ...(entity.discriminator ? { [entity.discriminator.field]: entity.discriminator.value } : {}) };
}

const absentAsNull = (change: Row): Row =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));

/** What a case is a case of: a rule by its id, else the field with the keyword that refuses the value. */
export function ruleOf({ order, sums, rules }: Entity, { title, expected }: Case): string {
  const named = [...order, ...sums, ...rules]
    .map(({ id }) => id)
    .find((id) => title.startsWith(`${id}: `) || title.startsWith(`${id} kept`) || title.startsWith(`${id} broken`));
  if (named !== undefined) return named;
  const [first] = expected;
  return first ? `${first.field} ${KEYWORDS.get(first.key) ?? first.key}` : title.split(' ')[0]!;
}

const KEYWORDS: ReadonlyMap<string, string> = new Map(Object.entries(MESSAGE).map(([name, key]) => [key, name]));
