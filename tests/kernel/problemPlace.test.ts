import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { lineOf } from '../../generator/compile/lineOf.ts';
import type { SchemaProblems } from '../../generator/compile/problem.ts';
import { vocabulary, writeSchemas } from './schemaFixture.ts';

const TEXT = `{
  "a/b": {"one": 1, "two": [
    10, {"deep": "}"},
    [1, 2]
  ]},
  "last": "x\\"]"
}`;

test.each([
  ['', 1],
  ['/a~1b', 2],
  ['/a~1b/two', 2],
  ['/a~1b/two/0', 3],
  ['/a~1b/two/1/deep', 3],
  ['/a~1b/two/2', 4],
  ['/a~1b/two/2/1', 4],
  ['/last', 6],
  ['/a~1b/none', 2],
  ['/none', 1],
])('%s begins on line %i', (pointer, line) => {
  expect(lineOf(TEXT, pointer)).toBe(line);
});

/** The message of the compiler for one file. */
function messageOf(text: string): string {
  try {
    compileModel([vocabulary, writeSchemas({ 'yard/crane.json': text })]);
    return '';
  } catch (error) {
    return (error as SchemaProblems).message;
  }
}

test.each([
  ['an unknown keyword', '{\n"$id": "crane",\n"x-lable": {}\n}', /yard\/crane\.json:3: unknown word "x-lable"/],
  ['a missing keyword, without a line', '{\n"$id": "crane"\n}', /yard\/crane\.json: "x-entity" is missing/],
  [
    'a value, at the line of its key',
    '{\n"$id": "crane",\n"x-entity": {"area": "yard", "label": {"en": "A", "zh": "B"},\n"key": ["no"]},\n"properties": {"craneNo": {"$ref": "kinds.json#/$defs/code", "x-label": {"en": "A", "zh": "B"}}}\n}',
    /yard\/crane\.json:4 \/x-entity\/key\/0: there is no field "no"/,
  ],
  [
    'a text that is no JSON',
    '{\n"$id": "crane"\n"title": "Crane"\n}',
    /yard\/crane\.json:3: not JSON: Expected ',' or '}' after property value$/m,
  ],
  ['an incomplete file', '{\n"$id": "crane"', /yard\/crane\.json(?::\d)?: not JSON: /],
])('reports %s with file and line', (_, text, expected) => {
  expect(messageOf(text)).toMatch(expected);
});
