import type { Action } from '../../../generator/model/operation.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Answer, Json } from '../../http/server.ts';
import { withoutAbsent } from '../../../generator/compile/field.ts';
import { allConditions, conditionOfParent } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Row, Sample } from '../sample.ts';
import { submitted } from './approvals.ts';
import { fieldNamed, findSamplesTesting, valueFor, type Scenario, type ScenarioFixture } from './scenario.ts';
import { removeRecord, withRecord } from './record.ts';
import { storeLookups } from './evaluationContext.ts';
import { guardOf, keepsRulesOfSubmission } from './submission.ts';

/** The action that copies a version. */
export const COPY = 'copy';
/** The key of the message that a version has no rows to copy. */
const NO_ROWS = 'MSG_generic_0162';
const FIRST_REFUSED = 'the first version was refused';
/** Attempts in which the version and its rows have all fields that rules permit. */
const TURNS_WITH_ALL_FIELDS = 4;
/** The modes of the action that copy rows. */
const MODES = ['withDetail', 'withBasicInfo'] as const;

/**
 * A version and its copy: with all rows, with basic fields only, and for another group; and two closed versions of one
 * group.
 */
export async function versionScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const { version } = entity;
  const action = entity.actions.find(({ name }) => version !== undefined && name === COPY);
  if (!version || !action) return [];
  const found = [
    ...(await copyScenarios(entity, action, fixture)),
    ...(await resetScenarios(entity, action, fixture)),
    ...(await distinctScenarios(entity, action, fixture)),
  ];
  return found.map(({ tested, scenario, isRefused }): Scenario => ({
    ...scenario,
    rules: tested,
    ...(isRefused ? { isRefused } : {}),
  }));
}

type FoundScenarios = Awaited<ReturnType<typeof findSamplesTesting<Omit<Scenario, 'rules'>>>>;

/** A version that has rows of the copied entity, if it may have any; later attempts omit some fields. */
const versionWith = (
  { sampler }: ScenarioFixture,
  entity: Entity,
  { entity: name }: VersionCopy,
  turn: number,
): Sample | undefined =>
  sampler.find(entity.name, {
    fields: turn < TURNS_WITH_ALL_FIELDS ? 'all' : 'some',
    fixed: sampler.codesFor(conditionOfParent(entity, sampler.model.entities[name]!)),
  });

/** Versions that are copied with all rows and with basic fields only: some for the rows of each copied entity. */
async function copyScenarios(entity: Entity, action: Action, fixture: ScenarioFixture): Promise<FoundScenarios> {
  const { version } = entity;
  const found: FoundScenarios = [];
  const ofVersion = [
    'x-version',
    ...version!.keeps.map((name) => `x-version keeps ${name}`),
    ...version!.asks.map((name) => `x-version asks ${name}`),
  ];
  for (const one of version!.copy) {
    const ofCopy = [
      `x-version copy ${one.entity}`,
      ...basicOf(fixture.sampler.model, version!, one).map((name) => `x-version copy ${one.entity} basic ${name}`),
    ];
    const known = new Set(found.flatMap(({ tested }) => tested));
    const wanted = [...ofVersion, ...ofCopy].filter((name) => !known.has(name));
    found.push(
      ...(await findSamplesTesting(wanted, fixture.turns, async (turn) => {
        const sample = versionWith(fixture, entity, one, turn);
        if (!sample) return undefined;
        const run = (tested: string[]) =>
          withRecord(fixture, sample, (row) => checkCopies(fixture, entity, action, row, tested));
        const tested: string[] = [];
        // the copy of a random version may be invalid
        return (await run(tested)).length > 0
          ? undefined
          : { tested, scenario: { title: `${entity.name} copied`, run: () => run([]) } };
      })),
    );
  }
  return found;
}

/** Versions that are copied for another group, for the rows of each copied entity that are reset or omitted. */
async function resetScenarios(entity: Entity, action: Action, fixture: ScenarioFixture): Promise<FoundScenarios> {
  const found: FoundScenarios = [];
  for (const one of entity.version!.copy)
    for (const key of [...Object.keys(one.resets), ...one.within]) {
      const known = new Set(found.flatMap(({ tested }) => tested));
      const wanted = resetRulesOf(one, key).filter((name) => !known.has(name));
      found.push(
        ...(await findSamplesTesting(wanted, fixture.turns, async (turn) => {
          const sample = versionWith(fixture, entity, one, turn);
          const other = sample && (await otherVersion(entity, sample, fixture));
          if (!sample || !other) return undefined;
          const run = (tested: string[]) =>
            withRecord(fixture, sample, (row) => checkCopyTo(fixture, action, { sample, row }, { key, other }, tested));
          const tested: string[] = [];
          return (await run(tested)).length > 0
            ? undefined
            : { tested, scenario: { title: `${entity.name} copied to another ${key}`, run: () => run([]) } };
        })),
      );
    }
  return found;
}

