import { describe, expect, test } from 'vitest';
import { runningCode } from '../../../server/kernel/exchange/mapping/running.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { fixtureRules } from './fixtureRules.ts';
import { choose, isDecided, isSettled, settle, sideOf } from '../../../web/records/import/conflicts.ts';
import {
  areOnlyWarnings,
  type Conflict,
  type ConflictingField,
  type Preview,
  type Report,
  type ProblemGroup,
} from '../../../web/records/import/contract.ts';
import {
  columnFields,
  decide,
  forNextFile,
  importFields,
  hasSameColumns,
  keyText,
  mappingOf,
  missingFields,
  needsNoMapping,
  proposedDecisions,
  undecidedHeadings,
} from '../../../web/records/import/mapping.ts';
import {
  problemsOf,
  isOmitted,
  omitRows,
  correctRows,
  correctedValue,
  restore,
} from '../../../web/records/import/corrections.ts';
import {
  capacity,
  codeAt,
  type Counter,
  runningOf,
  suggestCounter,
  withPrefix,
} from '../../../web/records/import/counter.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  kind: 'text',
  label: { en: name, zh: name },
  id: name,
  required: false,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  normalize: [],
  state: false,
  spec: [],
  ...more,
});
const entity = {
  fields: [
    field('code', { required: true }),
    field('flag', { required: true }),
    field('remark'),
    field('total', { required: true, compute: { expr: 'x', overridable: false } }),
    field('waived', { required: true, default: 'N' }),
    field('status', { required: true, state: true, readOnly: true }),
  ],
} as unknown as Entity;
const preview: Preview = {
  headings: ['Flag', 'Junk', '', 'rev'],
  sample: [],
  rows: 2,
  mapping: { columns: { Flag: 'flag', rev: null } },
  layout: null,
};

describe('mapping headings', () => {
  const start = proposedDecisions(preview);

  test('starts from the proposals of the server; columns with a blank heading are ignored', () => {
    expect(start.headings).toEqual({ Flag: { field: 'flag' }, Junk: 'undecided', rev: 'ignored' });
    expect(undecidedHeadings(start)).toEqual(['Junk']);
  });

  test('lists only fields without another source', () => {
    expect(missingFields(entity, start).map(({ name }) => name)).toEqual(['code']);
    expect(missingFields(entity, decide(start, 'Flag', 'ignored')).map(({ name }) => name)).toEqual(['code', 'flag']);
    expect(missingFields(entity, { ...start, unmapped: { code: { constant: 'A' } } })).toEqual([]);
  });

  test('a preset is one value for all rows, unless the file has a column for it', () => {
    expect(proposedDecisions(preview, { preset: { flag: 'PA', remark: '7' } })).toEqual({
      headings: start.headings,
      unmapped: { remark: { constant: '7' } },
    });
  });

  test('a column replaces the constant of its field', () => {
    const decided = decide({ ...start, unmapped: { code: { constant: 'A' }, remark: { constant: 'x' } } }, 'Junk', {
      field: 'code',
    });
    expect(decided.unmapped).toEqual({ remark: { constant: 'x' } });
  });

  test('a field has one column; the earlier one becomes unmapped', () => {
    expect(decide(start, 'Junk', { field: 'flag' }).headings).toEqual({
      Flag: 'undecided',
      Junk: { field: 'flag' },
      rev: 'ignored',
    });
    expect(decide(start, 'Flag', { field: 'flag' })).toEqual(start);
  });

  test('maps a file with the same columns as the previous one in the same way, and continues its codes', () => {
    const counter: Counter = { prefix: 'V', digits: 'decimal', places: 3, start: 1 };
    const first = {
      ...decide(decide(start, 'Junk', 'ignored'), 'Flag', 'ignored'),
      unmapped: { code: { counter }, remark: { constant: 'x' } },
    };
    const nextFile: Preview = {
      ...preview,
      headings: [...preview.headings, 'Errors'],
      mapping: { columns: { ...preview.mapping.columns, Errors: null } },
    };
    expect(hasSameColumns(nextFile, first)).toBe(true);
    expect(proposedDecisions(nextFile, { before: forNextFile(first, 40) })).toEqual({
      headings: { ...first.headings, Errors: 'ignored' },
      unmapped: { code: { counter: { ...counter, start: 41, hasOwnStart: true } }, remark: { constant: 'x' } },
    });
    const other: Preview = { ...preview, headings: ['Flag'] };
    expect(hasSameColumns(other, first)).toBe(false);
    expect(proposedDecisions(other, { before: first })).toEqual(proposedDecisions(other));
  });

  test('sends only decided columns, and the record into which it imports', () => {
    const counter: Counter = { prefix: 'V-', digits: 'base36', places: 3, start: 7 };
    const decided = { ...start, unmapped: { code: { counter }, remark: { constant: 12 } } };
    expect(mappingOf(decided, { flag: '7' })).toEqual({
      columns: { Flag: 'flag', rev: null },
      constants: { remark: '12' },
      into: { flag: '7' },
      running: { code: { pattern: 'V-{seq36:3}', start: 7 } },
    });
  });
});

