import { describe, expect, test } from 'vitest';
import { HeldLocks, LockOrder, type LockedRow } from '../../server/kernel/heldLocks.ts';

const ORDER = new LockOrder(['flow', 'case', 'todo'], ['todo']);
const top = (table: string, id = '1'): LockedRow => ({ table, id });
const child = (table: string, ...parents: string[]): LockedRow => ({ table, id: '1', parents });

function broken(work: (held: HeldLocks) => void): string[] {
  const messages: string[] = [];
  work(new HeldLocks(ORDER, (message) => messages.push(message)));
  return messages;
}

describe('the order of locks', () => {
  test.each<[what: string, rows: LockedRow[]]>([
    ['tables in their order', [top('flow'), top('case'), top('todo')]],
    ['what is not named before what is', [top('note'), top('flow')]],
    ['what is not named by the name of its table', [top('apple'), top('note')]],
    ['ids as numbers', [top('case', '9'), top('case', '10')]],
    ['a child after its parent', [top('case'), child('charge', 'case')]],
    ['children of one tree in any order', [top('case'), child('invoice', 'case'), child('charge', 'case')]],
    ['a child after other trees', [top('flow'), top('case'), child('claim', 'flow')]],
    ['a row again', [top('flow'), top('case'), top('flow')]],
    ['to-dos of several records', [top('case'), top('todo', '9'), top('todo', '4')]],
  ])('takes %s', (_, rows) => {
    expect(
      broken((held) => {
        for (const row of rows) held.add([row]);
      }),
    ).toEqual([]);
  });

  test.each<[what: string, rows: LockedRow[], message: string]>([
    ['tables the other way round', [top('case'), top('flow')], 'flow 1 is locked after case 1'],
    ['what is not named after what is', [top('flow'), top('note')], 'note 1 is locked after flow 1'],
    ['ids the other way round', [top('case', '10'), top('case', '9')], 'case 9 is locked after case 10'],
    ['a child without its parent', [top('flow'), child('charge', 'case')], 'charge is locked before its parent (case)'],
    ['a record after its to-do', [top('todo'), top('case')], 'case 1 is locked after todo 1'],
  ])('tells of %s', (_, rows, message) => {
    expect(
      broken((held) => {
        held.add(rows);
      }),
    ).toEqual([expect.stringContaining(message)]);
  });

  test('forgets what a savepoint gave back', () => {
    expect(
      broken((held) => {
        held.add([top('flow')]);
        const before = held.count;
        held.add([top('case'), child('charge', 'case')]);
        held.backTo(before);
        held.add([top('flow', '2'), top('case')]);
      }),
    ).toEqual([]);
  });

  test('is not asked of a whole file', () => {
    expect(
      broken((held) => {
        held.relax();
        held.add([top('case'), top('flow')]);
      }),
    ).toEqual([]);
  });
});
