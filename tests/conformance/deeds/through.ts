import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json } from '../../http/server.ts';
import type { Deed, DeedGround } from './deed.ts';
import { create, takeAway, withOwnFiles } from './record.ts';

/**
 * Who tries: one who sees all; one who sees nothing of what others made; one who sees all rows, but has no right to the
 * entity referred to.
 */
interface People {
  seeing: string;
  stranger: string;
  narrow: string;
}

/** Records that are seen with another: by who sees that one, and by who does not. */
export function throughDeeds(entity: Entity, ground: DeedGround): Deed[] {
  const via = entity.access?.through;
  if (via === undefined) return [];
  const rules = ['x-access through'];
  const deed = (
    title: string,
    work: (people: People, made: (token: string, given?: Json) => Promise<Answer>) => Promise<string[]>,
  ): Deed => ({
    title: `${entity.name} ${title}`,
    rules,
    async ask() {
      const rows: Json[] = [];
      const made = async (token: string, given: Json = {}): Promise<Answer> => {
        const answer = await create(ground, entity, { ...(await bodyBy(ground, entity, token)), ...given }, token);
        if (answer.status === 201) rows.push(answer.result as Json);
        return answer;
      };
      try {
        return await work(await peopleOf(ground, entity), made);
      } finally {
        for (const row of rows) await takeAway(ground, entity, row);
      }
    },
  });
  return [
    deed(`is read by who sees its ${via}, and by its creater`, async ({ seeing, stranger, narrow }, made) => {
      const { status, text, result: row } = await made(ground.store.server.token);
      if (status !== 201) return [`a new ${entity.name} was refused with ${status} ${text}`];
      if (row[via] == null) return [`${via} of the record leads nowhere`];
      const alone = [
        ...(await sees(ground, entity, row, seeing, true, 'who sees all')),
        ...(await sees(ground, entity, row, stranger, false, `who does not see its ${via}`)),
        ...(await sees(ground, entity, row, narrow, false, `who has no right to its ${via}`)),
      ];
      const shared = await withThing(ground, entity, via, row, 'stranger', async (isSeen) =>
        sees(ground, entity, row, stranger, isSeen, `who ${isSeen ? 'made' : 'does not see'} its ${via}`),
      );
      await ground.store.server.pool.query(`update "${entity.table}" set creater = 'stranger' where id = $1`, [
        row['id'],
      ]);
      return [...alone, ...shared, ...(await sees(ground, entity, row, stranger, true, 'its creater'))];
    }),
    deed(`is filed under a ${via} only by who sees that`, async ({ seeing, stranger, narrow }, made) => {
      const wrong: string[] = [];
      const taken = await made(seeing);
      if (taken.status !== 201) wrong.push(`who sees all was refused with ${taken.status} ${taken.text}`);
      for (const token of [stranger, narrow]) {
        wrong.push(...notThere(via, await made(token), 'a new one'));
        // by itself it belongs to a company, and these people work for none
        const { company } = entity.access!;
        const alone = await made(token, { [via]: null, ...(company === undefined ? {} : { [company]: null }) });
        if (alone.status !== 201) {
          wrong.push(`without ${via} it was refused with ${alone.status} ${alone.text}`);
          continue;
        }
        wrong.push(...(await sees(ground, entity, alone.result, token, true, 'its creater')));
        const there = (await bodyBy(ground, entity, token))[via];
        const moved = await ground.store.server.call('PATCH', `/api/${entity.name}/${alone.result.id}`, {
          token,
          body: { rev: alone.result.rev, [via]: there },
        });
        wrong.push(...notThere(via, moved, 'a change'));
      }
      return wrong;
    }),
  ];
}

const notThere = (via: string, { status, text, errors }: Answer, what: string): string[] =>
  status === 400 && errors.some(({ field, key }) => field === via && key === MESSAGE.referenceMissing)
    ? []
    : [
        `${what} under a ${via} that the person does not see must be refused with ${MESSAGE.referenceMissing} and answered ${status} ${text}`,
      ];

/** Whether somebody finds a record by its address and in the list, or by neither. */
async function sees(
  { store: { server } }: DeedGround,
  { name }: Entity,
  { id }: Json,
  token: string,
  must: boolean,
  who: string,
): Promise<string[]> {
  const { status } = await server.call('GET', `/api/${name}/${id}`, { token });
  const listed = (
    await server.call('POST', `/api/${name}/search`, { token, body: { pageSize: 1000 } })
  ).result.records.some((row: Json) => row['id'] === id);
  return status === (must ? 200 : 404) && listed === must
    ? []
    : [
        `${who} must ${must ? '' : 'not '}see it; reading it answered ${status}, and the list ${listed ? 'has' : 'lacks'} it`,
      ];
}

/**
 * Works while what a record refers to is one that somebody else made. @param work is told whether that person then sees
 * it
 */
async function withThing(
  { sampler, store: { server } }: DeedGround,
  entity: Entity,
  via: string,
  row: Json,
  person: string,
  work: (isSeen: boolean) => Promise<string[]>,
): Promise<string[]> {
  const { entity: name, by } = entity.fields.find((field) => field.name === via)!.ref!;
  const { table } = sampler.model.entities[name]!;
  const {
    rows: [thing],
  } = await server.pool.query(
    `select id::text as id, creater from "${table}" where "${by}"::text = $1 and "delFlag" = 'N'`,
    [String(row[via])],
  );
  const write = (creater: string) =>
    server.pool.query(`update "${table}" set creater = $2 where id = $1`, [thing.id, creater]);
  await write(person);
  try {
    const { status } = await server.call('GET', `/api/${name}/${thing.id}`, {
      token: (await known.get(server))!.people.stranger,
    });
    return await work(status === 200);
  } finally {
    await write(thing.creater as string);
  }
}

/** A sound body, with files that the person uploaded. */
async function bodyBy(ground: DeedGround, entity: Entity, token: string): Promise<Json> {
  return withOwnFiles(
    ground,
    entity,
    await ground.store.body(ground.sampler.sample(entity.name, { fields: 'all' })),
    token,
  );
}

/** Made once for a server; who has no right to what is referred to, once for an entity. */
const known = new WeakMap<object, Promise<{ people: Omit<People, 'narrow'>; narrow: Map<string, Promise<string>> }>>();
const MAY = ['query', 'add', 'edit', 'delete', 'export'];

async function peopleOf({ store: { server } }: DeedGround, { name, area }: Entity): Promise<People> {
  const person = async (userCde: string, role: string, allSeeingEye: string, permissionId: string): Promise<string> => {
    await server.create('role', {
      roleName: role,
      allSeeingEye,
      'role-permission': [{ permissionId, actionEntitySet: MAY }],
    });
    return server.logInAs(userCde, role);
  };
  const all =
    known.get(server) ??
    (async () => ({
      people: {
        seeing: await person('seeing', 'Sees all', 'Y', '*.*'),
        stranger: await person('stranger', 'Sees own', 'N', '*.*'),
      },
      narrow: new Map<string, Promise<string>>(),
    }))();
  known.set(server, all);
  const { people, narrow } = await all;
  const own = narrow.get(name) ?? person(`narrow-${narrow.size + 1}`, `Sees all of ${name}`, 'Y', `${area}.${name}`);
  narrow.set(name, own);
  return { ...people, narrow: await own };
}
