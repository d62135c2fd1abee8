import { expect, test } from 'vitest';
import type { Entity } from '../../generator/model/entity.ts';
import { runtimeOf } from '../../server/kernel/registry.ts';
import type { Store } from './judges/api.ts';
import { chosen } from './report/chosen.ts';
import { DEED_SORTS } from './deeds/deeds.ts';
import { deedVerdicts } from './report/deedVerdicts.ts';
import { messageTexts, told as textTold } from './report/messageTexts.ts';
import { agree, type Verdict } from './report/verdict.ts';
import { Sampler } from './sampleRow.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/** What the report tells of a product that makes something else of records than their schema says. */
const { model } = chosen([]);
const sampler = new Sampler(model);

let store: Store;
useStore((ground) => {
  ({ store } = ground);
}, WITH_PARTNERS);

/** What is told of an entity while the product works on another schema of it. */
async function told(entity: Entity, spoilt: Entity, ...titles: string[]): Promise<Verdict[]> {
  const { kernel } = store.server;
  const sound = kernel.registry;
  const other = { ...sound.model, entities: { ...sound.model.entities, [entity.name]: spoilt } };
  kernel.registry = {
    ...sound,
    model: other,
    entities: new Map([...sound.entities, [entity.name, runtimeOf(spoilt, other)]]),
  };
  const verdicts: Verdict[] = [];
  try {
    for (const { title, ask } of deedVerdicts(entity, { sampler, store }, verdicts))
      if (titles.includes(title)) await ask();
  } finally {
    kernel.registry = sound;
  }
  return verdicts;
}

const lineOf = (verdicts: readonly Verdict[], rule: string): Verdict | undefined =>
  verdicts.find((one) => one.rule === rule && !agree(one)) ?? verdicts.find((one) => one.rule === rule);

/** An entity with another formula for a field. */
const withFormula = (entity: Entity, name: string, change: (expr: string) => string): Entity => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.name === name ? { ...field, compute: { ...field.compute!, expr: change(field.compute!.expr) } } : field,
  ),
});

test('a formula that gives something else is one red line, with its field, what the schema says, and both values', async () => {
  const entity = model.entities['berth-visit']!;
  const { name, compute } = entity.fields.find((field) => field.compute)!;
  const verdicts = await told(
    entity,
    withFormula(entity, name, (expr) => `${expr} + 7`),
    'records as they are made',
  );
  const line = lineOf(verdicts, `x-compute ${name}`)!;
  expect(line).toMatchObject({ entity: 'berth-visit', expected: `${name} = ${compute!.expr}` });
  const [, must, is] = new RegExp(`^${name} must be "([0-9.]+)" and is "([0-9.]+)"$`).exec(line.opinions.api!.says)!;
  expect(Number(is)).toBeCloseTo(Number(must) + 7, 2);
  expect(verdicts.filter((one) => !agree(one)).map(({ rule }) => rule)).toEqual([`x-compute ${name}`]);
  // a word that is kept tells what the record holds
  expect(
    lineOf(await told(entity, entity, 'records as they are made'), `x-compute ${name}`)!.opinions.api!.says,
  ).toMatch(new RegExp(`^${name} is "[0-9.]+" of \\w+ .+$`));
});

test('a formula for whose sake each record is refused is red, with the refusal', async () => {
  const entity = model.entities['policy-term']!;
  const verdicts = await told(
    entity,
    withFormula(entity, 'days', (expr) => `${expr} + 3000000000`),
    'records as they are made',
    'words without a record',
  );
  expect(lineOf(verdicts, 'x-compute days')!.opinions.api).toEqual({
    right: false,
    says: expect.stringContaining('a new policy-term was refused with 400'),
  });
});

test('a default that is not filled in is one too', async () => {
  const entity = model.entities['pilotage']!;
  const spoilt = {
    ...entity,
    fields: entity.fields.map((field) => (field.name === 'finished' ? { ...field, default: 'Y' } : field)),
  };
  expect(lineOf(await told(entity, spoilt, 'records as they are made'), 'default finished')).toMatchObject({
    expected: 'finished = "N"',
    opinions: { api: { right: false, says: 'finished must be "N" and is "Y"' } },
  });
});

test('an approval that is not asked for is told of at its words', async () => {
  const { approval: _approval, ...spoilt } = model.entities['salvage']!;
  const verdicts = await told(model.entities['salvage']!, spoilt, 'approvals', 'levels of approvals');
  expect(lineOf(verdicts, 'x-approval')!.opinions.api!.right).toBe(false);
  expect(lineOf(verdicts, 'x-approval amount')!.opinions.api!.right).toBe(false);
});

test('a word that shows in no record is told of, and judged by nobody', async () => {
  const entity = model.entities['vessel']!;
  const verdicts = await told(entity, entity, 'the latest of a group', 'words without a record');
  expect(lineOf(verdicts, 'x-latest')).toMatchObject({ opinions: { api: { right: true } } });
  expect(lineOf(verdicts, 'x-changeLog')).toMatchObject({
    title: 'no record was drawn in which it shows',
    opinions: {},
  });
});

test.each([
  // its own message, where the rule's own key is told of it
  ['budget MSG_generic_0126', 'within-budget', 'The days cost more than the budget / '],
  // that of another rule at the field
  ['budget MSG_generic_0126', 'budget minimum', 'The days cost more than the budget / '],
  // what is told of the rule with another key is something else
  ['dike-repair-day MSG_generic_0155', 'within-budget', 'At least {{min}} of'],
])('of %s, told of %s, the report says what the product does', (text, rule, says) => {
  expect(textTold(text, messageTexts(model), { entity: 'dike-repair', rule })).toContain(`${text} “${says}`);
});

test('an answer that is quoted whole is left as it is', () => {
  const quoted = '{"key":"MSG_generic_0126","message":"…"}';
  expect(textTold(quoted, messageTexts(model), { entity: 'dike-repair', rule: 'within-budget' })).toBe(quoted);
});

test('each sort of cases has a title of its own', () => {
  expect(new Set(DEED_SORTS.map(({ title }) => title)).size).toBe(DEED_SORTS.length);
});
