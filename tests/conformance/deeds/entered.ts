import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { complaintsOf } from '../judges/api.ts';
import { PERSON } from '../caller.ts';
import { madeAs } from '../neededRows.ts';
import { isWritable, type Sampler } from '../sampleRow.ts';
import type { Row } from '../sample.ts';
import { drawnFor, fieldNamed, isFolded, otherwise, showing, type Deed, type DeedGround, type Saw } from './deed.ts';
import { create, freshBody, takeAway, withRecord } from './record.ts';
import { storeLookups, surroundingsOf } from './surroundings.ts';

/** Each field that nobody may write, given by a caller. */
export function closedDeeds(entity: Entity, ground: DeedGround): Deed[] {
  const { sampler, store } = ground;
  const sample = sampler.sample(entity.name);
  return entity.fields
    .filter((field) => field.readOnly && !isWritable(field))
    .map((field): Deed => ({
      title: `${field.name} given by a caller`,
      rules: [`readOnly ${field.name}`],
      async ask() {
        const answer = await store.server.call('POST', `/api/${entity.name}`, {
          body: { ...(await store.body(sample)), [field.name]: given(field, sampler) },
        });
        if (answer.status === 201) await takeAway(ground, entity, answer.result as Json);
        return complaintsOf(answer).includes(`${field.name} ${MESSAGE.readOnly}`)
          ? []
          : [`${field.name} was not refused: ${answer.status} ${answer.text}`];
      },
    }));
}

/** The state in which a record is made anyway, for a record that is in another is closed; else any value. */
const given = (field: Field, sampler: Sampler): unknown =>
  field.state ? field.default : field.ref ? '1' : field.optionList === undefined ? sampler.draw(field) : 'X';

