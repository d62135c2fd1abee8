import { withoutAbsent } from '../../../generator/compile/field.ts';
import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { conditionsForAll } from '../lookedUpTargets.ts';
import {
  allConditions,
  codesInCondition,
  concreteEntity,
  conditionOfParent,
  statesForChildren,
} from '../neededRows.ts';
import type { Row, Sample } from '../sample.ts';
import { oneOf } from '../values.ts';
import type { Evaluation } from './evaluation.ts';
import type { SamplerContext } from './samplerContext.ts';

/** Generates parents under which rows of an entity may exist. */
export class Parents {
  readonly #sampler: SamplerContext;
  readonly #evaluation: Evaluation;
  /** entity, field and code of parents under which no row of the entity was found */
  readonly #failedCodes = new Set<string>();

  constructor(sampler: SamplerContext, evaluation: Evaluation) {
    this.#sampler = sampler;
    this.#evaluation = evaluation;
  }

  /**
   * A parent for rows of an entity, with the given values, and in states and with values for which it accepts them.
   *
   * @param parentEntity the entity of the parent, where it matters
   * @param where condition on the parent; by default the one under which it has such rows (`x-child.when`)
   */
  find(entity: Entity, fixed: Row, parentEntity?: string, where?: string): Sample | undefined {
    const { model, find } = this.#sampler;
    const [first] = entity.parents;
    const target = parentEntity ?? (first === undefined ? undefined : concreteEntity(model, first.entity));
    if (target === undefined) return undefined;
    const parent = model.entities[target]!;
    const condition =
      where ??
      allConditions(
        conditionOfParent(parent, entity),
        ...conditionsForAll(entity).filter((one) => fieldNamesIn(one, 'self').every((name) => !(name in fixed))),
      );
    return find(target, {
      fields: 'all',
      fixed: { ...(where === undefined ? this.codesFor(condition, entity) : {}), ...fixed },
      ...withoutAbsent({ where: condition, laterStates: statesForChildren(parent, entity) }),
    });
  }

  /** Whether rows of the entity may exist under a parent (`x-child.when`, and its rules over the parent alone). */
  mayHave(parent: Sample, entity: Entity): boolean {
    const condition = conditionOfParent(parent.entity, entity);
    const evaluator = this.#evaluation.evaluatorOf(parent.entity);
    return (
      (condition === undefined || evaluator.test(condition, parent.full) === true) &&
      conditionsForAll(entity).every((one) => evaluator.test(one, parent.full) !== false)
    );
  }

  /** Notes the codes of a parent under which no row was found. */
  noteFailure(entity: Entity, parent: Sample | undefined): void {
    const codes = parent ? codesInCondition(conditionOfParent(parent.entity, entity)) : {};
    for (const name of Object.keys(codes)) this.#failedCodes.add(`${entity.name} ${name} ${parent!.full[name]}`);
  }

  /**
   * Values with which a row probably meets a condition: for each field one of the codes that the condition names.
   *
   * @param child the entity for whose rows a parent is needed: codes under which none was found are avoided
   */
  codesFor(condition: string | undefined, child?: Entity): Row {
    return Object.fromEntries(
      Object.entries(codesInCondition(condition)).map(([name, codes]) => {
        const untried = codes.filter((code) => !this.#failedCodes.has(`${child?.name} ${name} ${code}`));
        return [name, oneOf(this.#sampler.random, untried.length > 0 ? untried : codes)];
      }),
    );
  }
}
