import { didYouMean } from '../../generator/compile/nearest.ts';
import { SchemaProblems, type SchemaProblem } from '../../generator/compile/problem.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { Effects } from '../kernel/core.ts';

/** Fails where a schema names an unknown effect. @throws SchemaProblems with each action and transition that does */
export function checkEffects({ entities }: Model, effects: Effects): void {
  const isMissing = (effect: string | undefined): effect is string => effect !== undefined && !effects.has(effect);
  const reasonOf = (effect: string): string => `there is no effect "${effect}"${didYouMean(effect, effects.keys())}`;
  const problems = Object.values(entities).flatMap(({ file, actions, machines }): SchemaProblem[] => [
    ...actions.flatMap(({ effect }, index) =>
      isMissing(effect) ? [{ file, path: `/x-action/${index}/effect`, message: reasonOf(effect) }] : [],
    ),
    ...machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ effect, action }) =>
        isMissing(effect) ? [{ file, path: '/x-machine', message: `${action}: ${reasonOf(effect)}` }] : [],
      ),
    ),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
}
