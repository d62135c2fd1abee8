import { expect } from 'vitest';
import { longTest } from '../longTest.ts';
import { ruleCases } from './keywords/rule.ts';
import { requestedEntities } from './report/requestedEntities.ts';
import { Sampler } from './sampler/sampler.ts';

/** Tests the cases in which the two sides of a comparison are equal, or differ by one unit. */
const { model } = requestedEntities([]);
const sampler = new Sampler(model);

longTest.each([
  [
    'claim-invoice',
    'tax-within',
    ['kept at the limit', 'kept one unit below the limit', 'broken one unit above the limit'],
  ],
  [
    'claim-invoice',
    'issued',
    ['kept at the limit', 'kept one unit below the limit', 'broken one unit above the limit'],
  ],
])('tests %s where %s reaches its limit', (name, id, titles) => {
  const entity = model.entities[name]!;
  const rule = entity.rules.find((one) => one.id === id)!;
  const cases = ruleCases(entity, rule, sampler).filter(
    ({ title }) => /limit/.test(title) && title.startsWith(`${id} `),
  );
  expect(cases.map(({ title }) => title.slice(id.length + 1).split(':')[0])).toEqual(titles);
  for (const { title, expected } of cases) expect(expected.length > 0).toBe(title.includes('broken'));
});
