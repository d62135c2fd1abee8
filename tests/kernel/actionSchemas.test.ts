import type { Raw } from '../../generator/compile/source.ts';
import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field, label, machine, state, transition } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'message marks on an unknown child',
    crane({
      'x-action': [
        {
          name: 'tell',
          label: { en: 'Tell', zh: '告知' },
          sends: {
            partner: 'captive',
            event: 'vessel',
            marks: { entity: 'hook', field: 'told', sent: 'A', delivered: 'B', refused: 'C' },
          },
        },
      ],
    }),
    '/x-action/0/sends/marks/entity',
    'there is no child "hook"',
  ],
  [
    'messages whose entity field lacks x-names',
    crane(
      {
        'x-entity': {
          ...(crane({})['x-entity'] as object),
          messages: {
            entity: 'craneNo',
            id: 'craneNo',
            number: 'craneNo',
            event: 'about',
            status: 'craneNo',
            shown: ['about'],
          },
        },
      },
      { about: field('choice', { 'x-options': [{ code: 'vessel', en: 'Vessel', zh: '船舶' }] }) },
    ),
    '/x-entity/messages/entity',
    '"craneNo" must have "x-names": "entity"',
  ],
  [
    'a message of an unknown event',
    crane({
      'x-action': [{ name: 'tell', label: { en: 'Tell', zh: '告知' }, sends: { partner: 'captive', event: 'vesel' } }],
    }),
    '/x-action/0/sends/event',
    /^crane\S*\.about has no option "vesel"; did you mean "vessel"\?$/,
  ],
  ...(
    [
      ['named like an operation', { name: 'edit' }, '/name', '"edit" is another operation of this entity already'],
      ['from an unknown state', { from: ['Lou'] }, '/from/0', 'there is no state "Lou"; did you mean "Low"?'],
      [
        'that shows an unknown input',
        { input: { properties: { note: field('text') }, show: { not: 'true' } } },
        '/input/show/not',
        'there is no input "not"; did you mean "note"?',
      ],
      [
        'that shows an input by an unknown field',
        { input: { properties: { note: field('text') }, show: { note: 'self.lifts > 0' } } },
        '/input/show/note',
        /lifts/,
      ],
      [
        'that offers rows to a text',
        { input: { properties: { note: field('text') }, offer: { note: { craneNo: 'self.craneNo' } } } },
        '/input/offer/note',
        '"note" is not an input with "x-ref"',
      ],
      [
        'that offers rows by what is no filter',
        {
          input: {
            properties: { other: field('ref', { 'x-ref': { entity: 'crane' } }) },
            offer: { other: { craneN: 'self.craneNo' } },
          },
        },
        '/input/offer/other/craneN',
        'crane has no filter "craneN"; did you mean "craneNo"?',
      ],
      [
        'that offers rows by a number',
        {
          input: {
            properties: { other: field('ref', { 'x-ref': { entity: 'crane' } }) },
            offer: { other: { craneNo: '1' } },
          },
        },
        '/input/offer/other/craneNo',
        /^gives a whole number, but a text or a list/,
      ],
      [
        'on the list that offers rows by a row',
        {
          on: 'list',
          input: {
            properties: { other: field('ref', { 'x-ref': { entity: 'crane' } }) },
            offer: { other: { craneNo: "'A'" } },
          },
        },
        '/input/offer',
        'an action on the list has no row, so "offer" does not apply',
      ],
      [
        'that totals an unknown input',
        { input: { properties: { fee: field('money') }, totals: { fees: 'dues' } } },
        '/input/totals/fees',
        'there is no input "fees"; did you mean "fee"?',
      ],
      [
        'that proposes a total for a text',
        { input: { properties: { note: field('text') }, totals: { note: 'dues' } } },
        '/input/totals/note',
        '"note" is not money',
      ],
      [
        'that totals an unknown field',
        { input: { properties: { fee: field('money') }, totals: { fee: 'due' } } },
        '/input/totals/fee',
        'there is no field "due"; did you mean "dues"?',
      ],
      [
        'that totals amounts of several currencies',
        { input: { properties: { fee: field('money') }, totals: { fee: 'toll' } } },
        '/input/totals/fee',
        '"toll" is not money of one currency',
      ],
      [
        'on the list that totals rows',
        { on: 'list', input: { properties: { fee: field('money') }, totals: { fee: 'dues' } } },
        '/input/totals',
        'an action on the list has no rows to total',
      ],
      [
        'on the list that shows an input by a row',
        { on: 'list', input: { properties: { note: field('text') }, show: { note: 'true' } } },
        '/input/show',
        'an action on the list has no row, so "show" does not apply',
      ],
      ['that adds a row of an unknown entity', { adds: 'cran' }, '/adds', 'there is no entity "cran"'],
      ['with a guard on an unknown field', { guard: 'self.lifts > 0' }, '/guard', /lifts/],
      [
        'on the list with a state',
        { on: 'list', from: ['Low'] },
        '/from',
        'an action on the list has no row, so "from" does not apply',
      ],
      [
        'on the list, in bulk',
        { on: 'list', bulk: true },
        '/bulk',
        'an action on the list runs on no rows, so it has no bulk form',
      ],
      [
        'that requires an unknown input',
        { input: { required: ['wy'], properties: { why: field('text') } } },
        '/input/required/0',
        'there is no input "wy"; did you mean "why"?',
      ],
      [
        'with an input of an unknown kind',
        { input: { properties: { why: field('texts') } } },
        '/input/properties/why/$ref',
        /^there is no field kind "texts"; did you mean "text"\?/,
      ],
      [
        'with an input that refers to an unknown entity',
        { input: { properties: { port: field('ref', { 'x-ref': { entity: 'harbour' } }) } } },
        '/input/properties/port/x-ref/entity',
        'there is no entity "harbour"',
      ],
      [
        'with an input named like a key of the request',
        { input: { properties: { items: field('text') } } },
        '/input/properties/items',
        '"items" is reserved for a parameter of the call',
      ],
      [
        'with an input that refuses its own default',
        { input: { properties: { load: field('integer', { default: 'much' }) } } },
        '/input/properties/load/default',
        '"much" is no value that the field takes',
      ],
      [
        'with a computed input',
        { input: { properties: { day: field('date', { 'x-default': 'today()' }) } } },
        '/input/properties/day',
        'an input belongs to no row: it is neither computed nor numbered, and its default is a constant',
      ],
    ] as [string, Raw, string, string | RegExp][]
  ).map(([name, words, path, message]): [string, Raw, string, string | RegExp] => [
    `an action ${name}`,
    crane(
      {
        ...machine([state('Low'), state('High', { final: true })], [transition('lift', 'Low', 'High')]),
        'x-action': [{ name: 'grease', label, effect: 'crane.grease', ...words }],
      },
      { dues: field('money', { 'x-currency': 'USD' }), toll: field('money') },
    ),
    `/x-action/0${path}`,
    message,
  ]),
  [
    'an action in a state of an entity without a machine',
    crane({ 'x-action': [{ name: 'grease', label, from: ['Low'], effect: 'crane.grease' }] }),
    '/x-action/0/from',
    'states need a machine: the entity has no x-machine',
  ],
];

describeRefusals(BROKEN);
