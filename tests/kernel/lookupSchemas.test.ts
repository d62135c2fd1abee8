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
const covering = (words: Raw): Raw =>
  lookup(
    { lift: 'self.lift' },
    { covering: { from: 'built', to: 'built', start: 'self.built', end: 'self.built', ...words } },
  );
/** A lookup by a field with a default. */
const byDefault = (expr: string): Raw =>
  crane(
    {
      'x-unique': [{ id: 'no', fields: ['craneNo'] }],
      'x-lookup': [{ name: 'next', entity: 'crane', by: { craneNo: 'self.proposed' } }],
    },
    { proposed: field('code', { readOnly: true, 'x-default': expr }) },
  );
test.each<[string, Raw, string | undefined, string]>([
  ['by a default', byDefault("'T1'"), undefined, ''],
  [
    'by a default over the row',
    byDefault('self.craneNo'),
    '/x-lookup/0/by/craneNo',
    '"proposed" is computed after the lookup',
  ],
  ['by a unique code', lookup({ craneNo: 'self.next' }), undefined, ''],
  [
    'by a field that is not unique',
    lookup({ lift: 'self.lift' }),
    '/x-lookup/0/by',
    'several rows of crane may have the same lift: name its id, all fields of an x-unique, of an x-noOverlap and its from, or of an x-latest and its flag; or add "any" or "covering"',
  ],
  [
    'of any row by a field that is not unique',
    lookup({ lift: 'self.lift' }, { any: true }, {}, 'has(lookup.next.id) ? lookup.next.lift : self.lift'),
    undefined,
    '',
  ],
  [
    'of any row, with a field that such rows do not share',
    lookup({ lift: 'self.lift' }, { any: true }, {}, 'days(lookup.next.built, lookup.next.built)'),
    '/properties/high/x-compute/expr',
    'lookup.next has no field "built"; it has: id, lift',
  ],
  ['by a period that covers days', covering({}), undefined, ''],
  [
    'by a period from an unknown field',
    covering({ from: 'biult' }),
    '/x-lookup/0/covering/from',
    'crane has no field "biult"; did you mean "built"?',
  ],
  [
    'by a period to a number',
    covering({ to: 'lift', end: 'self.lift' }),
    '/x-lookup/0/covering/to',
    '"lift" is no date',
  ],
  [
    'by a period that covers a number',
    covering({ end: 'self.lift' }),
    '/x-lookup/0/covering/end',
    'gives a number, but a date is wanted',
  ],
  ['by a value that selects among several rows', covering({ narrow: { craneNo: 'self.next' } }), undefined, ''],
  [
    'by an unknown field that selects among several rows',
    covering({ narrow: { craneNr: 'self.next' } }),
    '/x-lookup/0/covering/narrow/craneNr',
    'crane has no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'by a selecting value of another type',
    covering({ narrow: { craneNo: 'self.lift' } }),
    '/x-lookup/0/covering/narrow/craneNo',
    'gives a number, but a text is wanted',
  ],
  [
    'by a selecting formula that nobody can override',
    covering({ narrow: { lift: 'self.high' } }),
    '/x-lookup/0/covering/narrow/lift',
    '"high" is computed after the lookup',
  ],
  ['by a preferred value', covering({ prefer: [{ field: 'craneNo', is: 'self.next' }] }), undefined, ''],
  [
    'by a preferred value of an unknown field',
    covering({ prefer: [{ field: 'craneNr', is: 'self.next' }] }),
    '/x-lookup/0/covering/prefer/0/field',
    'crane has no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'by a preferred value of another type',
    covering({ prefer: [{ field: 'craneNo', is: 'self.lift', orOther: true }] }),
    '/x-lookup/0/covering/prefer/0/is',
    'gives a number, but a text is wanted',
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
