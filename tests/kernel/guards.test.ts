import { describe, expect, test } from 'vitest';
import { compileGuards, guardsByOperation } from '../../generator/keywords/guard.ts';

describe('guards', () => {
  const light = { expr: 'self.lift < 100' };
  const list = [
    { on: ['delete', 'edit'], ...light },
    { on: ['edit'], expr: 'self.lift > 1' },
  ];
  const entity = { machines: [], actions: [] };

  test('compiles a list to the guards of each operation, edit first', () => {
    const guards = compileGuards(list, entity);
    expect(Object.keys(guards)).toEqual(['edit', 'delete']);
    expect(guards['edit']!.map(({ expr }) => expr)).toEqual(['self.lift < 100', 'self.lift > 1']);
    expect(guards['delete']!.map(({ expr }) => expr)).toEqual(['self.lift < 100']);
  });

  test('compiles a list like the equivalent object', () => {
    const object = guardsByOperation(list);
    expect(object).toEqual({ delete: [light], edit: [light, { expr: 'self.lift > 1' }] });
    expect(compileGuards(object, entity)).toEqual(compileGuards(list, entity));
  });
});
