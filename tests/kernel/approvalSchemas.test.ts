import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { SchemaProblems, type SchemaProblem } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import type { Model } from '../../generator/model/entity.ts';
import { field, label } from './schemaFixture.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

let folder: string;
let product: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bordereau-approval-'));
  // The meta-schemas and the areas that approval needs.
  product = join(folder, 'product');
  for (const part of [
    'meta',
    'machines',
    'kinds.json',
    'labels.json',
    'system',
    'master',
    'premium',
    'billing',
    'litigation',
    'claims',
    'bank',
    'bodies',
  ])
    cpSync(join(SCHEMAS, part), join(product, part), { recursive: true, filter: (source) => !source.endsWith('.csv') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles all cranes in one folder, each as an entity of its own: "crane-0", "crane-1", … */
function compiled(cranes: readonly Raw[]): Model {
  const root = join(folder, String(++count));
  mkdirSync(join(root, 'yard'), { recursive: true });
  for (const [index, crane] of cranes.entries()) {
    const name = `crane-${index}`;
    writeFileSync(join(root, `yard/${name}.json`), JSON.stringify({ ...crane, $id: name }));
  }
  return compileModel([product, root]);
}

/** The problems of each crane, which messages call "crane". */
function problemsOf(cranes: readonly Raw[]): SchemaProblem[][] {
  try {
    compiled(cranes);
    return cranes.map(() => []);
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    const { problems } = error;
    return cranes.map((_, index) =>
      problems
        .filter(({ file }) => file === `yard/crane-${index}.json`)
        .map((problem) => ({ ...problem, message: problem.message.replaceAll(`crane-${index}`, 'crane') })),
    );
  }
}

const approval = (more: Raw = {}): Raw => ({
  'x-approval': { type: 'Case Approval', levels: 'approval-rule', ...more },
});
const crane = (words: Raw = {}): Raw => ({
  $id: 'crane',
  'x-entity': { area: 'yard', label, key: ['craneNo'] },
  required: ['craneNo'],
  'x-access': { scope: 'all' },
  'x-machine': { use: 'approval', field: 'status' },
  'x-gate': { edit: ['Draft', 'Reject', 'Unconfirm'], delete: ['Draft'] },
  ...approval(),
  properties: {
    craneNo: field('code'),
    price: field('money', { 'x-currency': 'priceCur' }),
    priceCur: field('code'),
    built: field('date'),
    company: field('ref', { 'x-ref': { entity: 'company', by: 'companyCde' } }),
    status: field('choice', { readOnly: true }),
  },
  ...words,
});

/** A further transition of the shared machine. */
const withTransition = (transition: Raw): Raw => ({
  'x-machine': { use: 'approval', field: 'status', transitions: [{ label, ...transition }] },
});

describe('an approval', () => {
  const VALID: [name: string, words: Raw, expected: object][] = [
    ['its defaults', {}, { number: 'craneNo', fill: {} }],
    [
      'an amount field with the currency of the field',
      approval({ amount: 'price' }),
      { amount: { expr: 'self.price', currency: { field: 'priceCur' } } },
    ],
    [
      'an amount by a formula',
      approval({ amount: { expr: 'self.price * 2', currency: 'EUR' }, number: 'priceCur' }),
      { number: 'priceCur', amount: { expr: 'self.price * 2', currency: { code: 'EUR' } } },
    ],
    ['the company', { 'x-access': { scope: 'own', company: 'company' } }, { fill: { billCompany: 'company' } }],
    [
      'a type from a field',
      {
        properties: {
          ...(crane()['properties'] as Raw),
          decided: field('choice', { 'x-options': { sameAs: { entity: 'approval-rule', field: 'approveType' } } }),
        },
        ...approval({ type: { field: 'decided' } }),
      },
      { type: { field: 'decided' } },
    ],
    [
      'the fields that it stores',
      {
        properties: {
          ...(crane()['properties'] as Raw),
          leader: field('code', { readOnly: true }),
          when: field('dateTime', { readOnly: true }),
        },
        ...approval({ keeps: { operated: 'when', deciders: { LEADER: 'leader' } } }),
      },
      { keeps: { operated: 'when', deciders: { LEADER: 'leader' } } },
    ],
    [
      'a stated company',
      { 'x-access': { scope: 'own', company: 'company' }, ...approval({ fill: { billCompany: 'priceCur' } }) },
      { fill: { billCompany: 'priceCur' } },
    ],
  ];
  let model: Model;
  let problems: SchemaProblem[][];
  beforeAll(() => {
    model = compiled(VALID.map(([, words]) => crane(words)));
    problems = problemsOf(REFUSED.map(([, words]) => crane(words)));
  });

  test.each(VALID.map(([name, , expected], index) => ({ name, expected, index })))(
    'compiles $name',
    ({ expected, index }) => expect(model.entities[`crane-${index}`]!.approval).toMatchObject(expected),
  );

  const REFUSED: [name: string, words: Raw, path: string, message: string | RegExp][] = [
    [
      'by unknown levels',
      approval({ levels: 'aproval-rule' }),
      '/x-approval/levels',
      /^there is no entity "aproval-rule"; did you mean "approval-rule"\?$/,
    ],
    [
      'by an entity without levels',
      approval({ levels: 'role' }),
      '/x-approval/levels',
      '"role" has no x-entity.approvalLevels',
    ],
    [
      'of an unknown type',
      approval({ type: 'Case Aproval' }),
      '/x-approval/type',
      /^approval-rule\.approveType has no option "Case Aproval"; did you mean/,
    ],
    [
      'of an unknown business',
      approval({ business: 'CRANE' }),
      '/x-approval/business',
      /^approval-rule\.bizType has no option "CRANE"/,
    ],
    [
      'of a business in an unknown field',
      approval({ business: { field: 'trade' } }),
      '/x-approval/business/field',
      /^crane has no field "trade"/,
    ],
    [
      'of an amount in an unknown field',
      approval({ amount: 'prise' }),
      '/x-approval/amount',
      /did you mean "price"\?$/,
    ],
    [
      'of a field that is no amount',
      approval({ amount: { expr: 'self.built' } }),
      '/x-approval/amount/expr',
      /^gives a date/,
    ],
    [
      'in a currency from an unknown field',
      approval({ amount: { expr: 'self.price', currency: 'cur' } }),
      '/x-approval/amount',
      /^crane has no field "cur"/,
    ],
    [
      'with a total in a field that users write',
      approval({ amount: { premiums: 'price' } }),
      '/x-approval/amount/premiums',
      '"price" must be of kind money and readOnly, without a formula',
    ],
    [
      'with an unknown operation that requires premiums',
      {
        ...approval({ amount: { premiums: 'total', requiredAt: ['submit', 'leave'] } }),
        properties: { ...(crane()['properties'] as Raw), total: field('money', { readOnly: true }) },
      },
      '/x-approval/amount/requiredAt/1',
      /^there is no operation "leave"/,
    ],
    [
      'with a total in another currency than the levels',
      approval({ amount: { premiums: 'price' } }),
      '/x-approval/amount/premiums',
      '"price" must have the x-currency of "approval-rule.amountFrom"',
    ],
    ['numbered by an unknown field', approval({ number: 'no' }), '/x-approval/number', /^crane has no field "no"/],
    [
      'of a type in an unknown field',
      approval({ type: { field: 'decided' } }),
      '/x-approval/type/field',
      /^crane has no field "decided"/,
    ],
    [
      'of a type that a field cannot contain',
      {
        properties: {
          ...(crane()['properties'] as Raw),
          decided: field('choice', { 'x-options': [{ code: 'Case Refusal', en: 'R', zh: '拒' }] }),
        },
        ...approval({ type: { field: 'decided' } }),
      },
      '/x-approval/type',
      /^approval-rule\.approveType has no option "Case Refusal"/,
    ],
    [
      'that fills from a missing parent',
      approval({ fill: { remark: 'parent.note' } }),
      '/x-approval/fill/remark',
      '"crane" is not a child of any entity',
    ],
    [
      'that stores into a field that users write',
      approval({ keeps: { opinion: 'priceCur' } }),
      '/x-approval/keeps/opinion',
      '"priceCur" must be readOnly, without a formula',
    ],
    [
      'that stores an instant into a date',
      {
        properties: { ...(crane()['properties'] as Raw), when: field('date', { readOnly: true }) },
        ...approval({ keeps: { operated: 'when' } }),
      },
      '/x-approval/keeps/operated',
      '"when" must be of kind dateTime',
    ],
    [
      'that stores the approver of an unknown level',
      {
        properties: { ...(crane()['properties'] as Raw), chief: field('code', { readOnly: true }) },
        ...approval({ keeps: { deciders: { CHIEF: 'chief' } } }),
      },
      '/x-approval/keeps/deciders',
      /^approval-rule\.level has no option "CHIEF"/,
    ],
    [
      'that fills from an unknown field',
      approval({ fill: { remark: 'note' } }),
      '/x-approval/fill/remark',
      /^crane has no field "note"/,
    ],
    [
      'that fills an unknown field',
      approval({ fill: { remarks: 'craneNo' } }),
      '/x-approval/fill/remarks',
      /^task has no field "remarks"; did you mean "remark"\?$/,
    ],
    [
      'without transitions',
      { 'x-machine': { use: 'confirmation', field: 'status' }, 'x-gate': { edit: ['Draft'], delete: ['Draft'] } },
      '/x-approval',
      /^no machine of the entity has transitions with "approval": "submit", "approve", "reject", "withdraw"$/,
    ],
    [
      'of rows that can be edited meanwhile',
      { 'x-gate': { edit: ['Draft', 'Submit'], delete: ['Draft'] } },
      '/x-approval',
      'x-gate must keep "edit" out of "Submit": a row that waits for approval does not change',
    ],
    [
      'of rows that can be deleted meanwhile',
      { 'x-gate': { edit: ['Draft'] } },
      '/x-approval',
      'x-gate must keep "delete" out of "Submit": a row that waits for approval does not change',
    ],
    [
      'with a transition that would leave its to-do open',
      withTransition({ action: 'shelve', from: ['Submit'], to: 'Draft' }),
      '/x-approval',
      '"shelve" leaves "Submit" with an open to-do: it needs "approval": "withdraw"',
    ],
    [
      'with submissions to different states',
      withTransition({ action: 'resubmit', from: ['Reject'], to: 'Draft', approval: 'submit' }),
      '/x-approval',
      '"resubmit" must lead to "Submit", like the other transitions that submit',
    ],
  ];
  test.each(REFUSED.map(([name, , path, message], index) => ({ name, path, message, index })))(
    'refuses one $name',
    ({ path, message, index }) => {
      const messages = problems[index]!.filter((problem) => problem.path === path).map((problem) => problem.message);
      expect(messages).toContainEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    },
  );
});

test('refuses the actors approver and submitter without a transition that submits', () => {
  const states = [
    { code: 'Low', label },
    { code: 'High', label, final: true },
  ];
  const machine = (more: Raw): Raw => ({
    'x-machine': {
      field: 'status',
      initial: 'Low',
      states,
      transitions: [{ action: 'lift', label, from: ['Low'], to: 'High', ...more }],
    },
    'x-gate': { edit: ['Low'] },
    'x-approval': undefined,
  });
  const actors = ['submitter', 'approver', 'creater'];
  const refusal = (actor: string): object => ({
    path: '/x-machine/transitions/0/actor',
    message: `nobody is a ${actor} without a transition that has "approval": "submit"`,
  });
  expect(problemsOf(actors.map((actor) => crane(machine({ actor }))))).toMatchObject([
    [refusal('submitter')],
    [refusal('approver')],
    [],
  ]);
});
