import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { conditionForChild, excludedUnder, optionsComparedWithParent } from '../lookedUpTargets.ts';
import { concreteEntity, statesForChildren } from '../neededRows.ts';
import { linksAgreedWith } from '../readByRules.ts';
import type { Sample, SampleOptions } from '../sample.ts';
import type { Evaluation } from './evaluation.ts';
import type { SamplerContext } from './samplerContext.ts';

/** Maximum number of candidates for a row that rules compare with the parent of the row that refers to it. */
const COMPARED_TRIES = 300;
/** Failed searches after which a compared row is not searched again, such as one in a currency without a rate. */
const MAX_FAILED = 2;

/** Generates rows that rules compare with the parent of the row that refers to them. */
export class ComparedTargets {
  readonly #sampler: SamplerContext;
  readonly #evaluation: Evaluation;
  /** parents of such rows, by entity and references */
  readonly #parents = new Map<string, Sample>();
  /** how often no such row was found, by entity and options */
  readonly #failed = new Map<string, number>();

  constructor(sampler: SamplerContext, evaluation: Evaluation) {
    this.#sampler = sampler;
    this.#evaluation = evaluation;
  }

  /**
   * A row that a reference may name, as rules compare it with the parent: with the same company or currency, for
   * example. Undefined if none is found, or if rules permit no such reference under this parent.
   */
  find(
    entity: Entity,
    field: Field,
    parent: Sample,
    { breaks }: Pick<SampleOptions, 'breaks'> = {},
  ): Sample | undefined {
    const { model, random } = this.#sampler;
    const place = { entity, evaluator: this.#evaluation.evaluatorOf(entity), field: field.name, parent, breaks };
    if (excludedUnder(place).has(field.name)) return undefined;
    const target = model.entities[concreteEntity(model, field.ref!.entity)]!;
    const options = optionsComparedWithParent(place, target, random);
    const key = keyOfSearch(target, options);
    const failed = this.#failed.get(key) ?? 0;
    if (failed >= MAX_FAILED) return undefined;
    const found = this.#findUnderParent(target, options);
    if (!found) this.#failed.set(key, (this.#failed.get(key) ?? 0) + 1);
    return found;
  }

  /** A row with these options, if possible under a parent that an earlier one has. */
  #findUnderParent(target: Entity, options: SampleOptions): Sample | undefined {
    const { model, find } = this.#sampler;
    const findUnder = (parent?: Sample): Sample | undefined =>
      find(target.name, { ...options, tries: COMPARED_TRIES, ...withoutAbsent({ parent }) });
    const agreed = linksAgreedWith(target, options.linked);
    const parentEntity = target.parents[0] && model.entities[concreteEntity(model, target.parents[0].entity)]!;
    if (!parentEntity || Object.keys(agreed).length === 0) return findUnder();
    const key = [parentEntity.name, ...Object.entries(agreed).flatMap(([name, { full }]) => [name, full['id']])].join(
      ' ',
    );
    const earlier = this.#parents.get(key);
    const found = earlier && findUnder(earlier);
    if (found) return found;
    const parent = find(parentEntity.name, {
      fields: 'all',
      linked: agreed,
      ...withoutAbsent({
        where: conditionForChild(parentEntity, target),
        laterStates: statesForChildren(parentEntity, target),
      }),
    });
    if (parent) this.#parents.set(key, parent);
    return parent && findUnder(parent);
  }
}

/** The key under which failed searches are counted. */
const keyOfSearch = ({ name }: Entity, { where, fixed, linked = {}, laterStates }: SampleOptions): string =>
  JSON.stringify([
    name,
    where,
    fixed,
    laterStates,
    Object.entries(linked).map(([field, { full }]) => [field, full['id']]),
  ]);
