import type { Field } from '../../generator/model/field.ts';
import type { Sampler } from './sampler/sampler.ts';

/** Values that are drawn before a fixed one is returned. */
const MAX_TRIES = 50;

/** A value that differs from the current one. @param mayBe whether a value is suitable */
export function firstOther(
  field: Field,
  value: unknown,
  sampler: Sampler,
  mayBe: (other: unknown) => boolean = () => true,
): unknown {
  for (let turn = 0; ; turn++) {
    const other = turn > MAX_TRIES ? 'X' : sampler.draw(field.kind === 'ref' ? { ...field, kind: 'code' } : field);
    if (other !== value && (turn > MAX_TRIES || mayBe(other))) return other;
  }
}