/** Two closed versions of one group that contain the same row. */
async function distinctScenarios(entity: Entity, action: Action, fixture: ScenarioFixture): Promise<FoundScenarios> {
  const found: FoundScenarios = [];
  for (const [place, distinct] of entity.version!.distinct.entries()) {
    const rule = `x-version distinct ${distinct.entity} ${place + 1}`;
    found.push(
      ...(await findSamplesTesting([rule], fixture.turns, async (turn) => {
        const condition = conditionOfParent(entity, fixture.sampler.model.entities[distinct.entity]!);
        const where = allConditions(distinct.where, condition, ...guardOf(entity));
        const sample = fixture.sampler.find(entity.name, {
          fields: turn < 2 ? 'all' : 'some',
          fixed: fixture.sampler.codesFor(condition),
          ...withoutAbsent({ where }),
        });
        if (!sample || !keepsRulesOfSubmission(entity, fixture, sample)) return undefined;
        const run = () =>
          withRecord(fixture, sample, (row) => checkDistinct(fixture, entity, action, row, distinct.per));
        // some versions cannot be submitted at all
        const refused = (await run()).filter((line) => line.startsWith(FIRST_REFUSED));
        return {
          tested: refused.length > 0 ? [] : [rule],
          refused,
          scenario: { title: `${entity.name}: two closed versions with one row`, run },
        };
      })),
    );
  }
  return found;
}

/** The fields of a row that a copy with basic information contains. */
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

/** The names of the rules about rows of a copy whose `key` is another one. */
const resetRulesOf = ({ entity, resets, within }: VersionCopy, key: string): string[] => [
  ...(resets[key] ?? []).map((name) => `x-version copy ${entity} resets ${key} ${name}`),
  ...(within.includes(key) ? [`x-version copy ${entity} within ${key}`] : []),
];

/** The keys that may differ while the rows of the copy stay the same. */
const freeKeys = ({ version }: Entity): string[] =>
  version!.keys.filter(
    (name) =>
      !version!.keeps.includes(name) &&
      !version!.copy.some(({ resets, within }) => name in resets || within.includes(name)) &&
      !version!.distinct.some(({ per }) => per.includes(name)),
  );

async function copy(
  fixture: ScenarioFixture,
  entity: Entity,
  action: Action,
  { id }: Json,
  changed: readonly string[],
  copyMode: string,
  overrides: Row = {},
): Promise<{ answer: Answer; input: Row; made?: Json }> {
  const { server } = fixture.store;
  const source = await server.read(entity.name, id);
  const input: Row = {};
  for (const name of [
    ...entity.version!.keys.filter((one) => !entity.version!.keeps.includes(one)),
    ...entity.version!.asks,
  ]) {
    const isKey = entity.version!.keys.includes(name);
    const value =
      name in overrides
        ? overrides[name]
        : isKey && !changed.includes(name)
          ? source[name]
          : await valueFor(fixture, fieldNamed(entity, name));
    if (value != null) input[name] = value;
  }
  const answer = await server.call('POST', `/api/${entity.name}/${id}/actions/${action.name}`, {
    body: { ...input, copyMode, rev: source['rev'], acceptWarnings: true },
  });
  return {
    answer,
    input,
    ...(answer.status === 200 ? { made: await server.read(entity.name, (answer.result as Json)['_made'].id) } : {}),
  };
}

/** Copies a version in each mode and compares the copies with it. */
async function checkCopies(
  fixture: ScenarioFixture,
  entity: Entity,
  action: Action,
  row: Json,
  tested: string[],
): Promise<string[]> {
  const { version } = entity;
  const wrong: string[] = [];
  const source = await fixture.store.server.read(entity.name, row['id']);
  for (const mode of MODES) {
    const { answer, input, made } = await copy(fixture, entity, action, row, freeKeys(entity), mode);
    if (!made) {
      wrong.push(`a copy ${mode} was refused with ${answer.status} ${answer.text}`);
      continue;
    }
    const expected = { ...Object.fromEntries(version!.keeps.map((name) => [name, source[name]])), ...input };
    tested.push(
      'x-version',
      ...version!.keeps.map((name) => `x-version keeps ${name}`),
      ...version!.asks.filter((name) => name in input).map((name) => `x-version asks ${name}`),
    );
    wrong.push(
      ...Object.entries(expected)
        .filter(([name, value]) => made[name] !== value)
        .map(
          ([name, value]) =>
            `${name} of the copy must be ${JSON.stringify(value)} and is ${JSON.stringify(made[name])}`,
        ),
    );
    for (const one of version!.copy)
      wrong.push(
        ...copiedRowDifferences(
          fixture,
          version!,
          one,
          mode,
          source[one.entity] as Json[],
          made[one.entity] as Json[],
          tested,
        ),
      );
    await removeRecord(fixture, entity, made);
  }
  return wrong;
}

/** A version of another group for which a version can be copied, with the rows that its lookups find. */
async function otherVersion(entity: Entity, version: Sample, fixture: ScenarioFixture): Promise<Json | undefined> {
  const fixed = Object.fromEntries(entity.version!.keeps.map((name) => [name, version.full[name]]));
  const sample = fixture.sampler.find(entity.name, { fixed });
  if (!sample) return undefined;
  const stored = await fixture.store.stored(sample);
  for (const child of Object.values(sample.children).flat()) await storeLookups(fixture, { ...child, parent: sample });
  return stored;
}

