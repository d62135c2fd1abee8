import { serverWrittenRule } from '../serverWrittenRules.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** `x-immutable`: changes of a stored row, each of one immutable field. New rows cannot violate it. */
export const immutable: ConformanceKeyword = {
  word: 'x-immutable',
  cases: () => [],
  serverWrittenCases: (entity, sampler) =>
    entity.rules.filter((one) => one.immutable).flatMap((one) => serverWrittenRule(entity, one, sampler)),
};
