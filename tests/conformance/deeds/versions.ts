import type { Action } from '../../../generator/model/operation.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isWritable } from '../sampleRow.ts';
import type { Row } from '../sample.ts';
import { guardOf, submitted } from './approvals.ts';
import { drawnFor, fieldNamed, showing, valueFor, type Deed, type DeedGround } from './deed.ts';
import { takeAway, withRecord } from './record.ts';
import { storeLookups } from './surroundings.ts';

/** The action that makes a version of another, and its modes that take rows along. */
export const COPY = 'copy';
const FIRST_REFUSED = 'the first version was refused';
/** Two versions that fit each other are seldom drawn. */
const MORE_TURNS = 3;
const MODES = ['withDetail', 'withBasicInfo'] as const;

/**
 * A version and another made of it: with all of its rows, with what is basic of them, and for another thing; and two of
 * one thing that are both closed.
 */
export async function versionDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const { version } = entity;
  const action = entity.actions.find(({ name }) => version !== undefined && name === COPY);
  if (!version || !action) return [];
  const wanted = [
    'x-version',
    ...version.keeps.map((name) => `x-version keeps ${name}`),
    ...version.asks.map((name) => `x-version asks ${name}`),
    ...version.copy.flatMap((copy) => [
      `x-version copy ${copy.entity}`,
      ...basicOf(ground.sampler.model, version, copy).map((name) => `x-version copy ${copy.entity} basic ${name}`),
    ]),
  ];
  const found = await showing(wanted, ground.turns * MORE_TURNS, async (turn) => {
    const sample = drawnFor(ground, entity, turn);
    if (!sample) return undefined;
    const shows: string[] = [];
    // what is drawn for the copy may break rules of its own
    const wrong = await withRecord(ground, sample, (row) => copied(ground, entity, action, row, shows));
    return wrong.length > 0
      ? undefined
      : {
          shows,
          deed: {
            title: `${entity.name} copied`,
            ask: () => withRecord(ground, sample, (row) => copied(ground, entity, action, row, [])),
          },
        };
  });
  const moved = [...new Set(version.copy.flatMap(({ anew, within }) => [...Object.keys(anew), ...within]))];
  for (const key of moved) {
    const wantedOf = version.copy.flatMap(movedOf).filter((name) => name.includes(` ${key}`));
    found.push(
      ...(await showing(wantedOf, ground.turns * MORE_TURNS, async (turn) => {
        const [sample, other] = [drawnFor(ground, entity, turn), await otherVersion(entity, ground)];
        if (!sample || !other) return undefined;
        const shows: string[] = [];
        const ask = (told: string[]) =>
          withRecord(ground, sample, (row) => copiedTo(ground, entity, action, row, key, other, told));
        return (await ask(shows)).length > 0
          ? undefined
          : { shows, deed: { title: `${entity.name} copied to another ${key}`, ask: () => ask([]) } };
      })),
    );
  }
  for (const [place, distinct] of version.distinct.entries()) {
    const rule = `x-version distinct ${distinct.entity} ${place + 1}`;
    found.push(
      ...(await showing([rule], ground.turns, async (turn) => {
        const where = [...(distinct.where === undefined ? [] : [`(${distinct.where})`]), ...guardOf(entity)].join(
          ' && ',
        );
        const sample = ground.sampler.find(entity.name, {
          fields: turn < 2 ? 'all' : 'some',
          ...(where === '' ? {} : { where }),
        });
        if (!sample) return undefined;
        const ask = () => withRecord(ground, sample, (row) => closedTwice(ground, entity, action, row, distinct.per));
        // some versions cannot be closed at all
        const refused = (await ask()).filter((line) => line.startsWith(FIRST_REFUSED));
        return {
          shows: refused.length > 0 ? [] : [rule],
          refused,
          deed: { title: `${entity.name}: two closed versions with one row`, ask },
        };
      })),
    );
  }
  return found.map(({ shows, deed, isRefused }): Deed => ({
    ...deed,
    rules: shows,
    ...(isRefused ? { isRefused } : {}),
  }));
}

