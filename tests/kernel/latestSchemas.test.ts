import { expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, problemsOf, rule } from './schemaFixture.ts';

const LATEST = { field: 'newest', by: ['craneNo'], from: 'built' };
const latest = (words: Raw = {}, flag: Raw = { readOnly: true }, more: Raw = {}): Raw => ({
  ...crane(
    { required: ['craneNo', 'built'], 'x-latest': { ...LATEST, ...words }, ...more },
    { newest: field('yesNo', flag) },
  ),
});
test.each<[string, Raw, string | undefined, string]>([
  ['with a readOnly flag', latest(), undefined, ''],
  [
    'with a flag that users write',
    latest({}, {}),
    '/x-latest/field',
    '"newest" must be a readOnly yesNo without default or formula',
  ],
  [
    'with a default of its flag',
    latest({}, { readOnly: true, default: 'Y' }),
    '/x-latest/field',
    '"newest" must be a readOnly yesNo without default or formula',
  ],
  [
    'by an optional field',
    latest({ by: ['craneNo', 'lift'] }),
    '/x-latest/by',
    '"lift" must be required: a row without it is in no group',
  ],
  [
    'from a field without order',
    latest({ from: 'craneNo' }),
    '/x-latest/from',
    '"craneNo" must be required, and a date, an instant, a month, a year or an integer',
  ],
  [
    'with a flag that a rule reads',
    latest({}, { readOnly: true }, rule("self.newest == 'Y'")),
    '/x-latest/field',
    '"newest" is known only when the row is written: rules and formulas cannot read it',
  ],
])('checks x-latest %s', (_, file, path, message) => {
  expect(problemsOf({ 'yard/crane.json': file })).toMatchObject(path === undefined ? [] : [{ path, message }]);
});
