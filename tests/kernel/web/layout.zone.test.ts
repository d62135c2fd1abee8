import { expect, test } from 'vitest';
import { layOutStates } from '../../../web/records/detail/stateLayout.ts';
import { layoutOf, modalWidth, opensAsModal } from '../../../web/records/form/layout.ts';
import { fixtureRules } from './fixtureRules.ts';

const { entity: term } = await fixtureRules('policy-term');
const { entity: berth } = await fixtureRules('berth');

test('has each editable or computed field in exactly one place, and no states or numbers', () => {
  const fields = layoutOf(term).flatMap((tab) => tab.sections.flatMap((section) => section.fields));
  expect(new Set(fields).size).toBe(fields.length);
  expect(fields.toSorted()).toEqual(
    term.fields
      .map((field) => field.name)
      .filter((name) => !['termNo', 'recordStatus', 'placing'].includes(name))
      .toSorted(),
  );
});

test('has the declared tabs with their child tables', () => {
  expect(layoutOf(term).map((tab) => [tab.label?.en, tab.children.map((child) => child.entity)])).toEqual([
    ['Term', []],
    ['Premium', ['policy-instalment']],
  ]);
});

test('has one tab with all fields where none is declared', () => {
  expect(layoutOf({ ...term, form: { columns: 2, show: {} } }).map((tab) => tab.label?.en)).toEqual([
    undefined,
    'Instalments',
  ]);
});

test('hidden fields have no place', () => {
  const form = { columns: 2, show: {}, hidden: ['insured'] };
  expect(layoutOf({ ...term, form }, ['remark', 'insured'], [])).toMatchObject([
    { sections: [{ fields: ['remark'] }] },
  ]);
});

test('a tab has its sections below its fields, and what only the page shows', () => {
  const [label, section] = [
    { en: 'Tab', zh: '页' },
    { en: 'Section', zh: '段' },
  ];
  const tabs = [
    { label, fields: ['insured'], sections: [{ label: section, fields: ['remark', 'termNo'] }], related: ['mail'] },
  ];
  expect(layoutOf({ ...term, form: { columns: 2, show: {}, tabs } }, ['remark', 'insured'], [])).toEqual([
    {
      label,
      related: ['mail'],
      children: [],
      sections: [{ fields: ['insured'] }, { label: section, fields: ['remark'], isFolded: true }],
    },
  ]);
});

test.each([
  [1, 400],
  [2, 800],
  [3, 1200],
  [4, 1200],
])('a modal of %d columns is %d wide', (columns, width) => {
  expect(modalWidth({ ...berth, form: { columns, show: {} } })).toBe(width);
});

test('opens small records in a modal, and those with tabs or children as a page', () => {
  expect(opensAsModal(berth)).toBe(true);
  expect(opensAsModal(term)).toBe(false);
});

test('puts states into the column of their distance from the first state, without overlap', () => {
  const places = layOutStates(term.machines.find((machine) => machine.field === 'placing')!);
  expect(Object.fromEntries(places)).toEqual({
    Open: { column: 0, line: 0 },
    Placed: { column: 1, line: 0 },
    Referred: { column: 1, line: 1 },
    Lapsed: { column: 1, line: 2 },
  });
});