/** The fields of a row that a copy with basic information takes along. */
export const basicOf = (model: Model, { keys }: Version, { entity: name, via, basic = [] }: VersionCopy): string[] => {
  const below = model.entities[name]!;
  return basic.filter(
    (one) =>
      one !== via &&
      !keys.includes(one) &&
      isWritable(fieldNamed(below, one)) &&
      fieldNamed(below, one).compute === undefined,
  );
};

const movedOf = ({ entity, anew, within }: VersionCopy): string[] => [
  ...Object.entries(anew).flatMap(([key, names]) =>
    names.map((name) => `x-version copy ${entity} anew ${key} ${name}`),
  ),
  ...within.map((key) => `x-version copy ${entity} within ${key}`),
];

/** The keys of a version that another one need not have alike for its rows to stay the same. */
const freeKeys = ({ version }: Entity): string[] =>
  version!.keys.filter(
    (name) =>
      !version!.keeps.includes(name) &&
      !version!.copy.some(({ anew, within }) => name in anew || within.includes(name)) &&
      !version!.distinct.some(({ per }) => per.includes(name)),
  );

async function copy(
  ground: DeedGround,
  entity: Entity,
  action: Action,
  { id }: Json,
  changed: readonly string[],
  copyMode: string,
  given: Row = {},
): Promise<{ answer: Answer; asked: Row; made?: Json }> {
  const { server } = ground.store;
  const source = await server.read(entity.name, id);
  const asked: Row = {};
  for (const name of [
    ...entity.version!.keys.filter((one) => !entity.version!.keeps.includes(one)),
    ...entity.version!.asks,
  ]) {
    const isKey = entity.version!.keys.includes(name);
    const value =
      name in given
        ? given[name]
        : isKey && !changed.includes(name)
          ? source[name]
          : await valueFor(ground, fieldNamed(entity, name));
    if (value != null) asked[name] = value;
  }
  const answer = await server.call('POST', `/api/${entity.name}/${id}/actions/${action.name}`, {
    body: { ...asked, copyMode, rev: source['rev'], acceptWarnings: true },
  });
  return {
    answer,
    asked,
    ...(answer.status === 200 ? { made: await server.read(entity.name, (answer.result as Json)['_made'].id) } : {}),
  };
}

async function copied(
  ground: DeedGround,
  entity: Entity,
  action: Action,
  row: Json,
  shows: string[],
): Promise<string[]> {
  const { version } = entity;
  const wrong: string[] = [];
  const source = await ground.store.server.read(entity.name, row['id']);
  for (const mode of MODES) {
    const { answer, asked, made } = await copy(ground, entity, action, row, freeKeys(entity), mode);
    if (!made) {
      wrong.push(`a copy ${mode} was refused with ${answer.status} ${answer.text}`);
      continue;
    }
    const must = { ...Object.fromEntries(version!.keeps.map((name) => [name, source[name]])), ...asked };
    shows.push(
      'x-version',
      ...version!.keeps.map((name) => `x-version keeps ${name}`),
      ...version!.asks.filter((name) => name in asked).map((name) => `x-version asks ${name}`),
    );
    wrong.push(
      ...Object.entries(must)
        .filter(([name, value]) => made[name] !== value)
        .map(
          ([name, value]) =>
            `${name} of the copy must be ${JSON.stringify(value)} and is ${JSON.stringify(made[name])}`,
        ),
    );
    for (const one of version!.copy)
      wrong.push(
        ...rowsAlike(ground, version!, one, mode, source[one.entity] as Json[], made[one.entity] as Json[], shows),
      );
    await takeAway(ground, entity, made);
  }
  return wrong;
}

