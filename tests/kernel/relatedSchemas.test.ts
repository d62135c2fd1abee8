import { describe, expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { field, label, problemsOf } from './schemaFixture.ts';

const toCrane = field('ref', { 'x-ref': { entity: 'crane' } });
const entity = (name: string, properties: Raw, words: Raw = {}): Raw => ({
  $id: name,
  'x-entity': { area: 'yard', label, key: ['no'] },
  properties: { no: field('code'), ...properties },
  ...words,
});
const permit = (words: Raw = { 'x-list': { columns: ['no'], filters: ['no', 'craneId'] } }): Raw =>
  entity('permit', { craneId: toCrane, note: field('text') }, words);
const scan = entity('scan', { craneId: toCrane, path: field('file'), name: field('text') });
const states = [
  { code: 'Low', label },
  { code: 'High', label, final: true },
];
const crane = (words: Raw): Raw =>
  entity(
    'crane',
    { state: field('choice', { readOnly: true }) },
    {
      'x-machine': {
        field: 'state',
        initial: 'Low',
        states,
        transitions: [{ action: 'lift', label, from: ['Low'], to: 'High' }],
      },
      ...words,
    },
  );
const messagesOf = (words: Raw, other = permit()): string[] =>
  problemsOf({ 'yard/crane.json': crane(words), 'yard/permit.json': other, 'yard/scan.json': scan }).map(
    ({ path, message }) => `${path}: ${message}`,
  );

describe('x-related', () => {
  const related = (more: Raw): Raw => ({ 'x-related': [{ entity: 'permit', ...more }] });
  test.each<[string, Raw, string[], Raw?]>([
    ['by its reference', related({ via: 'craneId' }), []],
    ['with a tab', related({ via: 'craneId', tab: label }), []],
    ['with columns of the tab', related({ via: 'craneId', tab: label, columns: ['note'] }), []],
    [
      'with an unknown column',
      related({ via: 'craneId', tab: label, columns: ['note', 'notes'] }),
      ['/x-related/0/columns/1: permit has no field "notes"; did you mean "note"?'],
    ],
    [
      'with columns of no tab',
      related({ via: 'craneId', columns: ['note'] }),
      ['/x-related/0/columns: only a tab has columns'],
    ],
    [
      'with a tab whose rows no filter finds',
      related({ via: 'craneId', tab: label }),
      ['/x-related/0/tab: "craneId" must be among the x-list.filters of "permit", by which the rows are found'],
      permit({ 'x-list': { columns: ['no'], filters: ['no'] } }),
    ],
    [
      'of an unknown entity',
      { 'x-related': [{ entity: 'permits', via: 'craneId' }] },
      ['/x-related/0/entity: there is no entity "permits"; did you mean "permit"?'],
    ],
    [
      'by an unknown field',
      related({ via: 'craneid' }),
      ['/x-related/0/via: permit has no field "craneid"; did you mean "craneId"?'],
    ],
    [
      'by a field that is no reference',
      related({ via: 'note' }),
      ['/x-related/0/via: permit.note must be a reference to crane'],
    ],
    [
      'without a field',
      related({}),
      ['/x-related/0: "via" is missing: the rows of "permit" are not about records of any entity'],
    ],
    [
      'of an entity that is a child too',
      { ...related({ via: 'craneId' }), 'x-child': [{ entity: 'permit', via: 'craneId' }] },
      ['/x-related/0/entity: "permit" is an x-child: its rows are shown anyway'],
    ],
  ])('%s', (_, words, expected, other) => expect(messagesOf(words, other)).toEqual(expected));
});

describe('x-child.drop', () => {
  const child = (more: Raw): Raw => ({
    'x-child': [{ entity: 'scan', via: 'craneId', gate: { edit: ['Low'] }, ...more }],
  });
  test.each<[string, Raw, string[]]>([
    ['into a field for a file', child({ drop: 'path' }), []],
    [
      'into an unknown field',
      child({ drop: 'paths' }),
      ['/x-child/0/drop: scan has no field "paths"; did you mean "path"?'],
    ],
    ['into a text', child({ drop: 'name' }), ['/x-child/0/drop: "name" must be of kind file']],
    [
      'into children saved with the form',
      { 'x-child': [{ entity: 'scan', via: 'craneId', drop: 'path' }] },
      ['/x-child/0/drop: children created from dropped files are saved by themselves and need a "gate"'],
    ],
  ])('%s', (_, words, expected) => expect(messagesOf(words)).toEqual(expected));
});
