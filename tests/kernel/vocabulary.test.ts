import { Ajv2020 } from 'ajv/dist/2020.js';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkShape } from '../../generator/compile/meta.ts';
import type { SchemaProblem } from '../../generator/compile/problem.ts';
import { readSources, type Raw } from '../../generator/compile/source.ts';
import { ENTITY_KEYWORDS } from '../../generator/keywords/names.ts';

const { meta, kinds } = readSources([join(import.meta.dirname, '../../schemas')], []);

/** Problems of each file as `path: message`. One call checks all files, because compiling the meta-schemas is slow. */
function problemsOfFiles(sort: 'entities' | 'machines', files: readonly Raw[]): string[][] {
  const problems: SchemaProblem[] = [];
  const sources = files.map((json, index) => ({ file: String(index), name: String(index), json }));
  checkShape(
    {
      meta,
      kinds,
      labels: {},
      machines: [],
      entities: [],
      bodies: [],
      specs: [],
      isJson: () => true,
      paths: new Map(),
      hash: '',
      [sort]: sources,
    },
    problems,
  );
  return files.map((_, index) =>
    problems.filter(({ file }) => file === String(index)).map(({ path, message }) => `${path}: ${message}`),
  );
}

const label = { en: 'Crane', zh: '起重机' };
const text = (more: Raw = {}): Raw => ({ $ref: 'kinds.json#/$defs/text', 'x-label': label, ...more });
const kind = (name: string, more: Raw = {}): Raw => text({ $ref: `kinds.json#/$defs/${name}`, ...more });
const crane = (words: Raw = {}, field: Raw = text()): Raw => ({
  $id: 'crane',
  'x-entity': { area: 'yard', label, key: ['craneNo'] },
  properties: { craneNo: field },
  ...words,
});
const transitions = [{ action: 'lift', label, from: ['Low'], to: 'High' }];
const states = [
  { code: 'Low', label },
  { code: 'High', label, colour: 'success', final: true },
];

test('the meta-schemas are valid', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  for (const schema of meta.values()) ajv.addSchema(schema);
  ajv.addVocabulary(['x-effect']);
  for (const [name, schema] of meta) {
    expect(ajv.validateSchema(schema), name).toBe(true);
    expect(() => ajv.getSchema(String(schema['$id'])), name).not.toThrow();
  }
  expect(ajv.validateSchema({ type: 'wood' })).toBe(false);
});

