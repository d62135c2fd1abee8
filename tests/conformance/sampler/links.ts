import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { callersFields, PERSON } from '../caller.ts';
import {
  conditionForChild,
  conditionsForFields,
  isComparedWithParent,
  isWithoutAlternative,
} from '../lookedUpTargets.ts';
import {
  allConditions,
  codeInCondition,
  concreteEntity,
  isOf,
  readsPreviousValues,
  requiredCode,
  requiredTargetValues,
  statesForChildren,
  valuesOfParent,
} from '../neededRows.ts';
import { isCompared } from '../neighbours.ts';
import { isAboutDay, isKeyOfDay, namedCodes, targetOfParent } from '../readByRules.ts';
import { boundTargets, isWithoutSibling, NoTarget, parentLinks, requiredByLookups } from '../sameParentRows.ts';
import type { Link, Sample, SampleOptions } from '../sample.ts';
import { oneOf } from '../values.ts';
import type { ComparedTargets } from './comparedTargets.ts';
import { entryLink, fixedEntryLinks } from './entryLinks.ts';
import { possibleFields } from './fields.ts';
import type { Parents } from './parents.ts';
import { dayProbabilities } from './dayProbabilities.ts';
import { rowByCode, type SamplerContext } from './samplerContext.ts';
import type { Targets } from './targets.ts';

/** How often a code that a rule names is preferred to the target that a rule requires. */
const NAMED_CODE = 0.5;

/** Which parent of a row is preferred. */
interface ParentPreference {
  /** a new one, because rows under earlier ones were not found */
  hasNewParent: boolean;
  /** one without rows of the entity, as its rules may compare all of them */
  isAlone: boolean;
}

/** A row whose references are drawn one after the other. */
interface Referring extends ParentPreference {
  entity: Entity;
  options: SampleOptions;
  /** the targets of references to rows of the same parent, and that parent, by field */
  bound: ReadonlyMap<string, Sample>;
  /** its parent, as soon as that is drawn: other targets depend on it */
  parent: Sample | undefined;
}

/** Draws the references of rows: for each the row that it names. */
export class Links {
  readonly #sampler: SamplerContext;
  readonly #parents: Parents;
  readonly #targets: Targets;
  readonly #comparedTargets: ComparedTargets;

  constructor(sampler: SamplerContext, parents: Parents, targets: Targets, comparedTargets: ComparedTargets) {
    this.#sampler = sampler;
    this.#parents = parents;
    this.#targets = targets;
    this.#comparedTargets = comparedTargets;
  }

