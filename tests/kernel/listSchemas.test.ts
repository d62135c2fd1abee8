import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, label, machine, state, transition } from './schemaFixture.ts';

/** A machine with the operation `lift`. */
const lifted = machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]);

const BROKEN: BrokenSchema[] = [
  [
    'a preset with an unknown filter',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          { id: 'new', label: { en: 'New', zh: '新' }, where: [{ or: [[{ name: 'bilt', type: 'notNull' }]] }] },
        ],
      },
    }),
    '/x-list/presets/0/where/0/or/0/0/name',
    'there is no filter "bilt"',
  ],
  [
    'a preset with a condition that its field does not support',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          {
            id: 'new',
            label: { en: 'New', zh: '新' },
            where: [{ name: 'craneNo', type: 'dateRange', value: '2025-01-01|' }],
          },
        ],
      },
    }),
    '/x-list/presets/0/where/0/type',
    'craneNo has no condition "dateRange"',
  ],
  [
    'a preset with relative days on a field that is no date',
    crane({
      'x-list': {
        columns: ['craneNo'],
        filters: ['craneNo'],
        presets: [
          {
            id: 'new',
            label: { en: 'New', zh: '新' },
            where: [{ name: 'craneNo', type: 'equal', value: { days: { from: 0 } } }],
          },
        ],
      },
    }),
    '/x-list/presets/0/where/0/value',
    '"days" needs a field of kind "date" and the type "dateRange"',
  ],
  [
    'an unknown list column',
    crane({ 'x-list': { columns: ['craneNo', 'bilt'] } }),
    '/x-list/columns/1',
    'there is no field "bilt"; did you mean "built"?',
  ],
  [
    'a column group with an unknown column',
    crane({ 'x-list': { columns: ['craneNo', 'lift'], groups: [{ label, columns: ['craneNo', 'lifts'] }] } }),
    '/x-list/groups/0/columns/1',
    'there is no field "lifts"; did you mean "lift"?',
  ],
  [
    'a column group whose columns are not adjacent',
    crane({ 'x-list': { columns: ['craneNo', 'lift', 'built'], groups: [{ label, columns: ['craneNo', 'built'] }] } }),
    '/x-list/groups/0/columns',
    'craneNo, built are not adjacent in "columns"',
  ],
  [
    'two column groups with one column',
    crane({
      'x-list': {
        columns: ['craneNo', 'lift'],
        groups: [
          { label, columns: ['craneNo', 'lift'] },
          { label, columns: ['lift'] },
        ],
      },
    }),
    '/x-list/groups/1/columns',
    '"lift" has a heading already',
  ],
  [
    'a column of a picker that is no column of the list',
    crane({ 'x-list': { columns: ['craneNo', 'lift'], picker: ['built'] } }),
    '/x-list/picker/0',
    'there is no column "built"',
  ],
  [
    'a hidden field that users enter',
    crane({ 'x-list': { columns: ['craneNo'] }, 'x-form': { hidden: ['lift'] } }),
    '/x-form/hidden/0',
    '"lift" is not read-only',
  ],
  [
    'a hidden field that the list shows',
    crane({ ...lifted, 'x-list': { columns: ['craneNo', 'status'] }, 'x-form': { hidden: ['status'] } }),
    '/x-form/hidden/0',
    '"status" is shown by the form or the list',
  ],
  [
    'a step that is no state',
    crane({ ...lifted, 'x-form': { steps: [{ states: [{ status: 'Low' }, { status: 'Higher' }] }] } }),
    '/x-form/steps/0/states/1/status',
    /^status has no state "Higher"/,
  ],
  [
    'a step of a field without a machine',
    crane({ 'x-form': { steps: [{ states: [{ lift: 'Low' }] }] } }),
    '/x-form/steps/0/states/0/lift',
    /^crane has no machine "lift"/,
  ],
  [
    'a figure that is a text',
    crane({ 'x-form': { figures: ['craneNo'] } }),
    '/x-form/figures/0',
    '"craneNo" must be an amount, number or date that is not sensitive',
  ],
  [
    'an unknown figure',
    crane({ 'x-form': { figures: ['height'] } }),
    '/x-form/figures/0',
    'there is no field "height"',
  ],
  [
    'a checklist of an unknown operation',
    crane({
      'x-form': { checklist: { label, operation: 'close', items: [{ label, states: true, field: 'craneNo' }] } },
    }),
    '/x-form/checklist/operation',
    'crane has no operation "close"',
  ],
  [
    'a checklist item of an unknown field',
    crane({
      ...lifted,
      'x-form': { checklist: { label, operation: 'lift', items: [{ label, states: true, field: 'height' }] } },
    }),
    '/x-form/checklist/items/0/field',
    'there is no field "height"',
  ],
  [
    'a checklist item of what is no guard of the operation',
    crane({
      ...lifted,
      'x-form': {
        checklist: { label, operation: 'lift', items: [{ label, guards: ['MSG_master_0101'], field: 'craneNo' }] },
      },
    }),
    '/x-form/checklist/items/0/guards/0',
    /^lift has no guard "MSG_master_0101"/,
  ],
  [
    'a guard that no item of the checklist lists',
    crane({
      ...lifted,
      'x-guard': { lift: [{ expr: "self.craneNo != 'A'", key: 'MSG_master_0101' }, { expr: "user.userCde != 'a'" }] },
      'x-form': { checklist: { label, operation: 'lift', items: [{ label, states: true, field: 'craneNo' }] } },
    }),
    '/x-form/checklist/items',
    'no item lists the guard MSG_master_0101 of lift',
  ],
  [
    'a section of a tab with a field of the tab',
    crane({ 'x-form': { tabs: [{ label, fields: ['craneNo'], sections: [{ label, fields: ['craneNo'] }] }] } }),
    '/x-form/tabs/0/sections/0/fields/0',
    '"craneNo" is in the form already',
  ],
  [
    'a tab with an entity that is not related',
    crane({ 'x-form': { tabs: [{ label, fields: ['craneNo'], related: ['hook'] }] } }),
    '/x-form/tabs/0/related/0',
    'there is no related entity "hook"',
  ],
  [
    'a new record that is not asked for a required field',
    crane({ 'x-form': { create: ['lift'] } }),
    '/x-form/create',
    '"craneNo" is required: a new record cannot be saved without it',
  ],
  [
    'a tab with an unknown child',
    crane({ 'x-form': { tabs: [{ label, fields: ['craneNo'], children: ['hook'] }] } }),
    '/x-form/tabs/0/children/0',
    'there is no child "hook"',
  ],
  [
    'base data of an unknown entity',
    crane({ 'x-list': { filters: ['craneNo'], needs: { entity: 'yard', by: { craneNo: 'a' } } } }),
    '/x-list/needs/entity',
    'there is no entity "yard"',
  ],
  [
    'base data by a field that is no filter',
    crane({ 'x-list': { filters: ['craneNo'], needs: { entity: 'crane', by: { lift: 'lift' } } } }),
    '/x-list/needs/by/lift',
    '"lift" is no filter of the list',
  ],
  [
    'a stated total of a field that is no amount',
    crane({ 'x-import': { mode: 'insert', totals: [{ of: 'craneNo', equals: 'lift', per: ['craneNo'] }] } }),
    '/x-import/totals/0/of',
    '"craneNo" is no amount',
  ],
  [
    'an import layout with an unknown field',
    crane({ 'x-import': { mode: 'insert', layouts: [{ id: 'yard', label, columns: { NO: 'craneNr' } }] } }),
    '/x-import/layouts/0/columns/NO',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'an import layout with a read-only field',
    crane({ 'x-import': { mode: 'insert', layouts: [{ id: 'yard', label, columns: { STATUS: 'status' } }] } }),
    '/x-import/layouts/0/columns/STATUS',
    '"status" is read-only: no file can give it',
  ],
  [
    'two import layouts with one id',
    crane({
      'x-import': {
        mode: 'insert',
        layouts: [
          { id: 'yard', label, columns: { NO: 'craneNo' } },
          { id: 'yard', label, columns: { NO: 'craneNo' } },
        ],
      },
    }),
    '/x-import/layouts/1/id',
    '"yard" names another layout already',
  ],
];

describeRefusals(BROKEN);