/** A generated version that is stored. */
interface StoredVersion {
  sample: Sample;
  row: Json;
}

/** Copies a version for the group of another one; its rows must be reset or omitted. */
async function checkCopyTo(
  fixture: ScenarioFixture,
  action: Action,
  { sample, row }: StoredVersion,
  { key, other }: { key: string; other: Json },
  tested: string[],
): Promise<string[]> {
  const { entity } = sample;
  const { copy: copies } = entity.version!;
  const source = await fixture.store.server.read(entity.name, row['id']);
  const { answer, made } = await copy(fixture, entity, action, row, freeKeys(entity), 'withDetail', {
    [key]: other[key],
  });
  const copied = copies.filter((one) => ((source[one.entity] ?? []) as Json[]).length > 0);
  if (copied.length > 0 && copied.every(({ within }) => within.includes(key))) {
    tested.push(...copied.flatMap((one) => resetRulesOf(one, key)));
    if (made) await removeRecord(fixture, entity, made);
    return answer.status === 400 && answer.text.includes(NO_ROWS)
      ? []
      : [`a copy for another ${key} has no rows, must be refused and was answered ${answer.status} ${answer.text}`];
  }
  if (!made) return [`a copy for another ${key} was refused with ${answer.status} ${answer.text}`];
  const wrong = copied.flatMap((one) =>
    resetRowDifferences(fixture, one, key, {
      entered: (sample.children[one.entity] ?? []).map((child) => child.row),
      before: source[one.entity] as Json[],
      after: (made[one.entity] ?? []) as Json[],
      tested,
    }),
  );
  await removeRecord(fixture, entity, made);
  return wrong;
}

/** Differences between the rows of a version and those of its copy. */
function copiedRowDifferences(
  fixture: ScenarioFixture,
  version: Version,
  one: VersionCopy,
  mode: string,
  before: readonly Json[] = [],
  after: readonly Json[] = [],
  tested: string[],
): string[] {
  if (before.length === 0) return [];
  tested.push(`x-version copy ${one.entity}`);
  if (before.length !== after.length)
    return [`${before.length} rows of ${one.entity} must be copied and ${after.length} are there`];
  if (mode !== 'withBasicInfo') return [];
  const { model } = fixture.sampler;
  // a value that is not copied is filled in with the default
  const names = basicOf(model, version, one).filter(
    (name) => before[0]![name] != null && before[0]![name] !== fieldNamed(model.entities[one.entity]!, name).default,
  );
  tested.push(...names.map((name) => `x-version copy ${one.entity} basic ${name}`));
  return names
    .filter((name) => !before.some((row) => JSON.stringify(row[name]) === JSON.stringify(after[0]![name])))
    .map((name) => `${name} of ${one.entity} must be copied and is ${JSON.stringify(after[0]![name])}`);
}

/** Rows of a copy for another group that were neither reset nor omitted. */
function resetRowDifferences(
  { sampler }: ScenarioFixture,
  { entity, resets, within }: VersionCopy,
  key: string,
  { entered, before, after, tested }: { entered: Row[]; before: Json[]; after: Json[]; tested: string[] },
): string[] {
  if (within.includes(key)) {
    tested.push(`x-version copy ${entity} within ${key}`);
    return after.length === 0 ? [] : [`no row of ${entity} must be copied and ${after.length} are there`];
  }
  // values that are filled in automatically are filled in again
  const names = (resets[key] ?? []).filter(
    (name) =>
      entered.every((row) => row[name] != null) &&
      before[0]![name] !== fieldNamed(sampler.model.entities[entity]!, name).default,
  );
  tested.push(...names.map((name) => `x-version copy ${entity} resets ${key} ${name}`));
  return names
    .filter((name) => before.some((row) => JSON.stringify(row[name]) === JSON.stringify(after[0]?.[name])))
    .map((name) => `${name} of ${entity} must start again and is ${JSON.stringify(after[0]?.[name])}`);
}

/** Checks that a copy of a submitted version with the same rows cannot be submitted. */
async function checkDistinct(
  fixture: ScenarioFixture,
  entity: Entity,
  action: Action,
  row: Json,
  per: readonly string[],
): Promise<string[]> {
  const { answer, made } = await copy(
    fixture,
    entity,
    action,
    row,
    freeKeys(entity),
    'withDetail',
    Object.fromEntries(per.filter((name) => row[name] != null).map((name) => [name, row[name]])),
  );
  if (!made) return [`a copy was refused with ${answer.status} ${answer.text}`];
  try {
    const first = await submitted(fixture, entity, row);
    if (first.status !== 200) return [`${FIRST_REFUSED} with ${first.status} ${first.text}`];
    const second = await submitted(fixture, entity, made);
    return second.status === 409
      ? []
      : [`the second version must be refused and answered ${second.status} ${second.text.slice(0, 200)}`];
  } finally {
    await removeRecord(fixture, entity, made);
  }
}