  /**
   * The references of a row, each with the row that it names.
   *
   * @throws NoTarget if a row that it must name is not found
   */
  of(entity: Entity, options: SampleOptions, preference: ParentPreference): Link[] {
    // other targets depend on the parent
    const requested = possibleFields(entity, options)
      .filter(({ name }) => !(name in (options.fixed ?? {})))
      .toSorted((a, b) => Number(isParentField(entity, b)) - Number(isParentField(entity, a)));
    const bound = this.#boundTargets(entity, requested, options.parent);
    const parent = options.parent ?? entity.parents.map(({ via }) => bound.get(via)).find((one) => one !== undefined);
    const own: Referring = { entity, options, bound, parent, ...preference };
    const links = requested.flatMap((field) => this.#linkOf(field, own) ?? []);
    if (isWithoutAlternative(entity, links, options)) throw new NoTarget(entity.name);
    return [...links, ...fixedEntryLinks(this.#sampler, entity, options)];
  }

  /** The targets of references to rows of the same parent, and that parent, by field. */
  #boundTargets(entity: Entity, requested: readonly Field[], given: Sample | undefined): Map<string, Sample> {
    const { model } = this.#sampler;
    return boundTargets(entity, requested, given, {
      parent: (name, ref) => {
        const target = concreteEntity(model, name);
        const states = [entity, model.entities[ref.entity]!].map((child) =>
          statesForChildren(model.entities[target]!, child),
        );
        return this.#targets.find(target, { fields: 'all', ...withoutAbsent({ laterStates: states[0] ?? states[1] }) });
      },
      child: (ref, parent) => this.#targets.sibling(ref, parent),
    });
  }

  /** The link of one field; undefined if it has none. */
  #linkOf(field: Field, own: Referring): Link | undefined {
    const { entity, options, bound } = own;
    const target = bound.get(field.name) ?? options.linked?.[field.name];
    if (target) return linkTo(target, field);
    if (isWithoutSibling(entity, field, bound)) return undefined;
    const { parent: given } = options;
    if (given && entity.parents.some((one) => one.via === field.name && isOf(given.entity, one.entity)))
      return linkTo(given, field);
    const code = codeInCondition(field, options.where);
    const named = code === undefined ? undefined : rowByCode(this.#sampler, field.ref!.entity, field.ref!.by, code);
    if (named) return { ...linkTo(named, field), required: named };
    if (own.parent && isComparedWithParent(entity, field.name)) {
      const compared = this.#comparedTargets.find(entity, field, own.parent, options);
      return compared && linkTo(compared, field);
    }
    if (field.ref && !field.ref.open) return this.#drawnLink(field, own);
    return field.optionList === undefined ? undefined : entryLink(this.#sampler, field);
  }

  /** The link of a reference to a drawn row. */
  #drawnLink(field: Field, own: Referring): Link {
    const { entity, options } = own;
    const { ref } = field;
    const target = this.#drawnTarget(field, own);
    if (isParentField(entity, field)) own.parent = target;
    const name = concreteEntity(this.#sampler.model, ref!.entity);
    return {
      field: field.name,
      by: ref!.by,
      targets: [target],
      many: field.kind === 'multiRef',
      ...withoutAbsent({
        required: targetOfParent(entity, field.name, own.parent) ?? this.#requiredTarget(field, own),
        permitting:
          options.mayBelongToOthers || !callersFields(entity).includes(field)
            ? undefined
            : rowByCode(this.#sampler, name, ref!.by, PERSON.userCde),
      }),
    };
  }

  /** A row to refer to; a parent is one under which rows of the entity may exist. */
  #drawnTarget(field: Field, { entity, options, parent, hasNewParent, isAlone }: Referring): Sample {
    const { model } = this.#sampler;
    const ref = field.ref!;
    const target = model.entities[concreteEntity(model, ref.entity)]!;
    const isParent = isParentField(entity, field);
    const condition = isParent
      ? allConditions(conditionForChild(target, entity, options.breaks), ...conditionsForFields(entity, options))
      : undefined;
    const fixed = {
      ...requiredTargetValues(ref, options.fixed),
      ...valuesOfParent(entity, ref, parent),
      ...this.#parents.codesFor(condition, entity),
    };
    const isFresh = isCompared(entity, field) || (isParent && (hasNewParent || readsPreviousValues(entity, target)));
    return this.#targets.find(
      target.name,
      {
        fields: isParent ? 'all' : 'required',
        where: allConditions(ref.where, condition),
        ...(isParent && isAlone ? { without: entity.name } : {}),
        ...(isParent ? withoutAbsent({ laterStates: statesForChildren(target, entity) }) : {}),
        ...(Object.keys(fixed).length > 0 ? { fixed } : {}),
      },
      isFresh,
    );
  }

  /** The target that a rule requires of a reference; undefined if none. Codes named in rules are used as often. */
  #requiredTarget({ name, ref }: Field, { entity, options, bound, parent }: Referring): Sample | undefined {
    const { model, random } = this.#sampler;
    const lookedUp = requiredByLookups(entity, new Map([...parentLinks(entity, parent), ...bound])).get(name);
    const named = lookedUp || ref!.unique ? namedCodes(entity, name) : [];
    const code = named.length > 0 && random() < NAMED_CODE ? oneOf(random, named) : requiredCode(entity, name);
    if (code === undefined && lookedUp) return lookedUp;
    // a rule may permit only named codes, unless a lookup by day finds a row for others, as an exchange rate
    const { otherThanNamed } = dayProbabilities(isAboutDay(entity, options));
    const isFree = isKeyOfDay(entity, name) && random() < otherThanNamed;
    const likely = code ?? (named.length > 0 && !isFree ? oneOf(random, named) : undefined);
    return likely === undefined
      ? undefined
      : rowByCode(this.#sampler, concreteEntity(model, ref!.entity), ref!.by, likely);
  }
}

/** Whether a field refers to a parent. */
const isParentField = ({ parents }: Entity, { name }: Field): boolean => parents.some(({ via }) => via === name);

/** The link of a reference to a row. */
const linkTo = (target: Sample, { name, ref }: Field): Link => ({
  field: name,
  by: ref!.by,
  targets: [target],
  many: false,
});
