import { describe, expect, test } from 'vitest';
import type { Raw } from '../../generator/compile/source.ts';
import { crane, field, label, modelOf, problemsOf } from './schemaFixture.ts';

describe('a field log', () => {
  const log = (fields: Raw = {}, words: Raw = {}): Raw => ({
    $id: 'crane-log',
    'x-entity': { area: 'yard', label, key: ['craneId', 'no'], readOnly: true },
    required: ['craneId', 'no'],
    ...words,
    properties: {
      craneId: field('ref', { 'x-ref': { entity: 'crane' } }),
      no: field('integer'),
      item: field('choice', { 'x-options': { fieldsOf: 'crane' } }),
      was: field('text'),
      becomes: field('text'),
      what: field('choice', {
        'x-options': [
          { code: 'update', en: 'Changed', zh: '改' },
          { code: 'delete', en: 'Deleted', zh: '删' },
        ],
      }),
      ...fields,
    },
  });
  const CHANGE_LOG = {
    entity: 'crane-log',
    via: 'craneId',
    seq: 'no',
    item: 'item',
    from: 'was',
    to: 'becomes',
    action: 'what',
  };
  const logged = (words: Raw = {}): Raw =>
    crane({ 'x-child': [{ entity: 'crane-log', via: 'craneId' }], 'x-changeLog': CHANGE_LOG, ...words });

  test('offers the fields that everybody may read as items of the log', () => {
    const secret = { account: field('text', { 'x-sensitive': true }), owner: field('text') };
    const model = modelOf({
      'yard/crane.json': {
        ...logged({ 'x-access': { scope: 'all', fields: { owner: 'viewPrivate' } } }),
        properties: { ...(crane()['properties'] as Raw), ...secret },
      },
      'yard/crane-log.json': log(),
    });
    expect(model.entities['crane-log']!.fields.find(({ name }) => name === 'item')!.options).toEqual(
      ['craneNo', 'lift', 'built', 'status'].map((code) => ({ code, ...label })),
    );
    expect(model.entities['crane']!.children).toMatchObject([{ entity: 'crane-log', readOnly: true }]);
  });

  test.each<[string, Raw, Raw, string, string]>([
    [
      'of an unknown entity',
      crane({ 'x-changeLog': { ...CHANGE_LOG, entity: 'crane-logs' } }),
      log(),
      '/x-changeLog/entity',
      'there is no entity "crane-logs"; did you mean "crane-log"?',
    ],
    [
      'that is no child',
      crane({ 'x-changeLog': CHANGE_LOG }),
      log(),
      '/x-changeLog/entity',
      '"crane-log" must be an x-child via "craneId"',
    ],
    [
      'that users write',
      logged(),
      log(
        { item: field('choice', { readOnly: true, 'x-options': { fieldsOf: 'crane' } }) },
        { 'x-entity': { area: 'yard', label, key: ['no'] } },
      ),
      '/x-changeLog/entity',
      '"crane-log" must be readOnly: nothing else may write a log',
    ],
    [
      'with an unknown field',
      logged({ 'x-changeLog': { ...CHANGE_LOG, from: 'wass' } }),
      log(),
      '/x-changeLog/from',
      'crane-log has no field "wass"; did you mean "was"?',
    ],
    [
      'with a field of another kind',
      logged(),
      log({ was: field('decimal') }),
      '/x-changeLog/from',
      'crane-log.was must be of kind text or longText',
    ],
    [
      'with the fields of another entity as items',
      logged(),
      log({ item: field('choice', { 'x-options': { fieldsOf: 'crane-log' } }) }),
      '/x-changeLog/item',
      'crane-log.item must have "x-options": {"fieldsOf": "crane"}',
    ],
    [
      'without an option for deletions',
      logged(),
      log({ what: field('choice', { 'x-options': [{ code: 'update', en: 'Changed', zh: '改' }] }) }),
      '/x-changeLog/action',
      'crane-log.what must have the options update and delete',
    ],
    [
      'that requires a value',
      logged(),
      log({}, { required: ['no', 'was'] }),
      '/x-changeLog/from',
      'crane-log.was is absent now and then and cannot be required',
    ],
    [
      'with a required field that the log does not fill',
      logged(),
      log({ why: field('text') }, { required: ['no', 'why'] }),
      '/x-changeLog/entity',
      'crane-log.why is required, and no log fills it',
    ],
  ])('refuses a log %s', (_, parent, child, path, message) => {
    expect(problemsOf({ 'yard/crane.json': parent, 'yard/crane-log.json': child })).toMatchObject([{ path, message }]);
  });
});

