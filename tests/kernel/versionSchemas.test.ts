import { describeRefusals, type BrokenSchema } from './brokenSchemas.ts';
import { crane, field } from './schemaFixture.ts';

const BROKEN: BrokenSchema[] = [
  [
    'version keys with an unknown field',
    crane({ 'x-version': { keys: ['craneNr'] } }),
    '/x-version/keys/0',
    'there is no field "craneNr"; did you mean "craneNo"?',
  ],
  [
    'a version that keeps a field outside its keys',
    crane({ 'x-version': { keys: ['craneNo'], keeps: ['lift'] } }),
    '/x-version/keeps/0',
    'there is no key "lift"',
  ],
  [
    'a version that copies an unknown child',
    crane({ 'x-version': { keys: ['craneNo'], copy: ['hook'] } }),
    '/x-version/copy/0',
    'there is no child "hook"',
  ],
  [
    'a distinct version of an unknown child',
    crane({ 'x-version': { keys: ['craneNo'], distinct: [{ entity: 'hook', per: ['lift'], by: ['lift'] }] } }),
    '/x-version/distinct/0/entity',
    'there is no child "hook"',
  ],
  [
    'a distinct version whose condition reads a field outside "per"',
    crane({
      'x-version': {
        keys: ['craneNo'],
        distinct: [{ entity: 'hook', per: ['craneNo'], where: 'self.lift > 1', by: ['lift'] }],
      },
    }),
    '/x-version/distinct/0/where',
    'reads "lift", which is not among per',
  ],
  [
    'a version precedence by an unknown field',
    crane({ 'x-version': { keys: ['craneNo'], precedence: { field: 'lfit', codes: ['A'] } } }),
    '/x-version/precedence/field',
    'there is no field "lfit"; did you mean "lift"?',
  ],
  [
    'a version precedence by a field without options',
    crane({ 'x-version': { keys: ['craneNo'], precedence: { field: 'lift', codes: ['A'] } } }),
    '/x-version/precedence/field',
    '"lift" has no options of its own',
  ],
  [
    'a version precedence with an unknown option',
    crane(
      { 'x-version': { keys: ['craneNo'], precedence: { field: 'sort', codes: ['TRAIL'] } } },
      { sort: field('choice', { 'x-options': [{ code: 'TRIAL', en: 'Trial', zh: '试用' }] }) },
    ),
    '/x-version/precedence/codes/0',
    'sort has no option "TRAIL"; did you mean "TRIAL"?',
  ],
  [
    'imports until another version with an equal unknown field',
    crane({
      'x-version': {
        keys: ['craneNo'],
        noImport: { into: 'true', after: 'true', per: ['lfit'], key: 'MSG_upload_0202' },
      },
    }),
    '/x-version/noImport/per/0',
    'there is no field "lfit"; did you mean "lift"?',
  ],
  [
    'imports into versions of a condition that reads an unknown field',
    crane({
      'x-version': {
        keys: ['craneNo'],
        noImport: { into: 'self.lfit > 1', after: 'true', per: ['craneNo'], key: 'MSG_upload_0202' },
      },
    }),
    '/x-version/noImport/into',
    'self has no field "lfit"; did you mean "lift"?',
  ],
  [
    'one Formal version in an entity without that state',
    crane({ 'x-version': { keys: ['craneNo'], oneFormalPer: ['lift'] } }),
    '/x-version/oneFormalPer',
    'no machine of the entity has the state "Formal"',
  ],
];

describeRefusals(BROKEN);
