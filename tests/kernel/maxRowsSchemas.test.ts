import { expect, test } from 'vitest';
import { diffModels } from '../../generator/diff/diff.ts';
import { databaseShape } from '../../generator/emit/ddl/ddl.ts';
import { describeRules } from '../../generator/emit/dictionary/describe.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { messageOf } from '../../generator/language/message.ts';
import type { FieldHint, Label } from '../../generator/model/field.ts';
import { TEMPLATES } from '../../server/messages.ts';
import { crane, field, modelOf, problemsOf } from './schemaFixture.ts';

const limited = (words: Raw = {}): Record<string, Raw> => ({
  'yard/crane.json': crane({ 'x-maxRows': [{ id: 'few', by: ['berth'], max: 3, ...words }] }, { berth: field('text') }),
});

test('x-maxRows is enforced by a trigger with an index, and described', () => {
  const model = modelOf(limited());
  const table = databaseShape(model).tables.find(({ name }) => name === 'crane')!;
  expect(table.triggers.map(({ name, rule }) => [name, rule?.fields])).toEqual([['crane_few_maxRows', ['berth']]]);
  expect(table.indexes.map(({ definition }) => definition)).toContainEqual(expect.stringContaining('("berth")'));
  expect(describeRules(model.entities['crane']!)).toMatchObject([
    { word: 'x-maxRows', says: { en: 'at most 3 rows of one berth', zh: '同一 berth 最多 3 条记录' } },
  ]);
});

test.each<[string, Raw, Record<string, string>]>([
  ['the limit', {}, { en: 'At most 3 records may have the same Crane', zh: '起重机相同的记录最多 3 条' }],
  [
    'its own message',
    { message: { en: 'No more than {{max}} cranes', zh: '最多 {{max}} 台' } },
    { en: 'No more than 3 cranes', zh: '最多 3 台' },
  ],
])('x-maxRows explains %s beside its field', (_, words, hint) => {
  const { fields } = modelOf(limited(words)).entities['crane']!;
  const text = (problem: FieldHint): Label => ({
    en: messageOf(problem, TEMPLATES['en-US'], 'en-US'),
    zh: messageOf(problem, TEMPLATES['zh-CN'], 'zh-CN'),
  });
  expect(fields.flatMap(({ name, hints = [] }) => hints.map((one) => [name, text(one)]))).toEqual([['berth', hint]]);
});

test.each<[string, Raw, string]>([
  ['a field that does not exist', { by: ['quay'] }, '/x-maxRows/0/by/0'],
  ['a condition that has no form in SQL', { where: 'old.berth == self.berth' }, '/x-maxRows/0/where'],
  ['no limit', { max: 0 }, '/x-maxRows/0/max'],
])('%s is a problem of the schema', (_, words, path) => {
  expect(problemsOf(limited(words)).map((problem) => problem.path)).toEqual([path]);
});

test('a lower limit is a breaking change', () => {
  const changes = diffModels(modelOf(limited()), modelOf(limited({ max: 2 })));
  expect(changes.filter(({ breaking }) => breaking).map(({ audience }) => audience)).toEqual(['staff', 'api', 'data']);
});