describe('an operation log', () => {
  const OPERATIONS = {
    entity: 'crane-log',
    via: 'craneId',
    operation: 'what',
    summary: 'remark',
    by: 'who',
    on: 'day',
    copies: { kind: 'craneNo' },
  };
  const operations = (fields: Raw = {}, words: Raw = {}): Raw => ({
    $id: 'crane-log',
    'x-entity': { area: 'yard', label, key: ['craneId', 'remark'], readOnly: true },
    required: ['craneId', 'remark', 'day'],
    ...words,
    properties: {
      craneId: field('ref', { 'x-ref': { entity: 'crane' } }),
      what: field('choice', { 'x-options': { operationsOf: 'crane' } }),
      remark: field('longText'),
      who: field('code'),
      day: field('date'),
      kind: field('code'),
      ...fields,
    },
  });
  const hooked = (words: Raw = {}): Raw =>
    crane({
      'x-child': [
        { entity: 'crane-log', via: 'craneId' },
        { entity: 'hook', via: 'craneId' },
      ],
      'x-changeLog': OPERATIONS,
      ...words,
    });
  const hook: Raw = {
    $id: 'hook',
    'x-entity': { area: 'yard', label: { en: 'Hook', zh: '吊钩' }, key: ['craneId', 'hookNo'] },
    required: ['craneId', 'hookNo'],
    properties: { craneId: field('ref', { 'x-ref': { entity: 'crane' } }), hookNo: field('code') },
  };

  test('lists the operations on the record and its children, without those on the log itself', () => {
    const model = modelOf({
      'yard/crane.json': hooked({
        'x-action': [{ name: 'grease', label: { en: 'Grease', zh: '润滑' }, effect: 'crane.grease' }],
      }),
      'yard/crane-log.json': operations(),
      'yard/hook.json': hook,
    });
    const options = model.entities['crane-log']!.fields.find(({ name }) => name === 'what')!.options!;
    expect(options).toEqual(
      expect.arrayContaining([
        { code: 'add', en: 'Added', zh: '新增' },
        { code: 'grease', en: 'Grease', zh: '润滑' },
        { code: 'hook.delete', en: 'Hook: Deleted', zh: '吊钩：删除' },
      ]),
    );
    expect(options.filter(({ code }) => code.startsWith('crane-log'))).toEqual([]);
    expect(new Set(options.map(({ code }) => code)).size).toBe(options.length);
  });

  test.each<[string, Raw, Raw, string, string]>([
    [
      'with the operations of another entity',
      hooked(),
      operations({ what: field('choice', { 'x-options': { operationsOf: 'hook' } }) }),
      '/x-changeLog/operation',
      'crane-log.what must have "x-options": {"operationsOf": "crane"}',
    ],
    [
      'with a message field that is no long text',
      hooked(),
      operations({ remark: field('code') }),
      '/x-changeLog/summary',
      'crane-log.remark must be of kind text or longText',
    ],
    [
      'that copies an unknown field',
      hooked({ 'x-changeLog': { ...OPERATIONS, copies: { kind: 'craneNr' } } }),
      operations(),
      '/x-changeLog/copies/kind',
      'there is no field "craneNr"; did you mean "craneNo"?',
    ],
    [
      'that copies a field of another kind',
      hooked({ 'x-changeLog': { ...OPERATIONS, copies: { day: 'craneNo' } } }),
      operations(),
      '/x-changeLog/copies',
      'crane-log.day (date) and "craneNo" (code) are not of one kind',
    ],
    [
      'with a required field that the log does not fill',
      hooked(),
      operations({ why: field('text') }, { required: ['craneId', 'why'] }),
      '/x-changeLog/entity',
      'crane-log.why is required, and no log fills it',
    ],
  ])('refuses a log %s', (_, parent, child, path, message) => {
    expect(
      problemsOf({ 'yard/crane.json': parent, 'yard/crane-log.json': child, 'yard/hook.json': hook }),
    ).toMatchObject([{ path, message }]);
  });
});