describe('accepts the entity keywords', () => {
  const lists = { list: 'a', code: 'b', en: 'c', zh: 'd', order: 'e', active: 'f' };
  const cases: [string, unknown][] = [
    ['title', 'the smallest file'],
    [
      'x-entity',
      {
        area: 'yard',
        label,
        help: label,
        key: ['craneNo'],
        title: '{craneNo}',
        extends: 'claim',
        discriminator: 'HULL',
        readOnly: true,
        optionLists: lists,
        people: { code: 'a', name: 'b' },
      },
    ],
    [
      'x-unique',
      [
        {
          id: 'no',
          fields: ['craneNo'],
          where: "self.idle == 'N'",
          message: label,
          key: 'MSG_yard_0001',
          'x-spec': ['1§5 Company'],
        },
      ],
    ],
    [
      'x-unique',
      [
        { id: 'no', fields: ['craneNo'], forever: true },
        { id: 'name', fields: ['craneNo'], ignoreCase: true },
      ],
    ],
    ['x-noOverlap', [{ id: 'hire', by: ['craneNo'], from: 'a', to: 'b', where: "self.idle == 'N'" }]],
    ['x-noOverlap', [{ id: 'hire', by: ['craneNo'], absentIsOne: true, ignoreCase: true, from: 'a', to: 'b' }]],
    [
      'x-changeLog',
      { entity: 'crane-log', via: 'craneId', seq: 'no', item: 'item', from: 'was', to: 'becomes', action: 'what' },
    ],
    [
      'x-changeLog',
      {
        entity: 'crane-log',
        via: 'craneId',
        operation: 'what',
        summary: 'remark',
        by: 'who',
        on: 'day',
        copies: { kind: 'kind' },
      },
    ],
    ['x-latest', { field: 'newest', by: ['craneNo'], from: 'a' }],
    ['x-related', [{ entity: 'crane-permit', via: 'craneId', tab: label, columns: ['note'] }, { entity: 'task' }]],
    [
      'x-remind',
      {
        field: 'a',
        days: [30, 0],
        until: "self.idle == 'Y'",
        business: { field: 'b' },
        number: 'craneNo',
        fill: { curDirector: 'c' },
      },
    ],
    ['x-maxRows', [{ id: 'few', by: ['craneNo'], max: 3, where: "self.idle == 'N'", message: label }]],
    ['x-order', [{ id: 'order', from: 'a', to: 'b' }]],
    [
      'x-lookup',
      [{ name: 'tariff', entity: 'crane-tariff', by: { year: 'parent.year', kind: "'CRANE'" }, 'x-spec': ['1§5'] }],
    ],
    ['x-sequence', { by: ['yardId', 'year'], field: 'no' }],
    ['x-sequence', { by: 'yardId', field: 'no', start: 1, deleteLastOnly: true }],
    ['x-sum', [{ id: 'parts', of: ['a', 'b'], equals: '100', tolerance: '0.01', when: 'has(self.a)' }]],
    ['x-sum', [{ id: 'parts', of: { child: 'crane-part', field: 'pct' }, equals: 'total', alone: true }]],
    ['x-rule', [{ id: 'cap', when: 'has(self.a)', assert: 'self.a < self.b', at: ['a'], level: 'warning' }]],
    [
      'x-immutable',
      [
        {
          id: 'paid',
          when: "old.a == 'Y'",
          fields: ['a', 'b'],
          message: label,
          key: 'MSG_yard_0003',
          'x-spec': ['1§5 Company'],
        },
      ],
    ],
    ['x-requiredAt', { confirm: ['a'] }],
    ['x-gate', { edit: ['Draft'], delete: ['Draft'], submit: ['Draft', 'Reject'] }],
    ['x-gate', { edit: { status: ['Draft'], care: ['Idle'] } }],
    ['x-guard', { lift: { expr: 'has(self.a)' } }],
    ['x-machine', { use: 'approval', field: 'status', states, transitions }],
    [
      'x-guard',
      {
        delete: { expr: "self.fixed != 'Y'", message: label, key: 'MSG_yard_0002', 'x-spec': ['1§5 Roles'] },
        edit: { expr: 'true' },
      },
    ],
    ['x-guard', [{ on: ['edit', 'delete'], expr: "self.fixed != 'Y'", message: label, 'x-spec': ['1§5 Roles'] }]],
    ['x-machine', { use: 'approval', field: 'recordStatus' }],
    [
      'x-machine',
      [
        { use: 'approval', field: 'recordStatus' },
        { field: 'height', states, initial: 'Low', transitions },
      ],
    ],
    [
      'x-child',
      [
        {
          entity: 'crane-part',
          via: 'craneId',
          drop: 'scan',
          min: 1,
          max: 9,
          tab: label,
          matrix: { rows: 'item', marks: 'days', of: 'permissions' },
        },
        { entity: 'crew', via: 'craneId', members: 'userCde' },
      ],
    ],
    [
      'x-access',
      {
        scope: 'own',
        company: 'billCompany',
        persons: ['creater'],
        edit: ['creater'],
        fields: { phone: 'viewPrivate' },
        choices: ['userCde'],
        intranet: true,
      },
    ],
    ['x-approval', { type: 'Case Approval', amount: 'claimAmt', levels: 'approval-rule' }],
    [
      'x-approval',
      {
        type: 'Case Approval',
        business: 'BILL',
        amount: { expr: 'self.a * self.b', currency: 'cur' },
        number: 'billNo',
        fill: { remark: 'note' },
        levels: 'approval-rule',
      },
    ],
    ['x-approval', { type: 'Case Approval', business: { field: 'bizType' }, levels: 'approval-rule' }],
    [
      'x-approval',
      {
        type: { field: 'decided' },
        number: 'parent.craneNo',
        fill: { remark: 'parent.note' },
        keeps: { submitter: 'who', operated: 'when', level: 'level', opinion: 'said', deciders: { LEADER: 'leader' } },
        levels: 'approval-rule',
      },
    ],
    [
      'x-version',
      {
        keys: ['policyType', 'policyYear', 'versionNo'],
        copy: ['hull-premium'],
        oneFormalPer: ['policyType', 'policyYear'],
      },
    ],
    [
      'x-action',
      [
        {
          name: 'repair',
          label,
          from: ['Low'],
          guard: 'has(self.a)',
          actor: 'submitter',
          input: { required: ['why'], properties: { why: text() } },
          effect: 'yard.repair',
          confirm: label,
          bulk: true,
        },
      ],
    ],
    [
      'x-action',
      [
        { name: 'renumber', label, help: label, on: 'list', effect: 'yard.renumber', 'x-spec': ['1§2'] },
        {
          name: 'repair',
          label,
          guard: { expr: 'has(self.a)', message: label, key: 'MSG_yard_0003' },
          effect: 'yard.repair',
        },
      ],
    ],
    [
      'x-list',
      {
        columns: ['a'],
        filters: ['a'],
        requireFilter: [['a'], ['b', 'c']],
        sort: '-a,b',
        groups: [{ label, columns: ['a'] }],
      },
    ],
    [
      'x-list',
      {
        presets: [
          {
            id: 'mine',
            label,
            where: [
              { name: 'a', type: 'equal', value: { user: 'userCde' } },
              { or: [[{ name: 'a', type: 'notNull' }], [{ name: 'b', type: 'array', value: ['x'] }]] },
            ],
          },
        ],
      },
    ],
    ['x-list', { sort: ['-a', 'b'] }],
    ['x-list', { needs: { entity: 'yard', by: { a: 'b' }, with: { c: 'X' }, key: 'MSG_yard_0004' } }],
    [
      'x-version',
      {
        keys: ['a', 'b'],
        keeps: ['a'],
        asks: ['c'],
        copy: ['crane-part', { entity: 'hook', basic: ['d'], resets: { b: ['e'] }, within: ['b'] }],
        distinct: [
          { entity: 'hook', per: ['a'], where: "self.a == 'x'", by: ['d'], from: 'f', to: 'g', 'x-spec': ['1§4'] },
        ],
        precedence: { field: 'c', codes: ['x', 'y'] },
        oneFormalPer: { fields: ['a'], where: "self.a == 'x'", message: label, key: 'MSG_yard_0005' },
      },
    ],
    [
      'x-child',
      [
        {
          entity: 'crane-part',
          via: 'craneId',
          free: ['approve'],
          sets: { price: { to: 'newPrice', was: 'oldPrice', in: ['Confirm'] } },
        },
      ],
    ],
    [
      'x-child',
      [
        {
          entity: 'crane-part',
          via: 'craneId',
          ledger: {
            by: 'a',
            fields: ['b'],
            amount: 'c',
            base: 'd',
            settled: { label, tests: [{ is: { status: ['High'] } }, { when: 'has(self.b)' }] },
            steps: [{ label, tests: [{ child: 'hook', via: 'a', is: { b: ['x'] } }] }],
          },
        },
      ],
    ],
    ['x-child', [{ entity: 'crane-part', via: 'craneId', gate: { edit: { status: ['High'] }, lift: ['Low'] } }]],
    [
      'x-form',
      {
        columns: 2,
        tabs: [
          {
            label,
            fields: ['a'],
            sections: [{ label, fields: ['b'] }],
            children: ['crane-part'],
            related: ['hook'],
            panels: ['approval', 'messages', 'chronology', 'documents'],
          },
        ],
        sections: [{ label, fields: ['b'] }],
        create: ['a'],
        header: ['a'],
        waiting: label,
        figures: ['a'],
        show: { a: 'has(self.b)' },
      },
    ],
    ['x-form', { checklist: { label, operation: 'lift', items: [{ label, states: true, help: label, field: 'a' }] } }],
    ['x-import', { key: ['craneNo'], mode: 'upsert', max: 50000 }],
    ['x-import', { mode: 'insert', totals: [{ of: 'a', equals: 'b', per: ['c', 'd'], 'x-spec': ['1§3'] }] }],
    [
      'x-import',
      { mode: 'insert', layouts: [{ id: 'yard', label, columns: { CRANE_NO: 'craneNo' }, 'x-spec': ['1§2'] }] },
    ],
    ['x-export', true],
    ['x-export', { max: 1000 }],
    ['x-print', [{ name: 'permit', label, final: 'has(self.a)', sections: [{ fields: ['a'] }], totals: ['b'] }]],
    ['x-include', ['crane-body']],
    ['x-id', 'hoist'],
    ['x-indexes', [{ id: 'open-weight', fields: ['a', 'b'], where: "self.c == 'Y'" }]],
    ['x-premium', { type: 'Premium-YARD', due: 'a', from: 'b', to: 'c', payer: 'd', insurer: 'e', object: ['f'] }],
    ['x-spec', ['1§5 Company']],
  ];
  test('with an example of each', () => {
    const listed = new Set(cases.map(([word]) => word));
    expect(ENTITY_KEYWORDS.filter((word) => !listed.has(word))).toEqual([]);
  });
  const found = problemsOfFiles(
    'entities',
    cases.map(([word, value]) => crane({ [word]: value })),
  );
  test.each(cases.map(([word, value], index) => [word, value, found[index]]))('%s %j', (_, __, problems) =>
    expect(problems).toEqual([]),
  );
});

