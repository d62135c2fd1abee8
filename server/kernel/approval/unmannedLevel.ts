import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import type { Level } from './route.ts';

/**
 * The first level at which nobody is left to decide on a submission of the user, who decides on nothing of it. With
 * four eyes, each person decides at one level.
 *
 * @returns the code of the level; undefined if each level has a person
 */
export async function unmannedLevel(
  kernel: Pick<Kernel, 'roleHolders' | 'fourEyes'>,
  levels: readonly Level[],
  { db, user }: Context,
): Promise<string | undefined> {
  const holders = await kernel.roleHolders(
    db,
    levels.map(({ role }) => role),
  );
  const people = levels.map(({ role }) => (holders.get(role) ?? []).filter((person) => person !== user.userCde));
  const levelOf = new Map<string, number>();
  /** Finds a person for a level, for which others may decide at other levels instead. */
  const assign = (index: number, tried: Set<string>): boolean =>
    people[index]!.some((person) => {
      if (tried.has(person)) return false;
      tried.add(person);
      const taken = levelOf.get(person);
      if (kernel.fourEyes && taken !== undefined && !assign(taken, tried)) return false;
      levelOf.set(person, index);
      return true;
    });
  return levels.find((_, index) => !assign(index, new Set()))?.level;
}
