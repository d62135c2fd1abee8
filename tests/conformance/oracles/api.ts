import { isDeepStrictEqual } from 'node:util';
import { isFileField } from '../../../generator/language/attachment.ts';
import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { rulesOf } from '../../../generator/keywords/rules.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Answer, Json, TestServer } from '../../http/server.ts';
import type { Case, ExpectedMessage } from '../case.ts';
import type { Row, Sample } from '../sample.ts';
import { linkValue } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';

/** A row of a sample that the API refused. */
class RefusedRow extends Error {
  readonly entity: Entity;
  readonly answer: Answer;

  constructor(entity: Entity, answer: Answer) {
    super(`POST /api/${entity.name} answered ${answer.status}: ${answer.text}`);
    this.entity = entity;
    this.answer = answer;
  }
}

/** Stores samples through the API: each once, with all rows that it refers to. */
export class Store {
  readonly server: TestServer;
  readonly #stored = new Map<Sample, Promise<Json>>();

  constructor(server: TestServer) {
    this.server = server;
  }

  /** The stored row of a sample, created on first use. */
  stored(sample: Sample): Promise<Json> {
    const known =
      this.#stored.get(sample) ??
      this.body(sample)
        .then((body) => this.#made(sample.entity, body))
        .then((row) => this.#writeStates(sample, row));
    this.#stored.set(sample, known);
    // a failed call only fails its own case
    known.catch(() => this.#stored.delete(sample));
    return known;
  }

  /** Whether a sample is stored, or can be: code of its area refuses it otherwise. @throws if a keyword refuses it */
  async accepts(sample: Sample): Promise<boolean> {
    try {
      await this.stored(sample);
      return true;
    } catch (error) {
      if (error instanceof RefusedRow && isDomainRefusal(error.entity, error.answer)) return false;
      throw error;
    }
  }

  /** Creates the row. A row that a rule names by its code, such as US dollars, may exist already. */
  async #made(entity: Entity, body: Row): Promise<Json> {
    const { name, key } = entity;
    const answer = await this.server.call('POST', `/api/${name}`, { body });
    if (answer.status === 201) return answer.result;
    const searchCondition = key.map((field) => ({ name: field, type: 'equal', value: body[field] }));
    const found =
      answer.status === 409
        ? ((await this.server.call('POST', `/api/${name}/search`, { body: { searchCondition } })).result?.records ?? [])
        : [];
    if (found.length !== 1) throw new RefusedRow(entity, answer);
    return found[0];
  }

  /**
   * Writes the states of `laterStates` directly to the database; other tests cover the steps that lead to them.
   */
  async #writeStates({ entity, laterStates = {}, laterLinks = {} }: Sample, row: Json): Promise<Json> {
    const states = await this.withIds(laterStates, laterLinks);
    for (const [field, state] of Object.entries(states))
      await this.server.pool.query(`update "${entity.table}" set "${field}" = $2 where id = $1`, [row['id'], state]);
    return row;
  }

  /** The values with the ids of stored rows instead of those of their samples. */
  async withIds(values: Row, links: Readonly<Record<string, Sample>>): Promise<Row> {
    const stored = { ...values };
    for (const [field, target] of Object.entries(links))
      if (stored[field] === target.full['id']) stored[field] = (await this.stored(target))['id'];
    return stored;
  }

  /** The create body of a sample, with the values of its links. Linked rows are stored; files are new uploads. */
  async body({ entity, row, links, children, parent, lookups = {} }: Sample): Promise<Row> {
    const body: Row = { ...row };
    // children of the parent are stored with it
    const siblings = Object.values(parent?.children ?? {}).flat();
    // a lookup that finds the parent has a copy of it with its totals
    const isParent = (found: Sample): boolean => parent !== undefined && found.full['id'] === parent.full['id'];
    for (const found of Object.values(lookups))
      if (!siblings.includes(found) && !isParent(found)) await this.stored(found);
    for (const field of entity.fields) {
      if (isFileField(field) && row[field.name] != null)
        body[field.name] = field.kind === 'files' ? [await this.#upload()] : await this.#upload();
    }
    for (const link of links) {
      const rows = new Map(
        await together(link.targets.map(async (target) => [target, await this.stored(target)] as const)),
      );
      body[link.field] = linkValue(link, (target) => rows.get(target)![link.by]);
    }
    for (const [name, samples] of Object.entries(children)) {
      body[name] = await each(samples, (child) => this.#childBody(child));
    }
    return body;
  }

  /** Inserts an unused upload of the administrator, which bypasses the limit of uploads per address. */
  async #upload(): Promise<string> {
    const { rows } = await this.server.pool.query(
      `insert into kernel.file (id, name, type, size, hash, "by") select id, 'scan ' || id || '.pdf', 'application/pdf', 1, 'none', 'admin' from (select gen_random_uuid()::text as id) made returning id`,
    );
    return (rows[0] as { id: string }).id;
  }

  /** The body of a child without its link, as the server sets that. */
  async #childBody(child: Sample): Promise<Row> {
    const via = child.entity.parents.map((parent) => parent.via);
    const row = Object.fromEntries(Object.entries(child.row).filter(([name]) => !via.includes(name)));
    return this.body({ ...child, row, links: child.links.filter(({ field }) => !via.includes(field)) });
  }
}

/**
 * The results of all promises. Waits for all of them even after a failure, so that no write happens during the next
 * test.
 */
export async function together<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Runs `work` for all items, six at a time. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const AT_ONCE = 6;
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await together(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}

/** Runs `work` for one item after the other. */
export async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Sends a case to the API, and deletes an accepted row. */
export async function callApi(store: Store, { sample, change, old }: Case): Promise<Answer> {
  const { server } = store;
  const path = `/api/${sample.entity.name}`;
  const body = { ...(await store.body(sample)), ...change };
  if (old) {
    const { id } = await store.stored(old);
    const { rev } = await server.read(sample.entity.name, id as string);
    const answer = await server.call('PATCH', `${path}/${id}`, { body: { ...body, rev } });
    if (answer.status === 200) await changeBack(store, old, answer.result as Json);
    return answer;
  }
  const answer = await server.call('POST', path, { body });
  if (answer.status === 201) await remove(server, sample.entity, answer.result as Json);
  return answer;
}

/** Enters the values of a sample again that a case changed: the next case changes the same row. */
async function changeBack(store: Store, old: Sample, { id, rev }: Json): Promise<void> {
  const { entity } = old;
  const before = await store.body(old);
  const fields = entity.fields.filter((field) => isWritable(field) && !isFileField(field) && !field.writeOnce);
  const body = Object.fromEntries(fields.map(({ name }) => [name, before[name] ?? null]));
  await store.server.call('PATCH', `/api/${entity.name}/${id}`, { body: { ...body, rev, acceptWarnings: true } });
}

/** Deletes a row; at its current `rev` if another row may have changed it by becoming the latest. */
export async function remove(server: TestServer, entity: Entity, { id, rev }: Json): Promise<Answer> {
  const now = entity.latest ? (await server.read(entity.name, id))['rev'] : rev;
  return server.call('DELETE', `/api/${entity.name}/${id}`, { body: { rev: now } });
}

/** The messages of an answer, sorted. */
export const messagesOf = ({ errors }: Pick<Answer, 'errors'>): string[] =>
  errors.map(({ field, key, level }) => messageText({ field, key, ...(level ? { level: 'warning' } : {}) })).sort();

/** A message as text: `fee MSG_generic_0101`. */
export const messageText = ({ field, key, level }: ExpectedMessage): string =>
  `${field} ${key}${level ? ` ${level}` : ''}`;

/** Compares an answer with the expected messages. @returns the difference; undefined if they agree */
export function disagreement(
  expected: readonly ExpectedMessage[],
  answer: Answer,
  refused: number,
): string | undefined {
  const messages = messagesOf(answer);
  const isAccepted = answer.status < 300;
  if (expected.length === 0) return isAccepted ? undefined : `refused with ${answer.status} ${messages.join(', ')}`;
  const missing = expected.map(messageText).filter((text) => !messages.includes(text));
  const hasMessages = answer.errors.every(
    ({ message, key }) => message !== '' && message !== key && !message.includes('{{'),
  );
  if (answer.status === refused && missing.length === 0 && hasMessages) return undefined;
  return isAccepted
    ? 'was accepted'
    : `${answer.status} ${answer.errors.map((error) => JSON.stringify(error)).join(', ') || answer.text}, not ${refused} ${missing.join(', ')}`;
}

/**
 * Whether code of `server/domain`, not a keyword, refused the row. Tests of that code cover such refusals.
 *
 * @param field the only field that it refused; default: any
 */
export function isDomainRefusal(entity: Entity, { status, errors }: Answer, field?: string): boolean {
  const ofSchema = new Set(rulesOf(entity).map(({ key }) => key));
  return (
    status === 400 &&
    errors.length > 0 &&
    errors.every(
      (error) =>
        (field === undefined || error.field === field) &&
        !error.key.startsWith('MSG_generic_') &&
        !ofSchema.has(error.key),
    )
  );
}

/**
 * Whether code of the area refused a changed value, or a valid child because of the rows beside it: such code may limit
 * the total of all children, or ask more of the first.
 */
export function isRefusedByDomain(entity: Entity, { sample, change, expected }: Case, answer: Answer): boolean {
  const [changed] = Object.keys(change);
  if (changed !== undefined) return expected.length > 0 && isDomainRefusal(entity, answer, changed);
  return expected.length === 0 && sample.parent !== undefined && isDomainRefusal(entity, answer);
}

/**
 * Whether a rule refused the second of two rows with the same references, because the row that both name is in another
 * state since the first was stored. The database still has to refuse the second row by itself.
 */
export const isRefusedByTarget = (
  { rules, lookups }: Entity,
  copied: readonly string[],
  { status, errors }: Answer,
): boolean =>
  status === 400 &&
  errors.length > 0 &&
  errors.every(
    ({ field, key }) =>
      copied.includes(field) &&
      rules.some(
        (rule) =>
          rule.key === key &&
          rule.at.includes(field) &&
          lookups.some(
            ({ name, by }) =>
              by.some(({ expr }) => expr === `self.${field}`) && rule.assert.includes(`lookup.${name}.`),
          ),
      ),
  );

/** A value as the API returns it: decimals trimmed, money with two places, instants in UTC. */
export function shown(field: Field, value: unknown): unknown {
  const normal = KINDS[field.kind].normalise(value, field) ?? null;
  if (normal === null) return null;
  if (field.kind === 'money') return parseDecimal(normal)!.toFixed(2);
  if (KINDS[field.kind].cel === 'Decimal') {
    const text = printDecimal(parseDecimal(normal)!);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }
  return field.kind === 'dateTime' ? new Date(String(normal)).toISOString() : normal;
}

/** Whether submitted children set a field (`x-child.sets`). */
const isSetByChildren = ({ children }: Entity, name: string, input: Row): boolean =>
  children.some(
    ({ entity, sets = {} }) =>
      sets[name]?.in === undefined && name in sets && ((input[entity] as Row[] | undefined) ?? []).length > 0,
  );

/** The fields whose stored value differs from the input. */
export function misread(entity: Entity, input: Row, row: Json): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const field = entity.fields.find((one) => one.name === name);
    if (!field) return [];
    if (isSetByChildren(entity, name, input)) return [];
    if (field.writeOnly) return name in row ? [`${name} is shown`] : [];
    return isDeepStrictEqual(row[name], shown(field, value))
      ? []
      : [`${name}: ${JSON.stringify(value)} reads ${JSON.stringify(row[name])}`];
  });
}
