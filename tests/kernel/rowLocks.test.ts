import { describe, expect, test } from 'vitest';
import { RowLocks, LockOrder, type LockedRow } from '../../server/kernel/rowLocks.ts';

const ORDER = new LockOrder(['flow', 'case', 'todo'], ['todo']);
const top = (table: string, id = '1'): LockedRow => ({ table, id });
const child = (table: string, ...parents: string[]): LockedRow => ({ table, id: '1', parents });

function messagesOf(work: (locks: RowLocks) => void): string[] {
  const messages: string[] = [];
  work(new RowLocks(ORDER, (message) => messages.push(message)));
  return messages;
}

describe('the order of locks', () => {
  test.each<[what: string, rows: LockedRow[]]>([
    ['tables in their order', [top('flow'), top('case'), top('todo')]],
    ['unnamed tables before named ones', [top('note'), top('flow')]],
    ['unnamed tables by name', [top('apple'), top('note')]],
    ['ids as numbers', [top('case', '9'), top('case', '10')]],
    ['a child after its parent', [top('case'), child('charge', 'case')]],
    ['children of one tree in any order', [top('case'), child('invoice', 'case'), child('charge', 'case')]],
    ['a child after other trees', [top('flow'), top('case'), child('claim', 'flow')]],
    ['a row again', [top('flow'), top('case'), top('flow')]],
    ['to-dos of several records', [top('case'), top('todo', '9'), top('todo', '4')]],
  ])('accepts %s', (_, rows) => {
    expect(
      messagesOf((locks) => {
        for (const row of rows) locks.add([row]);
      }),
    ).toEqual([]);
  });

  test.each<[what: string, rows: LockedRow[], message: string]>([
    ['tables in reverse order', [top('case'), top('flow')], 'flow 1 is locked after case 1'],
    ['unnamed tables after named ones', [top('flow'), top('note')], 'note 1 is locked after flow 1'],
    ['ids in reverse order', [top('case', '10'), top('case', '9')], 'case 9 is locked after case 10'],
    ['a child without its parent', [top('flow'), child('charge', 'case')], 'charge is locked before its parent (case)'],
    ['a record after its to-do', [top('todo'), top('case')], 'case 1 is locked after todo 1'],
  ])('reports %s', (_, rows, message) => {
    expect(
      messagesOf((locks) => {
        locks.add(rows);
      }),
    ).toEqual([expect.stringContaining(message)]);
  });

  test('forgets locks released by a savepoint', () => {
    expect(
      messagesOf((locks) => {
        locks.add([top('flow')]);
        const before = locks.count;
        locks.add([top('case'), child('charge', 'case')]);
        locks.backTo(before);
        locks.add([top('flow', '2'), top('case')]);
      }),
    ).toEqual([]);
  });

  test('is not checked in an import of a whole file', () => {
    expect(
      messagesOf((locks) => {
        locks.relax();
        locks.add([top('case'), top('flow')]);
      }),
    ).toEqual([]);
  });
});
