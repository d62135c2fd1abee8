import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { SCHEMAS } from './productModel.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/schemas');

test('compile with the product and contain a field of every kind', () => {
  const both = compileModel([SCHEMAS, FIXTURES]);
  expect(new Set(both.entities['specimen']?.fields.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
});