describe('running codes', () => {
  const counters: Counter[] = [
    { prefix: '', digits: 'decimal', places: 3, start: 1 },
    { prefix: '', digits: 'base36', places: 3, start: 1 },
    { prefix: 'AB', digits: 'base36', places: 2, start: 35 },
    { prefix: '', digits: 'decimal', places: 1, start: 9 },
  ];
  test.each(counters)('%j shows the codes that the server assigns', (counter) => {
    const server = runningCode(runningOf(counter))!;
    const last = capacity(counter) - 1;
    expect(codeAt(counter, 0)).toBe(server(0));
    expect(codeAt(counter, last)).toBe(server(last));
    expect(server(last + 1)).toBeUndefined();
  });

  test.each<[number | undefined, number, Partial<Counter>]>([
    [3, 999, { digits: 'decimal', places: 3 }],
    [3, 1000, { digits: 'base36', places: 3 }],
    [16, 50_000, { digits: 'decimal', places: 6 }],
    [undefined, 10, { digits: 'decimal', places: 6 }],
  ])('a field of %s characters and %d rows', (length, rows, expected) => {
    expect(suggestCounter(length, rows)).toMatchObject(expected);
  });
});

test.each([
  ['', 3],
  ['V', 2],
  ['VS', 1],
])('a prefix of %j leaves %d places of three', (prefix, places) => {
  expect(withPrefix({ prefix: '', digits: 'base36', places: 3, start: 1 }, prefix, 3)).toEqual({
    prefix,
    digits: 'base36',
    places,
    start: 1,
  });
});

