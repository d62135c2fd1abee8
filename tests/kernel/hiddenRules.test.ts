import { expect, test } from 'vitest';
import { KEYWORDS } from '../../generator/keywords/keywords.ts';
import { rulesOf } from '../../generator/keywords/rules.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { knownEntity } from '../../server/kernel/knownEntity.ts';
import { runtimeOf } from '../../server/kernel/registry.ts';
import { Rights } from '../../server/kernel/roleRights.ts';
import type { User } from '../../server/kernel/context.ts';
import { readableEntity } from '../../web/records/readableEntity.ts';
import { crane, field, modelOf } from './schemaFixture.ts';

/** Rules of each keyword with a field that a role hides (`secret…`) and with fields that everybody sees (`open…`). */
const model = modelOf({
  'yard/crane.json': crane(
    {
      'x-access': { scope: 'all', fields: { price: 'seePrice' } },
      'x-unique': [
        { id: 'secret-unique', fields: ['craneNo'], where: 'has(self.price)' },
        { id: 'open-unique', fields: ['craneNo'] },
      ],
      'x-noOverlap': [
        { id: 'secret-overlap', by: ['price'], from: 'built', to: 'scrapped' },
        { id: 'open-overlap', by: ['berth'], from: 'built', to: 'scrapped' },
      ],
      'x-maxRows': [
        { id: 'secret-rows', by: ['berth', 'price'], max: 3 },
        { id: 'secret-where', by: ['berth'], max: 3, where: 'has(self.price)' },
        { id: 'open-rows', by: ['berth'], max: 5 },
      ],
      'x-order': [
        { id: 'secret-order', from: 'lift', to: 'price' },
        { id: 'open-order', from: 'built', to: 'scrapped' },
      ],
      'x-sum': [
        { id: 'secret-sum', of: ['lift'], equals: 'price' },
        { id: 'open-sum', of: ['lift'], equals: '1' },
      ],
      'x-rule': [
        { id: 'secret-rule', assert: 'self.price > 1', at: ['lift'] },
        { id: 'open-rule', assert: 'self.lift > 1', at: ['lift'] },
      ],
      'x-action': [
        {
          name: 'weigh',
          label: { en: 'Weigh', zh: '称重' },
          effect: 'crane.weigh',
          input: {
            properties: {
              secret: field('text'),
              open: field('text'),
              fee: field('money'),
              other: field('ref', { 'x-ref': { entity: 'crane' } }),
              mate: field('ref', { 'x-ref': { entity: 'crane' } }),
            },
            show: { secret: 'self.price > 1', open: 'self.lift > 1' },
            offer: { other: { craneNo: "self.price > 1 ? 'A' : 'B'" }, mate: { craneNo: 'self.berth' } },
            totals: { fee: 'price' },
          },
        },
      ],
      'x-immutable': [
        { id: 'secret-immutable', fields: ['lift'], when: 'has(old.lift) && self.price > 1' },
        { id: 'open-immutable', fields: ['lift'], when: 'has(old.lift)' },
      ],
    },
    { berth: field('text'), price: field('money', { 'x-currency': 'USD' }), scrapped: field('date') },
  ),
});
const entity = model.entities['crane']!;
const hintsOf = ({ fields }: Entity): string[] =>
  fields.flatMap(({ hints = [] }) => hints.map(({ params }) => String(params['max'])));

test('the entity has a hidden and an open rule of each keyword with rules', () => {
  const lacking = KEYWORDS.flatMap(({ word, rules }) => {
    if (!rules) return [];
    const ids = rules(entity).map(({ id }) => id);
    return ['secret-', 'open-'].flatMap((start) =>
      ids.some((id) => id.startsWith(start)) ? [] : [`${word}: ${start}`],
    );
  });
  expect(lacking).toEqual([]);
});

test('an entity as a role knows it has no rule and no hint that involves a hidden field', () => {
  const user = { rights: new Rights(new Map([['yard.crane', new Set(['query'])]])) } as unknown as User;
  const known = knownEntity(runtimeOf(entity, model), user);
  expect(rulesOf(known).map(({ id }) => id)).toEqual(
    rulesOf(entity).flatMap(({ id }) => (id.startsWith('open-') ? [id] : [])),
  );
  expect(hintsOf(entity)).toEqual(expect.arrayContaining(['3', '5']));
  expect(hintsOf(known)).toEqual(['5']);
  expect(known.actions[0]!.input).toEqual(
    expect.objectContaining({
      show: { open: 'self.lift > 1' },
      offer: { other: {}, mate: { craneNo: 'self.berth' } },
      totals: {},
    }),
  );
});

test('a screen shows no hint that involves a hidden field', () => {
  const { price: _, ...properties } = Object.fromEntries(entity.fields.map(({ name }) => [name, {}]));
  const schema = { 'x-action': [], properties };
  expect(hintsOf(readableEntity(entity, schema))).toEqual(['5']);
  const all = { ...schema, properties: { ...properties, price: {} } };
  expect(hintsOf(readableEntity(entity, all))).toEqual(hintsOf(entity));
});