describe('accepts the field keywords', () => {
  const references = new Set(['ref', 'multiRef']);
  const cases: [string, Raw][] = [
    ...Object.keys(kinds['$defs'] as Raw).map((name): [string, Raw] => [
      name,
      references.has(name) ? { 'x-ref': { entity: 'company' } } : {},
    ]),
    [
      'text',
      {
        maxLength: 9,
        minLength: 2,
        pattern: '^a',
        default: 'a',
        readOnly: true,
        writeOnly: true,
        title: 't',
        description: 'd',
        examples: ['a'],
      },
    ],
    [
      'text',
      { 'x-help': label, 'x-id': 'crane-no', 'x-normalize': ['trim', 'upper'], 'x-sensitive': true, 'x-spec': ['1§5'] },
    ],
    ['text', { 'x-zh': 'craneNameCh' }],
    ['date', { 'x-default': 'today()' }],
    ['money', { minimum: '0.01', maximum: 100, 'x-compute': { expr: 'self.a', overridable: true } }],
    ['decimal', { exclusiveMinimum: 0, 'x-precision': 12, 'x-scale': 2 }],
    ['ref', { 'x-ref': { entity: 'company', by: 'companyCde', where: "self.idle == 'N'", fill: { a: 'b' } } }],
    ['multiRef', { 'x-ref': { entity: 'company' }, maxItems: 10 }],
    ['choice', { 'x-options': 'VESSEL_STATUS' }],
    ['choice', { 'x-options': { fieldsOf: 'company' } }],
    ['choice', { 'x-options': { operationsOf: 'company' } }],
    ['choice', { 'x-options': { sameAs: { entity: 'company', field: 'type' } } }],
    ['multiChoice', { 'x-options': [{ code: 'A', en: 'First', zh: '甲' }] }],
    ['code', { 'x-number': { pattern: 'SB{yy}-{seq:6}' }, readOnly: true }],
    ['code', { 'x-number': { pattern: 'LT{seq:4}' } }],
  ];
  const found = problemsOfFiles(
    'entities',
    cases.map(([name, more]) => crane({}, kind(name, more))),
  );
  test.each(cases.map(([name, more], index) => [name, more, found[index]]))('%s %j', (_, __, problems) =>
    expect(problems).toEqual([]),
  );
});