/** Texts given in small letters, where they are kept in capitals. */
export async function foldedDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const folded = entity.fields.filter(isFolded).map(({ name }) => name);
  const found = await showing(folded, ground.turns, async (turn) => {
    const sample = drawnFor(ground, entity, turn);
    if (!sample) return undefined;
    const body = await ground.store.body(sample);
    const shows = folded.filter(
      (name) => JSON.stringify(lowered(body[name]) ?? null) !== JSON.stringify(body[name] ?? null),
    );
    const ask = async (saw?: Saw): Promise<string[]> => {
      const fresh = await freshBody(ground, sample);
      return withRecord(
        ground,
        sample,
        async (row) => otherwise(entity, Object.fromEntries(shows.map((name) => [name, fresh[name]])), row, saw),
        { change: { ...fresh, ...Object.fromEntries(shows.map((name) => [name, lowered(fresh[name])])) } },
      );
    };
    await storeLookups(ground, sample);
    // a record that is refused in capitals too, by a rule of its area, shows nothing
    const refused = shows.length === 0 ? [] : await withRecord(ground, sample, async () => []);
    return { shows: refused.length > 0 ? [] : shows, refused, deed: { title: `${entity.name} in small letters`, ask } };
  });
  return found.map(({ shows, deed, isRefused }) => ({
    ...deed,
    rules: shows.map((name) => `x-normalize ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

const lowered = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lowered) : value;

/** A record of which nobody gives what has a default; it is made by somebody of a company. */
export async function defaultDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const filled = entity.fields.filter(
    (field) =>
      !field.state && field.compute === undefined && (field.default !== undefined || field.defaultExpr !== undefined),
  );
  if (filled.length === 0) return [];
  const clerk = await clerkOf(ground);
  await storeNamed(ground, filled);
  const without = filled.map(({ name }) => name);
  const expectedOf = async (row: Row, names: readonly string[], user = PERSON): Promise<Row> => {
    const context = { ...(await surroundingsOf(ground, entity, row)), user };
    return Object.fromEntries(
      names.map((name) => {
        const field = fieldNamed(entity, name);
        return [name, field.default ?? ground.sampler.judgeOf(entity).value(field.defaultExpr!, field, row, context)];
      }),
    );
  };
  const found = await showing(without, ground.turns, async (turn) => {
    // with the very values that will be filled in, so that rows beside it leave room for them
    const fixed =
      turn % 2 === 0
        ? {}
        : Object.fromEntries(
            filled
              .filter((field) => field.default !== undefined && isWritable(field))
              .map((field) => [field.name, field.default]),
          );
    const sample =
      turn === 0
        ? drawnFor(ground, entity, turn)
        : ground.sampler.find(entity.name, { fields: turn < 2 ? 'all' : 'least', fixed });
    if (!sample) return undefined;
    await storeLookups(ground, sample);
    const shows: string[] = [];
    // somebody of a company may not add to what others have in hand
    const { token, user } = turn % 2 === 0 ? clerk : { token: ground.store.server.token, user: PERSON };
    const refused = await withRecord(
      ground,
      sample,
      async (row) => {
        // of what nobody writes, the product may say otherwise
        const expected = Object.entries(await expectedOf(row, without, user)).filter(
          ([name, value]) =>
            value != null &&
            (isWritable(fieldNamed(entity, name)) || otherwise(entity, { [name]: value }, row).length === 0),
        );
        shows.push(...expected.map(([name]) => name));
        return [];
      },
      { token, without },
    );
    const ask = (saw?: Saw) =>
      withRecord(ground, sample, async (row) => otherwise(entity, await expectedOf(row, shows, user), row, saw), {
        token,
        without,
      });
    return user !== PERSON && refused.length > 0
      ? undefined
      : { shows, refused, deed: { title: `${entity.name} without what is filled in`, ask } };
  });
  return found.map(({ shows, deed, isRefused }) => ({
    ...deed,
    rules: shows.map((name) => `default ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

/** Has the rows be there that defaults refer to by their very codes, as a country. */
async function storeNamed({ sampler, store }: DeedGround, filled: readonly Field[]): Promise<void> {
  for (const { ref, default: code } of filled) {
    const target =
      ref && !ref.open && code !== undefined
        ? sampler.coded(madeAs(sampler.model, ref.entity), ref.by, String(code))
        : undefined;
    if (target) await store.stored(target);
  }
}

/** Somebody of a company who may do everything; made once for a server. */
async function clerkOf({ sampler, store }: DeedGround): Promise<Clerk> {
  const known = clerks.get(store);
  if (known) return known;
  const { server } = store;
  const people = Object.values(sampler.model.entities).find((one) => one.people)!;
  const company = people.fields.find(({ name }) => name === 'companyCde')!.ref!;
  const { [company.by]: companyCde } = await store.stored(sampler.sample(company.entity));
  await server.create('role', {
    roleName: 'Does all',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query', 'add', 'edit', 'delete'] }],
  });
  const token = await server.logInAs('clerk', 'Does all', { companyCde });
  const clerk: Clerk = {
    token,
    user: { ...PERSON, userCde: 'clerk', userName: 'clerk', companyCde: String(companyCde) },
  };
  clerks.set(store, clerk);
  return clerk;
}

interface Clerk {
  token: string;
  user: typeof PERSON & { companyCde: string };
}
const clerks = new WeakMap<object, Clerk>();

/** Running numbers: of two records one after the other, with one between them that is refused. */
export function numberDeeds(entity: Entity, ground: DeedGround): Deed[] {
  return entity.fields
    .filter(({ number }) => number !== undefined)
    .map(({ name, number }): Deed => {
      const [one, other] = [drawnFor(ground, entity, 0)!, ground.sampler.sample(entity.name)];
      const form = new RegExp(
        `^${number!.pattern.replaceAll(/\{(yyyy|yy|seq:(\d+))\}/g, (_, token: string, width: string) => (token === 'yyyy' ? '\\d{4}' : token === 'yy' ? '\\d{2}' : `(\\d{${width}})`))}$`,
      );
      const count = (row: Json): number => Number(form.exec(String(row[name]))?.[1] ?? Number.NaN);
      return {
        title: `${entity.name} one after the other: ${name}`,
        rules: [`x-number ${name}`],
        async ask(saw) {
          // what the two lead to may draw numbers as well
          for (const sample of [one, other]) await ground.store.body(sample);
          return withRecord(ground, one, async (first) => {
            await create(ground, entity, { ...(await freshBody(ground, other)), noSuchField: 'X' });
            return withRecord(ground, other, async (second) => {
              saw?.(name, second[name], second);
              return count(second) === count(first) + 1
                ? []
                : [`${name} must go on from ${first[name]} and is ${second[name]}`];
            });
          });
        },
      };
    });
}
