import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, problemsOf } from './schemaFixture.ts';

const lookup = (by: Raw, words: Raw = {}, more: Raw = {}, expr = 'lookup.next.lift + 1'): Raw =>
  crane(
    {
      'x-unique': [{ id: 'no', fields: ['craneNo'] }],
      'x-lookup': [{ name: 'next', entity: 'crane', by, ...words }],
      ...more,
    },
    { next: field('code'), high: field('decimal', { readOnly: true, 'x-compute': { expr } }) },
  );
test.each<[string, Raw, string | undefined, string]>([
  ['by a unique code', lookup({ craneNo: 'self.next' }), undefined, ''],
  [
    'by a field that is not unique',
    lookup({ lift: 'self.lift' }),
    '/x-lookup/0/by',
    'several rows of crane may have the same lift: name its id, all fields of an x-unique, of an x-noOverlap and its from, or of an x-latest and its flag',
  ],
  [
    'in an unknown entity',
    lookup({ craneNo: 'self.next' }, { entity: 'krane' }, {}, 'self.lift'),
    '/x-lookup/0/entity',
    'there is no entity "krane"; did you mean "crane"?',
  ],
  [
    'by an unknown field',
    lookup({ craneNo: 'self.next', number: 'self.next' }),
    '/x-lookup/0/by/number',
    'crane has no field "number"; it has: id, craneNo, lift, built, status, next, high',
  ],
  [
    'by a value of another type',
    lookup({ craneNo: 'self.lift' }),
    '/x-lookup/0/by/craneNo',
    'gives a number, but a text is wanted',
  ],
  [
    'by a formula that is evaluated later',
    lookup({ craneNo: 'self.next', lift: 'self.high' }),
    '/x-lookup/0/by/lift',
    '"high" is computed after the lookup',
  ],
  [
    'by a later lookup',
    lookup({ craneNo: 'lookup.next.craneNo' }),
    '/x-lookup/0/by/craneNo',
    '"next" is not looked up before "next"',
  ],
  [
    'whose formula reads an unknown field',
    lookup({ craneNo: 'self.next' }, {}, {}, 'lookup.next.lifts'),
    '/properties/high/x-compute/expr',
    'lookup.next has no field "lifts"; did you mean "lift"?',
  ],
  [
    'that a guard reads',
    lookup({ craneNo: 'self.next' }, {}, { 'x-guard': { edit: { expr: 'lookup.next.lift > 1' } } }),
    '/x-guard/edit/expr',
    'a guard is evaluated on the row alone: it cannot read a lookup',
  ],
])('checks a lookup %s', (_, file, path, message) => {
  expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
});