describe('refuses with place and reason', () => {
  const at = '/properties/craneNo';
  const cases: [string, Raw, string][] = [
    ['an unknown x- keyword', crane({ 'x-uniqe': [] }), ': unknown word "x-uniqe"; did you mean "x-unique"?'],
    [
      'an unknown keyword of JSON Schema',
      crane({ additionalProperties: false }),
      ': unknown word "additionalProperties"',
    ],
    [
      'an unknown x- keyword of a field',
      crane({}, text({ 'x-lable': label })),
      `${at}: unknown word "x-lable"; did you mean "x-label"?`,
    ],
    [
      'an unknown property of a keyword',
      crane({ 'x-sum': [{ id: 'o', of: ['a'], equals: '1', tolerence: '0' }] }),
      '/x-sum/0: unknown word "tolerence"; did you mean "tolerance"?',
    ],
    ['an object instead of a list', crane({ 'x-unique': { id: 'no', fields: ['a'] } }), '/x-unique: expected array'],
    [
      'a name instead of a list of names',
      crane({ 'x-unique': [{ id: 'no', fields: 'a' }] }),
      '/x-unique/0/fields: expected array',
    ],
    ['no label', crane({}, { $ref: 'kinds.json#/$defs/text' }), `${at}: "x-label" is missing`],
    ['a label in one language', crane({}, text({ 'x-label': { en: 'Crane' } })), `${at}/x-label: "zh" is missing`],
    ['an empty label', crane({}, text({ 'x-label': { en: 'Crane', zh: '' } })), `${at}/x-label/zh:`],
    ['no kind', crane({}, { type: 'string', 'x-label': label }), `${at}: "$ref" is missing`],
    ['an unknown kind', crane({}, kind('mony')), `${at}/$ref: there is no field kind "mony"; did you mean "money"?`],
    ['type number', crane({}, text({ type: 'number' })), `${at}/type: "number" is not one of`],
    ['x-kind beside a kind', crane({}, text({ 'x-kind': 'text' })), `${at}: unknown word "x-kind"`],
    ['a reference without x-ref', crane({}, kind('ref')), `${at}: "x-ref" is missing`],
    ['x-ref on a text', crane({}, text({ 'x-ref': { entity: 'company' } })), `${at}/x-ref:`],
    ['x-options on a text', crane({}, text({ 'x-options': 'LIST' })), `${at}/x-options:`],
    ['x-offer on a text', crane({}, kind('text', { 'x-offer': { from: 1, to: 2 } })), `${at}/x-offer:`],
    ['x-price on a percent', crane({}, kind('percent', { 'x-price': true })), `${at}/x-price:`],
    ['x-patternMessage without a pattern', crane({}, text({ 'x-patternMessage': label })), `${at}:`],
    ['options of another form', crane({}, kind('choice', { 'x-options': { rowsOf: 'company' } })), `${at}/x-options`],
    [
      'an operation log without its message field',
      crane({ 'x-changeLog': { entity: 'crane-log', via: 'craneId', operation: 'what' } }),
      '/x-changeLog: "summary" is missing',
    ],
    [
      'a change log without its sequence',
      crane({
        'x-changeLog': {
          entity: 'crane-log',
          via: 'craneId',
          item: 'item',
          from: 'was',
          to: 'becomes',
          action: 'what',
        },
      }),
      '/x-changeLog: "seq" is missing',
    ],
    ['an empty x-related', crane({ 'x-related': [] }), '/x-related'],
    ['a reminder without days', crane({ 'x-remind': { field: 'a', days: [] } }), '/x-remind/days'],
    ['a reminder after the date', crane({ 'x-remind': { field: 'a', days: [-1] } }), '/x-remind/days/0'],
    ['x-latest without fields', crane({ 'x-latest': { field: 'newest', by: [], from: 'a' } }), '/x-latest/by'],
    ['x-currency on a rate', crane({}, kind('rate', { 'x-currency': 'USD' })), `${at}/x-currency:`],
    ['x-currency that is no code', crane({}, kind('money', { 'x-currency': 'US' })), `${at}/x-currency:`],
    ['x-scale on an integer', crane({}, kind('integer', { 'x-scale': 2 })), `${at}/x-scale:`],
    ['a kernel field', crane({ properties: { rev: text() } }), '/properties'],
    [
      'x-number without a sequence',
      crane({}, kind('code', { 'x-number': { pattern: 'SB{yy}' } })),
      `${at}/x-number/pattern: "SB{yy}" does not have the form`,
    ],
    [
      'a message key of another form',
      crane({ 'x-unique': [{ id: 'no', fields: ['a'], key: 'MSG_1' }] }),
      '/x-unique/0/key: "MSG_1" does not have the form',
    ],
    ['an import of too many rows', crane({ 'x-import': { mode: 'insert', max: 50001 } }), '/x-import/max:'],
    [
      'an unknown level',
      crane({ 'x-rule': [{ id: 'a', assert: 'true', at: ['a'], level: 'info' }] }),
      '/x-rule/0/level: "info" is not one of',
    ],
    ['a guard of an invalid operation name', crane({ 'x-guard': { 'lift up': { expr: 'true' } } }), '/x-guard'],
    [
      'a guard without a condition',
      crane({ 'x-guard': { delete: { message: label } } }),
      '/x-guard/delete: "expr" is missing',
    ],
    ['a guard in a list without operations', crane({ 'x-guard': [{ expr: 'true' }] }), '/x-guard/0: "on" is missing'],
    [
      'a machine without states',
      crane({ 'x-machine': { field: 'a', initial: 'Low', transitions } }),
      '/x-machine: "states" is missing',
    ],
    ['an invalid $id', crane({ $id: 'Crane' }), '/$id: "Crane" does not have the form'],
    ['an empty list of bodies', crane({ 'x-include': [] }), '/x-include: is an empty list'],
    ['a file without x-entity', { $id: 'crane', properties: { a: text() } }, ': "x-entity" is missing'],
  ];
  const found = problemsOfFiles(
    'entities',
    cases.map(([, json]) => json),
  );
  test.each(cases.map(([name, , reason], index) => [name, reason, found[index] ?? []] as const))(
    '%s',
    (_, reason, problems) => {
      expect(problems.filter((line) => line.startsWith(reason))).not.toEqual([]);
      expect(problems.filter((line) => !line.startsWith(reason))).toEqual([]);
    },
  );
});

describe('machine files', () => {
  const cases: [string, Raw, string[]][] = [
    ['a complete machine', { $id: 'hoist', states, initial: 'Low', transitions }, []],
    [
      'an unknown colour',
      { $id: 'hoist', states: [{ code: 'Low', label, colour: 'beige' }], initial: 'Low', transitions },
      ['/states/0/colour: "beige" is not one of'],
    ],
    [
      'an unknown keyword',
      { $id: 'hoist', states, initial: 'Low', transitions: [{ ...transitions[0], gaurd: 'true' }] },
      ['/transitions/0: unknown word "gaurd"; did you mean "guard"?'],
    ],
    [
      'a transition without a label',
      { $id: 'hoist', states, initial: 'Low', transitions: [{ action: 'lift', from: ['Low'], to: 'High' }] },
      ['/transitions/0: "label" is missing'],
    ],
  ];
  const found = problemsOfFiles(
    'machines',
    cases.map(([, json]) => json),
  );
  test.each(cases.map(([name, , reasons], index) => [name, reasons, found[index] ?? []] as const))(
    '%s',
    (_, reasons, problems) => {
      expect(problems).toHaveLength(reasons.length);
      reasons.forEach((reason, index) => expect(problems[index]).toContain(reason));
    },
  );
});
