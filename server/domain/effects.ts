import { didYouMean } from '../../generator/nearest.ts';
import type { Model } from '../../generator/model/types.ts';
import { SchemaProblems, type Problem } from '../../generator/problem.ts';
import type { Effect, Effects } from '../kernel/domain.ts';
import { copyYear } from './vessel/copyYear.ts';
import { takeOver } from './vessel/takeOver.ts';

/** What the actions of the product's schemas do: `x-action.effect` → function. */
export const EFFECTS: Effects = new Map<string, Effect>([
  ['vessel.takeOver', takeOver],
  ['vessel.copyYear', copyYear],
]);

/** @throws SchemaProblems with every action whose effect is not there, by file and path */
export function checkEffects({ entities }: Model, effects: Effects): void {
  const problems = Object.values(entities).flatMap(({ file, actions }) => actions.flatMap(({ effect }, index): Problem[] =>
    (effects.has(effect) ? [] : [{ file, path: `/x-action/${index}/effect`, message: `there is no effect "${effect}"${didYouMean(effect, effects.keys())}` }])));
  if (problems.length > 0) throw new SchemaProblems(problems);
}