/** A version of another thing, with what its rows look up. */
async function otherVersion(entity: Entity, ground: DeedGround): Promise<Json | undefined> {
  const sample = ground.sampler.find(entity.name);
  if (!sample) return undefined;
  const stored = await ground.store.stored(sample);
  for (const part of Object.values(sample.children).flat()) await storeLookups(ground, { ...part, parent: sample });
  return stored;
}

/** A copy for the thing of another version: its rows begin anew, or stay behind. */
async function copiedTo(
  ground: DeedGround,
  entity: Entity,
  action: Action,
  row: Json,
  key: string,
  other: Json,
  shows: string[],
): Promise<string[]> {
  const source = await ground.store.server.read(entity.name, row['id']);
  const { answer, made } = await copy(ground, entity, action, row, freeKeys(entity), 'withDetail', {
    [key]: other[key],
  });
  if (!made) return [`a copy for another ${key} was refused with ${answer.status} ${answer.text}`];
  const wrong = entity.version!.copy.flatMap((one) =>
    rowsMoved(ground, one, key, source[one.entity] as Json[], made[one.entity] as Json[], shows),
  );
  await takeAway(ground, entity, made);
  return wrong;
}

/** What of the rows a copy must have, and of which it must have nothing. */
function rowsAlike(
  ground: DeedGround,
  version: Version,
  one: VersionCopy,
  mode: string,
  before: readonly Json[] = [],
  after: readonly Json[] = [],
  shows: string[],
): string[] {
  if (before.length === 0) return [];
  shows.push(`x-version copy ${one.entity}`);
  if (before.length !== after.length)
    return [`${before.length} rows of ${one.entity} must be copied and ${after.length} are there`];
  if (mode !== 'withBasicInfo') return [];
  const names = basicOf(ground.sampler.model, version, one).filter((name) => before[0]![name] != null);
  shows.push(...names.map((name) => `x-version copy ${one.entity} basic ${name}`));
  return names
    .filter((name) => !before.some((row) => JSON.stringify(row[name]) === JSON.stringify(after[0]![name])))
    .map((name) => `${name} of ${one.entity} must be copied and is ${JSON.stringify(after[0]![name])}`);
}

function rowsMoved(
  { sampler }: DeedGround,
  { entity, anew, within }: VersionCopy,
  key: string,
  before: readonly Json[] = [],
  after: readonly Json[] = [],
  shows: string[],
): string[] {
  if (before.length === 0) return [];
  if (within.includes(key)) {
    shows.push(`x-version copy ${entity} within ${key}`);
    return after.length === 0 ? [] : [`no row of ${entity} must be copied and ${after.length} are there`];
  }
  // what was filled in of itself is filled in again
  const names = (anew[key] ?? []).filter(
    (name) =>
      before[0]![name] != null && before[0]![name] !== fieldNamed(sampler.model.entities[entity]!, name).default,
  );
  shows.push(...names.map((name) => `x-version copy ${entity} anew ${key} ${name}`));
  return names
    .filter((name) => before.some((row) => JSON.stringify(row[name]) === JSON.stringify(after[0]?.[name])))
    .map((name) => `${name} of ${entity} must begin anew and is ${JSON.stringify(after[0]?.[name])}`);
}

async function closedTwice(
  ground: DeedGround,
  entity: Entity,
  action: Action,
  row: Json,
  per: readonly string[],
): Promise<string[]> {
  const { answer, made } = await copy(
    ground,
    entity,
    action,
    row,
    freeKeys(entity),
    'withDetail',
    Object.fromEntries(per.filter((name) => row[name] != null).map((name) => [name, row[name]])),
  );
  if (!made) return [`a copy was refused with ${answer.status} ${answer.text}`];
  try {
    const first = await submitted(ground, entity, row);
    if (first.status !== 200) return [`${FIRST_REFUSED} with ${first.status} ${first.text}`];
    const second = await submitted(ground, entity, made);
    return second.status === 409
      ? []
      : [`the second version must be refused and answered ${second.status} ${second.text.slice(0, 200)}`];
  } finally {
    await takeAway(ground, entity, made);
  }
}
