import { expect, test } from 'vitest';
import type { Context } from '../../server/kernel/context.ts';
import { unmannedLevel } from '../../server/kernel/approval/unmannedLevel.ts';

/** Who can decide at each level besides the submitter, who is `ann`. */
type Holders = Record<string, string[]>;

const unmanned = (holders: Holders, fourEyes: boolean): Promise<string | undefined> =>
  unmannedLevel(
    { fourEyes, roleHolders: async () => new Map(Object.entries(holders)) },
    Object.keys(holders).map((role) => ({ level: role, role })),
    { user: { userCde: 'ann' } } as Context,
  );

test.each<[string, Holders, string | undefined, string | undefined]>([
  ['nobody', { A: [] }, 'A', 'A'],
  ['only the submitter', { A: ['ann'] }, 'A', 'A'],
  ['one person', { A: ['ben'] }, undefined, undefined],
  ['one person for both levels', { A: ['ben'], B: ['ann', 'ben'] }, 'B', undefined],
  ['a person of both levels who is needed at the second', { A: ['ben', 'cyd'], B: ['ben'] }, undefined, undefined],
  ['two people for three levels', { A: ['ben', 'cyd'], B: ['cyd', 'ben'], C: ['ben', 'cyd'] }, 'C', undefined],
  ['three people in a circle', { A: ['ben', 'cyd'], B: ['cyd', 'dan'], C: ['dan', 'ben'] }, undefined, undefined],
  ['nobody at the second level', { A: ['ben'], B: [] }, 'B', 'B'],
])('with %s, the level without a person is found', async (_, holders, withFourEyes, without) => {
  expect(await unmanned(holders, true)).toBe(withFourEyes);
  expect(await unmanned(holders, false)).toBe(without);
});
