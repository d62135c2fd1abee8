import type { Ref } from '../../../generator/model/field.ts';
import { NoTarget } from '../sameParentRows.ts';
import type { Sample, SampleOptions } from '../sample.ts';
import { oneOf } from '../values.ts';
import type { SamplerContext } from './samplerContext.ts';

/** Targets that are generated with the same options before earlier ones are used again. */
const MIN_TARGETS = 4;
/** How often an earlier target is used again. */
const EARLIER_TARGETS = 0.95;

/** Generates rows that others refer to, and uses earlier ones again. */
export class Targets {
  readonly #sampler: SamplerContext;
  /** rows that others refer to, by entity and options */
  readonly #targets = new Map<string, Sample[]>();
  /** rows to which another child of their parent may refer, by entity and parent */
  readonly #siblings = new Map<string, Sample>();

  constructor(sampler: SamplerContext) {
    this.#sampler = sampler;
  }

  /**
   * A row to refer to: usually one with other references already.
   *
   * @throws NoTarget if none is found
   * @param isFresh prefers a new row
   */
  find(name: string, options: SampleOptions, isFresh = false): Sample {
    const { random, find } = this.#sampler;
    const { fields, where, without, fixed, laterStates } = options;
    const key = JSON.stringify([name, fields, where, without, fixed, laterStates]);
    const earlier = this.#targets.get(key) ?? [];
    const isEarlier = !isFresh && earlier.length >= MIN_TARGETS && random() < EARLIER_TARGETS;
    const created = isEarlier ? undefined : find(name, options);
    if (!created && earlier.length === 0) throw new NoTarget(name);
    if (created) this.#targets.set(key, [...earlier, created]);
    return created ?? oneOf(random, earlier);
  }

  /** Another child of a parent: an earlier one if the parent allows no further row; undefined if there is none. */
  sibling({ entity: name, where }: Ref, parent: Sample): Sample | undefined {
    const key = `${name} ${where} ${String(parent.full['id'])}`;
    const found = this.#sampler.find(name, { fields: 'required', parent, where }) ?? this.#siblings.get(key);
    if (found) this.#siblings.set(key, found);
    return found;
  }
}
