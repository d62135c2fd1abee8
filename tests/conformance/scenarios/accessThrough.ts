import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json } from '../../http/server.ts';
import type { Scenario, ScenarioFixture } from './scenario.ts';
import { create, removeRecord, withOwnFiles } from './record.ts';

/**
 * Tokens of three users: `seeing` sees all rows; `stranger` sees no rows of others; `narrow` sees all rows but has no
 * permission for the entity referred to.
 */
interface People {
  seeing: string;
  stranger: string;
  narrow: string;
}

/** Records that are visible through another: for users who see that record, and for users who do not. */
export function accessThroughScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  const via = entity.access?.through;
  if (via === undefined) return [];
  const rules = ['x-access through'];
  const scenario = (
    title: string,
    work: (people: People, made: (token: string, extra?: Json) => Promise<Answer>) => Promise<string[]>,
  ): Scenario => ({
    title: `${entity.name} ${title}`,
    rules,
    async run() {
      const rows: Json[] = [];
      const createAs = async (token: string, extra: Json = {}): Promise<Answer> => {
        const answer = await create(fixture, entity, { ...(await bodyBy(fixture, entity, token)), ...extra }, token);
        if (answer.status === 201) rows.push(answer.result as Json);
        return answer;
      };
      try {
        return await work(await peopleOf(fixture, entity), createAs);
      } finally {
        for (const row of rows) await removeRecord(fixture, entity, row);
      }
    },
  });
  return [
    scenario(
      `is read by users who see its ${via}, and by its creater`,
      async ({ seeing, stranger, narrow }, createAs) => {
        const { status, text, result: row } = await createAs(fixture.store.server.token);
        if (status !== 201) return [`a new ${entity.name} was refused with ${status} ${text}`];
        if (row[via] == null) return [`${via} of the record is empty`];
        const alone = [
          ...(await sees(fixture, entity, row, seeing, true, 'who sees all')),
          ...(await sees(fixture, entity, row, stranger, false, `who does not see its ${via}`)),
          ...(await sees(fixture, entity, row, narrow, false, `who has no right to its ${via}`)),
        ];
        const shared = await withOtherCreator(fixture, entity, via, row, 'stranger', async (isSeen) =>
          sees(fixture, entity, row, stranger, isSeen, `who ${isSeen ? 'made' : 'does not see'} its ${via}`),
        );
        await fixture.store.server.pool.query(`update "${entity.table}" set creater = 'stranger' where id = $1`, [
          row['id'],
        ]);
        return [...alone, ...shared, ...(await sees(fixture, entity, row, stranger, true, 'its creater'))];
      },
    ),
    scenario(
      `is filed under a ${via} only by users who see that record`,
      async ({ seeing, stranger, narrow }, createAs) => {
        const wrong: string[] = [];
        const taken = await createAs(seeing);
        if (taken.status !== 201) wrong.push(`who sees all was refused with ${taken.status} ${taken.text}`);
        for (const token of [stranger, narrow]) {
          wrong.push(...checkReferenceMissing(via, await createAs(token), 'a new one'));
          // the entity itself belongs to a company, and these users have none
          const { company } = entity.access!;
          const alone = await createAs(token, { [via]: null, ...(company === undefined ? {} : { [company]: null }) });
          if (alone.status !== 201) {
            wrong.push(`without ${via} it was refused with ${alone.status} ${alone.text}`);
            continue;
          }
          wrong.push(...(await sees(fixture, entity, alone.result, token, true, 'its creater')));
          const parentId = (await bodyBy(fixture, entity, token))[via];
          const moved = await fixture.store.server.call('PATCH', `/api/${entity.name}/${alone.result.id}`, {
            token,
            body: { rev: alone.result.rev, [via]: parentId },
          });
          wrong.push(...checkReferenceMissing(via, moved, 'a change'));
        }
        return wrong;
      },
    ),
  ];
}

const checkReferenceMissing = (via: string, { status, text, errors }: Answer, what: string): string[] =>
  status === 400 && errors.some(({ field, key }) => field === via && key === MESSAGE.referenceMissing)
    ? []
    : [
        `${what} under a ${via} that the person does not see must be refused with ${MESSAGE.referenceMissing} and answered ${status} ${text}`,
      ];

/** Whether a user finds a record both by its address and in the list, or by neither. */
async function sees(
  { store: { server } }: ScenarioFixture,
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
 * Runs `work` while another user is the creator of the record referred to.
 *
 * @param work receives whether that user then sees it
 */
async function withOtherCreator(
  { sampler, store: { server } }: ScenarioFixture,
  entity: Entity,
  via: string,
  row: Json,
  person: string,
  work: (isSeen: boolean) => Promise<string[]>,
): Promise<string[]> {
  const { entity: name, by } = entity.fields.find((field) => field.name === via)!.ref!;
  const { table } = sampler.model.entities[name]!;
  const {
    rows: [target],
  } = await server.pool.query(
    `select id::text as id, creater from "${table}" where "${by}"::text = $1 and "delFlag" = 'N'`,
    [String(row[via])],
  );
  const write = (creater: string) =>
    server.pool.query(`update "${table}" set creater = $2 where id = $1`, [target.id, creater]);
  await write(person);
  try {
    const { status } = await server.call('GET', `/api/${name}/${target.id}`, {
      token: (await known.get(server))!.people.stranger,
    });
    return await work(status === 200);
  } finally {
    await write(target.creater as string);
  }
}

/** A valid body, with files that the user uploaded. */
async function bodyBy(fixture: ScenarioFixture, entity: Entity, token: string): Promise<Json> {
  return withOwnFiles(
    fixture,
    entity,
    await fixture.store.body(fixture.sampler.sample(entity.name, { fields: 'all' })),
    token,
  );
}

/** Created once per server; the user without permission once per entity. */
const known = new WeakMap<object, Promise<{ people: Omit<People, 'narrow'>; narrow: Map<string, Promise<string>> }>>();
const MAY = ['query', 'add', 'edit', 'delete', 'export'];

async function peopleOf({ store: { server } }: ScenarioFixture, { name, area }: Entity): Promise<People> {
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
