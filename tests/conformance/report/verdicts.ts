import type { Pool } from 'pg';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity, Model } from '../../../generator/model/types.ts';
import type { Json, TestServer } from '../../http/server.ts';
import { clashes, rowCases, type Case, type Clash, type Complaint } from '../cases.ts';
import { askApi, complaintsOf, complaintText, disagreement, isDomainRefusal, remove, type Store } from '../judges/api.ts';
import { askDatabase, isGuarded } from '../judges/database.ts';
import { askForm, formRules } from '../judges/form.ts';
import { moreCases } from '../moreCases.ts';
import type { Row, Sampler } from '../sampleRow.ts';

export const JUDGES = ['form', 'api', 'database'] as const;
export type JudgeName = (typeof JUDGES)[number];

/** What a judge said of a case, and whether that is what the schema says; absent where the case is not the judge's business. */
export interface Opinion { right: boolean; says: string }

/** One case before all judges. */
export interface Verdict {
  entity: string;
  /** the rule's id, or field and keyword: `fee maximum` */
  rule: string;
  title: string;
  /** what each must say; `taken` where the row is sound */
  expected: string;
  opinions: Partial<Record<JudgeName, Opinion>>;
}

/** Whether all judges whom a case concerns said what the schema says. */
export const agree = ({ opinions }: Verdict): boolean => Object.values(opinions).every(({ right }) => right);

export interface Court { model: Model; sampler: Sampler; server: TestServer; store: Store }

/** All cases that an entity's keywords lead to, each before the form, the API and, past the server, the database. */
export async function verdictsOf(entity: Entity, court: Court): Promise<Verdict[]> {
  const rules = await formRules(entity, court.model);
  const verdicts: Verdict[] = [];
  for (const one of [...rowCases(entity, court.sampler), ...moreCases(entity, court.sampler)]) {
    const answer = await askApi(court.store, one);
    const [changed] = Object.keys(one.change);
    const ofDomain = changed !== undefined && one.expected.length > 0 && isDomainRefusal(entity, changed, answer);
    const api = ofDomain ? undefined : disagreement(one.expected, answer, 400);
    const said = complaintsOf(answer).join(', ');
    const form = askForm(rules, one).join(', ');
    // of another parent the server reads the rules, and the form does not know it
    const isForms = !ofDomain && !entity.parents.some(({ via }) => via in one.change);
    verdicts.push({
      entity: entity.name, rule: ruleOf(entity, one), title: one.title, expected: textOf(one.expected),
      opinions: {
        api: { right: api === undefined, says: api ?? (said || 'taken') },
        ...(isForms ? { form: { right: form === said, says: form || 'taken' } } : {}),
        ...await databaseOpinion(entity, one, court),
      },
    });
  }
  for (const pair of clashes(entity, court.sampler)) verdicts.push(await clashVerdict(entity, pair, court));
  return verdicts;
}

const textOf = (expected: readonly Complaint[]): string => expected.map(complaintText).join(', ') || 'taken';

async function databaseOpinion(entity: Entity, { sample, change, expected, old }: Case, { model, server, store }: Court): Promise<{ database?: Opinion }> {
  if (old || expected.length === 0 || !expected.every((complaint) => isGuarded(entity, complaint))) return {};
  return { database: await askedPast(server.pool, model, entity, { ...sample.whole, ...await store.body(sample), ...absentAsNull(change) }, expected) };
}

/** The second of two rows while the first is there, and when it is gone. */
async function clashVerdict(entity: Entity, { title, first, second, copied, expected }: Clash, { model, server, store }: Court): Promise<Verdict> {
  const stored = await server.create(entity.name, await store.body(first));
  const copies = Object.fromEntries(copied.map((field) => [field, stored[field]]));
  const body = { ...await store.body(second), ...copies };
  const answer = await server.call('POST', `/api/${entity.name}`, { body });
  const wrong = disagreement(expected, answer, 409);
  const opinions: Verdict['opinions'] = { api: { right: wrong === undefined, says: wrong ?? (complaintsOf(answer).join(', ') || 'taken') } };
  if (answer.status === 201) await remove(server, entity, answer.result as Json);
  else if (expected.length > 0) opinions.database = await askedPast(server.pool, model, entity, { ...second.whole, ...body }, expected);
  await remove(server, entity, stored);
  return { entity: entity.name, rule: title.split(': ')[0]!, title, expected: textOf(expected), opinions };
}

async function askedPast(pool: Pool, model: Model, entity: Entity, given: Row, expected: readonly Complaint[]): Promise<Opinion> {
  const { id: _id, ...row } = given;
  for (const { name, number, state, default: initial } of entity.fields) row[name] ??= number ? 'T-1' : state ? initial : null;
  const blamed = await askDatabase(pool, model, entity, row);
  const right = blamed !== undefined && (blamed.includes('a number out of range') || expected.every(({ field }) => blamed.includes(field)));
  return { right, says: blamed === undefined ? 'taken' : `refused at ${blamed.join(', ')}` };
}

const absentAsNull = (change: Row): Row => Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));

/** What a case is a case of: a rule by its id, else the field with the keyword that refuses the value. */
export function ruleOf({ order, sums, rules }: Entity, { title, expected }: Case): string {
  const named = [...order, ...sums, ...rules].map(({ id }) => id).find((id) => title.startsWith(`${id}: `) || title.startsWith(`${id} kept`) || title.startsWith(`${id} broken`));
  if (named !== undefined) return named;
  const [first] = expected;
  return first ? `${first.field} ${KEYWORDS.get(first.key) ?? first.key}` : title.split(' ')[0]!;
}

const KEYWORDS: ReadonlyMap<string, string> = new Map(Object.entries(MESSAGE).map(([name, key]) => [key, name]));
