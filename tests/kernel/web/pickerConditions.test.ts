import { expect, test } from 'vitest';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import { conditionsOfWhere, offeringOnly } from '../../../web/fields/ref/whereConditions.ts';

const company = { key: ['code'], list: { filters: ['type'] } } as unknown as Entity;

test.each<[where: string | undefined, conditions: unknown[]]>([
  [undefined, []],
  ["self.type == 'PICLUB'", [{ name: 'type', type: 'equal', value: 'PICLUB' }]],
  [
    'self.type != \'BROKER\' && self.code == "A"',
    [
      { name: 'type', type: 'ne', value: 'BROKER' },
      { name: 'code', type: 'equal', value: 'A' },
    ],
  ],
  ["self.type in ['INSURER', 'CAPTIVE']", [{ name: 'type', type: 'array', value: ['INSURER', 'CAPTIVE'] }]],
  [
    "!has(self.type) || self.type in ['INSURER']",
    [{ or: [[{ name: 'type', type: 'isNull' }], [{ name: 'type', type: 'array', value: ['INSURER'] }]] }],
  ],
  ["!has(self.code) || self.type == 'INSURER'", []],
  // what the list cannot filter by is left to the server
  ["self.country == 'CN' && self.type in ['INSURER']", [{ name: 'type', type: 'array', value: ['INSURER'] }]],
  ["self.type == 'INSURER' || self.type == 'PICLUB'", []],
  ['has(self.type)', []],
])('a picker of rows where %s filters the list by %j', (where, conditions) => {
  expect(conditionsOfWhere(company, { entity: 'company', by: 'code', ...(where && { where }) } as Ref)).toEqual(
    conditions,
  );
});

test.each<[where: string | undefined, value: string | string[] | undefined, conditions: unknown[]]>([
  [undefined, undefined, []],
  [undefined, 'BROKER', [{ name: 'type', type: 'array', value: ['BROKER'] }]],
  [
    "self.code != 'A'",
    ['BROKER', 'CAPTIVE'],
    [
      { name: 'code', type: 'ne', value: 'A' },
      { name: 'type', type: 'array', value: ['BROKER', 'CAPTIVE'] },
    ],
  ],
  // a quote would end the text
  [undefined, `O'B"R\\K`, [{ name: 'type', type: 'array', value: ['OBRK'] }]],
])('a picker of rows where %s, offering only %j, filters the list by %j', (where, value, conditions) => {
  const field = { ref: { entity: 'company', by: 'code', ...(where && { where }) } } as Field;
  expect(conditionsOfWhere(company, offeringOnly(field, 'type', value).ref!)).toEqual(conditions);
});
