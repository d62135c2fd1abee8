import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALL,
  EVERY,
  type Grants,
  grant,
  isGrantedAction,
  type Line,
  markOf,
  revoke,
} from '../../../web/rights/matrix/grants.ts';

const LINES: Line[] = [
  { permissionId: 'master.port', area: 'master', actions: ['query', 'add', 'edit'] },
  { permissionId: 'master.vessel', area: 'master', actions: ['query', 'add', 'edit', 'import'] },
  { permissionId: 'system.task', area: 'system', actions: ['query', 'edit', 'finish'] },
];
const AREAS = ['master', 'system', 'claims'];

const of = (entries: Record<string, string[]>): Grants =>
  new Map(Object.entries(entries).map(([id, actions]) => [id, new Set(actions)]));
const plain = (grants: Grants): Record<string, string[]> =>
  Object.fromEntries([...grants].map(([id, actions]) => [id, [...actions].sort()]));
const revoked = (grants: Grants, id: string, action: string): Grants =>
  revoke(grants, { lines: LINES, areas: AREAS }, id, action);

describe('granting', () => {
  test.each<[string, Record<string, string[]>, string, string, Record<string, string[]>]>([
    ['an action includes reading', {}, 'master.port', 'edit', { 'master.port': ['edit', 'query'] }],
    ['adding includes reading', {}, 'master.port', 'add', { 'master.port': ['add', 'query'] }],
    ['an existing grant is not repeated', { 'master.*': ['query'] }, 'master.port', 'query', { 'master.*': ['query'] }],
    [
      'every action replaces single actions',
      { 'master.port': ['query'] },
      'master.port',
      EVERY,
      { 'master.port': ['*'] },
    ],
    [
      'an area replaces its entities',
      { 'master.port': ['query', 'edit'], 'system.task': ['query'] },
      'master.*',
      'query',
      { 'master.port': ['edit'], 'system.task': ['query'], 'master.*': ['query'] },
    ],
    [
      'everything replaces all grants',
      { 'master.*': ['query'], 'master.port': ['*'], 'system.task': ['finish'] },
      ALL,
      EVERY,
      { '*.*': ['*'] },
    ],
  ])('%s', (_, before, id, action, after) => {
    expect(plain(grant(of(before), id, action))).toEqual(after);
  });
});

describe('revoking', () => {
  test.each<[string, Record<string, string[]>, string, string, Record<string, string[]>]>([
    [
      'from the entity itself',
      { 'master.port': ['edit', 'query'] },
      'master.port',
      'edit',
      { 'master.port': ['query'] },
    ],
    ['the last one leaves no entry', { 'master.port': ['query'] }, 'master.port', 'query', {}],
    [
      'one of every action leaves the others',
      { 'master.port': ['*'] },
      'master.port',
      'add',
      { 'master.port': ['edit', 'query'] },
    ],
    [
      'from one of an area leaves the rest of the area',
      { 'master.*': ['edit', 'query'] },
      'master.port',
      'edit',
      { 'master.*': ['query'], 'master.vessel': ['edit'] },
    ],
    [
      'from one of everything leaves the rest of everything',
      { '*.*': ['*'] },
      'master.port',
      'edit',
      { 'system.*': ['*'], 'claims.*': ['*'], 'master.vessel': ['*'], 'master.port': ['add', 'query'] },
    ],
    [
      'from an area revokes it from its entities too',
      { 'master.port': ['edit', 'query'], 'master.*': ['edit'], 'system.task': ['edit'] },
      'master.*',
      'edit',
      { 'master.port': ['query'], 'system.task': ['edit'] },
    ],
    [
      'every action of an area',
      { 'master.*': ['*'], 'master.port': ['query'], 'system.*': ['query'] },
      'master.*',
      EVERY,
      { 'system.*': ['query'] },
    ],
    ['an area that has no entities yet', { 'claims.*': ['*'] }, 'claims.*', EVERY, {}],
    ['a missing grant', { 'master.port': ['query'] }, 'system.task', 'edit', { 'master.port': ['query'] }],
  ])('%s', (_, before, id, action, after) => {
    expect(plain(revoked(of(before), id, action))).toEqual(after);
  });
});

test.each<[Record<string, string[]>, string, string, string]>([
  [{ 'master.port': ['query'] }, 'master.port', 'query', 'all'],
  [{ 'master.port': ['query'] }, 'master.*', 'query', 'some'],
  [{ 'master.*': ['query'] }, 'master.*', 'query', 'all'],
  [{ 'master.*': ['query'] }, ALL, 'query', 'some'],
  [{}, ALL, EVERY, 'none'],
  [{ 'master.port': ['query', 'add', 'edit'] }, 'master.port', EVERY, 'all'],
  [{ 'master.port': ['query'] }, 'master.port', EVERY, 'some'],
  [{ 'claims.*': ['query'] }, 'claims.*', 'query', 'all'],
  [{ '*.*': ['*'] }, 'system.task', 'finish', 'all'],
  // all present entities are fewer than "every entity", which includes those that are added later
  [{ 'master.port': ['query'], 'master.vessel': ['query'] }, 'master.*', 'query', 'some'],
])('%j marks %s %s as granted to %s', (entries, id, action, mark) => {
  expect(markOf(of(entries), LINES, id, action)).toBe(mark);
});

const CELLS = LINES.flatMap((line) => line.actions.map((action) => ({ id: line.permissionId, action })));
const step = fc.record({
  on: fc.boolean(),
  id: fc.constantFrom(...LINES.map(({ permissionId }) => permissionId), 'master.*', 'system.*', 'claims.*', ALL),
  action: fc.constantFrom('query', 'add', 'edit', 'import', 'finish', EVERY),
});
const walked = fc
  .array(step, { maxLength: 12 })
  .map((steps) =>
    steps.reduce(
      (grants, { on, id, action }) => (on ? grant(grants, id, action) : revoked(grants, id, action)),
      new Map() as Grants,
    ),
  );

test('one checkbox changes only itself, after any sequence of changes', () => {
  fc.assert(
    fc.property(walked, fc.constantFrom(...CELLS), fc.boolean(), (grants, { id, action }, on) => {
      const after = on ? grant(grants, id, action) : revoked(grants, id, action);
      for (const cell of CELLS) {
        const isChanged = cell.id === id && cell.action === action;
        const isIncluded = on && cell.id === id && cell.action === 'query';
        expect(isGrantedAction(after, cell.id, cell.action), `${cell.id} ${cell.action}`).toBe(
          isChanged || isIncluded ? on : isGrantedAction(grants, cell.id, cell.action),
        );
      }
      for (const [, actions] of after) expect(actions.size).toBeGreaterThan(0);
    }),
  );
});

test('revokes from all of an area and nothing else', () => {
  fc.assert(
    fc.property(walked, fc.constantFrom('query', 'edit', EVERY), (grants, action) => {
      const after = revoked(grants, 'master.*', action);
      for (const cell of CELLS) {
        const isRevoked = cell.id.startsWith('master.') && (action === EVERY || cell.action === action);
        expect(isGrantedAction(after, cell.id, cell.action)).toBe(
          isRevoked ? false : isGrantedAction(grants, cell.id, cell.action),
        );
      }
    }),
  );
});