describe('corrections', () => {
  test('a problem covers every row that the server counted', () => {
    const summary: ProblemGroup = {
      field: 'flag',
      key: 'MSG_x_0001',
      message: 'not there',
      value: 'XX',
      rows: 5,
      ranges: [
        [3, 5],
        [9, 9],
        [1200, 1200],
      ],
    };
    const found = problemsOf([summary, { ...summary, field: '', value: null, level: 'warning' }]);
    expect(found.map(({ field: name, value, level, rows }) => [name, value, level, rows])).toEqual([
      ['flag', 'XX', 'error', [3, 4, 5, 9, 1200]],
      [null, null, 'warning', [3, 4, 5, 9, 1200]],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  test('corrects all rows of a problem and no others', () => {
    const edits = correctRows(correctRows({}, [3, 5], 'flag', 'PT'), [5], 'code', 'A');
    expect(edits).toEqual({ 3: { flag: 'PT' }, 5: { flag: 'PT', code: 'A' } });
    expect(correctedValue(edits, 4, 'flag')).toBeUndefined();
  });

  test('restores a skipped row as it was in the file', () => {
    const edits = omitRows(correctRows({}, [3], 'flag', 'PT'), [3, 4]);
    expect([3, 4, 5].map((row) => isOmitted(edits, row))).toEqual([true, true, false]);
    expect(restore(edits, [3])).toEqual({ 4: null });
  });
});

describe('rows with only warnings can be imported anyway', () => {
  const warning: ProblemGroup = {
    field: 'flag',
    key: 'MSG_x_0001',
    message: 'odd',
    value: null,
    level: 'warning',
    rows: 1500,
    ranges: [[2, 1501]],
  };
  const { level: _, ...error } = warning;
  const report = (summary: ProblemGroup[], errorCount: number, conflictCount = 0): Report => ({
    rows: 9,
    created: 0,
    updated: 0,
    overwrites: 0,
    overwritesOfOthers: 0,
    summary,
    errorCount,
    conflicts: [],
    conflictCount,
    cells: {},
    errorFile: null,
  });
  test.each<[string, Report, boolean]>([
    ['warnings alone', report([warning], 1500), true],
    ['an error among them', report([warning, error], 3000), false],
    ['unlisted problems of unknown level', report([warning], 1501), false],
    ['a conflict among them', report([warning], 1501, 1), false],
  ])('%s', (_name, refused, allowed) => {
    expect(areOnlyWarnings(refused)).toBe(allowed);
  });
});

describe('a record changed after the export of the file', () => {
  const conflict = (row: number, ...fields: ConflictingField[]): Conflict => ({
    row,
    id: '7',
    rev: 5,
    updater: 'ann',
    updaterName: null,
    updateAt: '2026-01-02T03:04:05Z',
    fields,
  });
  const theirs: ConflictingField = { field: 'flag', mine: 'PT', theirs: 'PA', original: 'PT' };
  const both: ConflictingField = { field: 'remark', mine: 'x', theirs: ['A', 'B'], original: 'y' };
  const unknown: ConflictingField = { field: 'waived', mine: 'Y', theirs: null };
  const secret: ConflictingField = { field: 'code', mine: '•••', theirs: '•••', original: '•••' };

  test.each<[string, ConflictingField, string | undefined]>([
    ['theirs for a field that only they changed', theirs, 'theirs'],
    ['none for a field that both changed', both, undefined],
    ['none for a field without a known original', unknown, undefined],
    ['none for a field that the user cannot read', secret, undefined],
  ])('has the proposed side %s', (_, field, side) => {
    expect(sideOf({}, conflict(3, field), field)).toBe(side);
  });

  test('is sent with its current version and only the chosen stored values', () => {
    const [one, other] = [conflict(3, theirs, both), conflict(4, unknown)];
    const choices = choose(choose({}, one, 'remark', 'theirs'), other, 'waived', 'theirs');
    const edits = settle({ 3: { code: 'A' }, 9: null }, [one, other], choices);
    expect(edits).toEqual({
      3: { code: 'A', rev: '5', flag: 'PA', remark: 'A;B' },
      4: { rev: '5', waived: null },
      9: null,
    });
    expect(isSettled(edits, one)).toBe(true);
    expect(isSettled(edits, { ...one, rev: 6 }), 'after another change of the record').toBe(false);
    expect(isSettled(restore(edits, [3]), one)).toBe(false);
    expect(settle({}, [one], choose({}, one, 'remark', 'mine'))).toEqual({ 3: { rev: '5', flag: 'PA' } });
  });

  test('is decided when each field that both changed has a choice', () => {
    const one = conflict(3, theirs, both, secret);
    expect(isDecided({}, one)).toBe(false);
    const withOneChoice = choose({}, one, 'remark', 'mine');
    expect(isDecided(withOneChoice, one)).toBe(false);
    expect(isDecided(choose(withOneChoice, one, 'code', 'mine'), one)).toBe(true);
  });
});

describe('the record version', () => {
  const of = (mode: 'insert' | 'upsert'): Entity =>
    ({ ...entity, import: { key: ['code', 'flag'], mode, max: 9 } }) as Entity;

  test('can be a column if imports update records, but is not a field', () => {
    expect(columnFields(of('upsert')).at(-1)?.name).toBe('rev');
    expect(columnFields(of('insert')).map(({ name }) => name)).toEqual(
      importFields(of('insert')).map(({ name }) => name),
    );
    expect(importFields(of('upsert')).map(({ name }) => name)).not.toContain('rev');
  });

  test('is shown with the key of its record in the file', () => {
    const mapping = { columns: { Flag: 'flag', Ship: 'code', Junk: null }, constants: {}, into: {}, running: {} };
    const entity = of('upsert');
    expect(keyText({ entity, mapping, headings: ['Flag', 'Ship', 'Junk'] }, ['PT', 'A1', 'x'], 3)).toBe('A1 / PT');
    expect(keyText({ entity, mapping: { ...mapping, columns: {} }, headings: ['Flag'] }, ['PT'], 3)).toBe('3');
    expect(keyText({ entity, mapping, headings: ['Flag', 'Ship'] }, undefined, 3)).toBe('3');
  });
});

const FLOW = ['compCde', 'bnkSeqNum', 'bankInDte', 'origCcyCde', 'origTtlAmt', 'businessType', 'operationType'];

test.each([
  ['a bank statement', 'flows.xml', FLOW, true],
  ['a statement whose table lacks a required field', 'flows.sta', ['bnkSeqNum'], false],
  ['a table', 'flows.csv', FLOW, false],
])('asks about the columns of tables only: %s', async (_, name, headings, isKnown) => {
  const { entity } = await fixtureRules('bank-slip');
  const columns = Object.fromEntries(headings.map((heading) => [heading, heading]));
  const preview = { headings, sample: [], rows: 1, mapping: { columns }, layout: null };
  expect(needsNoMapping(entity, { name }, proposedDecisions(preview))).toBe(isKnown);
});
