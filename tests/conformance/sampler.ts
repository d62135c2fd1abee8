import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import { withoutAbsent } from '../../generator/compile/field.ts';
import { today } from '../../generator/language/dates.ts';
import { isRequiredOnCreate } from '../../generator/language/jsonSchema.ts';
import {
  compileEvaluator,
  type EntityEvaluator,
  type EvaluationContext,
} from '../../generator/language/evaluation/evaluator.ts';
import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field, Ref } from '../../generator/model/field.ts';
import { repairRow } from './repairRow.ts';
import { KnownRows } from './knownRows.ts';
import { areEqualIn, isCompared } from './neighbours.ts';
import {
  readsPreviousValues,
  previousValues,
  isOf,
  linkValue,
  allConditions,
  codeInCondition,
  codesInCondition,
  concreteEntity,
  conditionOfParent,
  requiredTargetValues,
  isSummedAlone,
  mustMatchFormula,
  statesForChildren,
  setByChildren,
  shareOf,
  valuesOfParent,
  requiredCode,
} from './neededRows.ts';
import {
  boundTargets,
  isOfSibling,
  isWithoutSibling,
  needsSibling,
  parentLinks,
  NoTarget,
  requiredByLookups,
} from './sameParentRows.ts';
import { callersFields, PERSON } from './caller.ts';
import {
  agreedWith,
  linksAgreedWith,
  linksLikeSibling,
  coveringFor,
  daysSinceParent,
  patternsInRules,
  readsChildren,
  limitsSums,
  maximaInRules,
  isAboutDay,
  isKeyOfDay,
  isReadByDay,
  requiredByDay,
  lookedUp,
  lookedUpRows,
  lookupCounts,
  namedCodes,
  readsTotal,
  rulesOverChildren,
  rulesOverDayLookups,
  targetOfParent,
  withTotals,
} from './readByRules.ts';
import { withSharedTarget } from './sharedTargets.ts';
import {
  alternatives,
  conditionForChild,
  conditionsForAll,
  conditionsForFields,
  excludedUnder,
  isComparedAlternative,
  isComparedWithParent,
  isWithoutAlternative,
  optionsComparedWithParent,
} from './lookedUpTargets.ts';
import { ConstantViolations } from './constantViolations.ts';
import { DayRows } from './dayRows.ts';
import { drawnTogether } from './togetherFields.ts';
import { orderNumbers, slicesOf, spanOf } from './spans.ts';
import { drawValue, lowest, oneOf, randomFrom, type Random } from './values.ts';
import type { Link, MayClash, Row, Sample, SampleOptions } from './sample.ts';

/** Maximum number of candidates for a row. */
const MAX_TRIES = 3000;
/**
 * Maximum number of candidates under each of several parents: some allow no further row, such as a claim whose reserve is
 * used up.
 */
const MAX_TRIES_UNDER_PARENT = 1200;
/**
 * Maximum number of candidates for a child of a row that must break a rule: often no child fits such a row, such as one
 * whose period is reversed.
 */
const MAX_TRIES_UNDER_BROKEN = 300;
/** Maximum number of candidates for a row that rules compare with the parent of the row that refers to it. */
const COMPARED_TRIES = 300;
/** Failed searches after which a compared row is not searched again, such as one in a currency without a rate. */
const MAX_FAILED = 2;
/** Valid candidates for which children are generated. */
const MAX_FAMILIES = 60;
/** Candidates for which children are generated, if the row must break a rule. */
const MAX_BROKEN_FAMILIES = 10;
/** Parents for which no row of an optional child entity fits, after which parents are generated without it. */
const MAX_CHILDLESS = 20;
/** Parents under which a row is tried. */
const MAX_PARENTS = 12;
/** How many of these parents may be rows that other rows have as their parent already. */
const MAX_FORMER_PARENTS = 6;
/** Targets that are generated with the same options before earlier ones are used again. */
const MIN_TARGETS = 4;
/** How often an earlier target is used again. */
const FORMER_TARGETS = 0.95;
/** How often a date lies within the period of the parent. */
const WITHIN_PARENT = 0.8;
/** How often a number is at most the one that a rule permits. */
const BELOW_MAXIMUM = 0.8;
/** How often a field equals that of the parent if a rule requires it. */
const LIKE_PARENT = 0.9;
/** Candidates after which optional fields are sometimes omitted. */
const TRIES_WITH_ALL = 1000;

/** Candidates after which every second one omits most optional fields, as a rule may forbid several of them. */
const TRIES_BEFORE_SPARSE = 200;
/** How often a sparse candidate omits an optional field. */
const SPARSE = 0.85;

/**
 * Probabilities for the fields of a lookup by day, such as an exchange rate: a reference is not a code that rules name,
 * and the value that the lookup provides is omitted. Rules permit few other values.
 */
const BY_DAY = { otherThanNamed: 0.15, omitted: 0.85 };
/** These probabilities for a row that must break a rule over the lookup, or meet a condition over it. */
const ABOUT_DAY = { otherThanNamed: 0.7, omitted: 0.3 };

/** How often an optional field is omitted, or is added to the required ones. */
const OPTIONAL = 0.3;

/** The day of every generated case: the server's day, as `today()` must be equal on both. */
export const TODAY = today('Asia/Shanghai');

/** The key under which failed searches for a compared row are counted. */
const keyOfTarget = ({ name }: Entity, { where, fixed, linked = {}, laterStates }: SampleOptions): string =>
  JSON.stringify([
    name,
    where,
    fixed,
    laterStates,
    Object.entries(linked).map(([field, { full }]) => [field, full['id']]),
  ]);

/** Whether a field contains uploads: each row needs its own. */
export const isFileField = ({ kind }: Field): boolean => kind === 'file' || kind === 'files';

/** Whether a field is input. */
export const isWritable = (field: Field): boolean =>
  !field.readOnly &&
  !field.state &&
  field.number === undefined &&
  (field.compute === undefined || field.compute.overridable);

/** Whether a reference needs a value, because the row that its default names may not exist. */
const hasDefaultTarget = (field: Field): boolean =>
  field.ref !== undefined && (field.default !== undefined || (field.required && field.defaultExpr !== undefined));

/**
 * Generates rows of any entity from its keywords alone. A candidate is generated field by field, repaired where a
 * keyword says how (order, sums), and validated as on the server; the first valid one that conflicts with no earlier
 * row is returned.
 */
export class Sampler {
  readonly model: Model;
  readonly #random: Random;
  readonly #evaluators = new Map<string, EntityEvaluator>();
  readonly #known = new KnownRows();
  /** rows that others refer to */
  readonly #targets = new Map<string, Sample[]>();
  /** parents of rows that rules compare with another row, by entity and references */
  readonly #agreeingParents = new Map<string, Sample>();
  /** how often no row was found that rules compare with another row, by entity and options */
  readonly #failedTargets = new Map<string, number>();
  /** rows to which another child of their parent may refer, by entity and parent */
  readonly #siblingTargets = new Map<string, Sample>();
  /** entity, field and code of parents under which no row of the entity was found */
  readonly #failedCodes = new Set<string>();
  /** how many parents had no fitting row of a child entity, by both entities; 0 once one had */
  readonly #childless = new Map<string, number>();
  #lastUnusedId = 1_000_000_000;
  readonly #currencies: Entity | undefined;
  /** the rows that lookups by day find */
  readonly #dayRows: DayRows;

  constructor(model: Model, seed = 1) {
    this.model = model;
    this.#currencies = Object.values(model.entities).find(({ currencies }) => currencies);
    this.#random = randomFrom(seed);
    this.#dayRows = new DayRows({
      model,
      find: (name, options) => this.find(name, options),
      rowByCode: (name, by, code) => this.rowByCode(name, by, code),
      known: (name, key) => this.known(name, key),
    });
  }

  /** The compiled formulas and rules of an entity. */
  evaluatorOf(entity: Entity): EntityEvaluator {
    const known = this.#evaluators.get(entity.name) ?? compileEvaluator(entity, this.model);
    this.#evaluators.set(entity.name, known);
    return known;
  }

  /**
   * Generates a row.
   *
   * @throws Error if none is found: rules contradict each other, or the sampler cannot satisfy them
   */
  sample(name: string, options: SampleOptions = {}): Sample {
    const found = this.find(name, options);
    if (!found)
      throw new Error(`no row of ${name} found${options.where === undefined ? '' : ` where ${options.where}`}`);
    return found;
  }

  /** Generates a row; undefined if none is found. */
  find(name: string, options: SampleOptions = {}): Sample | undefined {
    const entity = this.model.entities[name]!;
    if (options.parent && !options.accepts && !this.#mayHave(options.parent, entity)) return undefined;
    const { stackTraceLimit } = Error;
    // an expression with an absent operand throws, and its stack trace costs more than the evaluation
    Error.stackTraceLimit = 0;
    try {
      // a parent may allow no further row, so others are tried
      const isUnderOthers = !options.parent && entity.parents.length > 0;
      for (let turn = 0; turn < (isUnderOthers ? MAX_PARENTS : 1); turn++) {
        const links = this.#linksIfFound(entity, options, turn);
        if (!links) continue;
        const found = this.#findAmong(
          entity,
          links,
          isUnderOthers ? { tries: MAX_TRIES_UNDER_PARENT, ...options } : options,
        );
        if (found) return found;
        if (!options.parent && !options.accepts) this.#noteFailure(entity, this.#parentOf(entity, links));
      }
      return undefined;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  /** The links of a row; undefined if a row to refer to is not found, but may be under another parent. */
  #linksIfFound(entity: Entity, options: SampleOptions, turn: number): Link[] | undefined {
    try {
      return this.#linksOf(entity, options, { hasNewParent: turn >= MAX_FORMER_PARENTS, isAlone: turn % 2 === 1 });
    } catch (error) {
      if (error instanceof NoTarget) return undefined;
      throw error;
    }
  }

  #findAmong(entity: Entity, links: readonly Link[], options: SampleOptions): Sample | undefined {
    const parent = options.parent ?? this.#parentOf(entity, links);
    const covering = coveringFor(entity, parent);
    const drawn: SampleOptions = {
      ...options,
      ...(options.within || !parent
        ? {}
        : withoutAbsent({
            within:
              covering?.within ??
              [parent, ...Object.values(this.#lookedUp({ entity, row: {}, parent }))]
                .map(spanOf)
                .find((span) => span !== undefined),
          })),
    };
    const maxFamilies = options.accepts ? MAX_BROKEN_FAMILIES : MAX_FAMILIES;
    let families = 0;
    const constant = new ConstantViolations(entity, options);
    for (let attempt = 0; attempt < (options.tries ?? MAX_TRIES) && families < maxFamilies; attempt++) {
      if (constant.areFound) {
        if (attempt >= TRIES_WITH_ALL) break;
        attempt = TRIES_WITH_ALL;
        constant.reset();
      }
      const drawnLinks = withSharedTarget(entity, links, options.linked ?? {}, this.#random).map((link) => {
        const target = covering?.targets.get(link.field);
        return target ? { ...link, targets: [target] } : this.#linkFor(link, attempt);
      });
      // optional fields are omitted earlier if no children fit
      const candidate = this.#candidate(
        entity,
        drawnLinks,
        drawn,
        families > maxFamilies / 2 ? attempt + TRIES_WITH_ALL : attempt,
        parent,
      );
      if (!candidate) continue;
      const row = this.#withRequiredByDay(entity, candidate, drawn, parent);
      const ownLinks = drawnLinks.filter(
        (link) => link.field in row && (link.many || row[link.field] === linkValue(link)),
      );
      const own = { entity, row, ...(parent ? { parent } : {}) };
      const alone = this.#withoutChildren(
        {
          ...own,
          full: row,
          links: ownLinks,
          children: {},
          ...(entity.lookups.length > 0
            ? {
                lookups: this.#lookedUp({ ...own, old: options.old?.full }),
                lookupCounts: lookupCounts(this.evaluatorOf(entity), own),
              }
            : {}),
          ...(options.laterStates ? { laterStates: options.laterStates } : {}),
        },
        drawn,
        constant,
      );
      if (!alone) continue;
      families++;
      const family = this.#withChildren(alone, drawn);
      if (!family) continue;
      for (const { name, latest } of entity.lookups)
        if (latest && family.lookups?.[name]) this.#known.remember(family.lookups[name]);
      if (options.accepts === undefined && options.mayClash === undefined) this.#known.remember(family);
      else this.#known.reserve(family.entity, family.full);
      return family;
    }
    return undefined;
  }

  /**
   * A parent for rows of an entity, with the given values, and in states and with values for which it accepts them.
   *
   * @param kind the entity of the parent, where it matters
   * @param where condition on the parent; by default the one under which it has such rows (`x-child.when`)
   */
  parentWith(entity: Entity, fixed: Row, kind?: string, where?: string): Sample | undefined {
    const [above] = entity.parents;
    const target = kind ?? (above === undefined ? undefined : concreteEntity(this.model, above.entity));
    if (target === undefined) return undefined;
    const parent = this.model.entities[target]!;
    const condition =
      where ??
      allConditions(
        conditionOfParent(parent, entity),
        ...conditionsForAll(entity).filter((one) => fieldNamesIn(one, 'self').every((name) => !(name in fixed))),
      );
    return this.find(target, {
      fields: 'all',
      fixed: { ...(where === undefined ? this.codesFor(condition, entity) : {}), ...fixed },
      ...withoutAbsent({ where: condition, laterStates: statesForChildren(parent, entity) }),
    });
  }

  /** Whether rows of the entity may exist under a parent (`x-child.when`, and its rules over the parent alone). */
  #mayHave(parent: Sample, entity: Entity): boolean {
    const condition = conditionOfParent(parent.entity, entity);
    const evaluator = this.evaluatorOf(parent.entity);
    return (
      (condition === undefined || evaluator.test(condition, parent.full) === true) &&
      conditionsForAll(entity).every((one) => evaluator.test(one, parent.full) !== false)
    );
  }

  /** Notes the codes of a parent under which no row was found. */
  #noteFailure(entity: Entity, parent: Sample | undefined): void {
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
        return [name, oneOf(this.#random, untried.length > 0 ? untried : codes)];
      }),
    );
  }

  /** A link value that no row has. */
  unusedLinkValue(field: Field): unknown {
    const { ref } = field;
    const value =
      ref?.by === 'id'
        ? String(++this.#lastUnusedId)
        : drawValue(
            field.kind === 'multiRef'
              ? { ...field, kind: 'ref' }
              : { ...field, kind: field.kind === 'multiChoice' ? 'choice' : field.kind },
            this.#random,
          );
    // a short random code may exist already
    if (ref && this.#known.of(ref.entity).some((row) => row[ref.by] === value)) return this.unusedLinkValue(field);
    return field.kind === 'multiRef' || field.kind === 'multiChoice' ? [value] : value;
  }

  /**
   * The link for an attempt: to the target that permits the caller to change the row, in later attempts usually to the
   * target that a rule requires.
   */
  #linkFor(link: Link, attempt: number): Link {
    if (link.permitting && attempt < TRIES_WITH_ALL)
      return { ...link, targets: [link.permitting], ...withoutAbsent({ other: link.targets[0] }) };
    return link.required && this.#random() < LIKE_PARENT ? { ...link, targets: [link.required] } : link;
  }

  /**
   * The field limited to low numbers; otherwise usually limited to the highest number that a rule permits, and in half of
   * the calls with the pattern that a rule requires.
   */
  #fieldFor(entity: Entity, field: Field, { hasSmallNumbers }: SampleOptions): Field {
    if (hasSmallNumbers) return lowest(field);
    const maximum = maximaInRules(entity).get(field.name);
    if (maximum !== undefined && this.#random() < BELOW_MAXIMUM) {
      const { exclusiveMaximum: _, ...rest } = field;
      return {
        ...rest,
        maximum: printDecimal(Decimal.min(maximum, field.maximum ?? field.exclusiveMaximum ?? maximum)),
      };
    }
    const pattern = field.kind === 'text' ? patternsInRules(entity).get(field.name) : undefined;
    return pattern !== undefined && this.#random() < 0.5 ? { ...field, pattern } : field;
  }

  #drawWithin(field: Field, { within, alwaysWithin }: Pick<SampleOptions, 'within' | 'alwaysWithin'>): unknown {
    return within && (alwaysWithin || this.#random() < WITHIN_PARENT)
      ? drawValue(field, this.#random, within)
      : drawValue(field, this.#random);
  }

  /** Another value of the field. */
  draw(field: Field): unknown {
    return drawValue(field, this.#random);
  }

  /** Whether no other returned row has the same value in the field. */
  isOnlyOne(sample: Sample, field: string): boolean {
    return this.#known.isOnlyOne(sample, field);
  }

  /** Another value of the field that no returned row has, and that no later row gets if its code is never reused. */
  drawUnused(entity: Entity, field: Field): unknown {
    const used = this.#known.usedValues(entity, field.name);
    for (let turn = 0; turn < MAX_TRIES; turn++) {
      const value = this.draw(field);
      if (used.has(value)) continue;
      // a short code is likely to be drawn again
      this.#known.reserve(entity, { [field.name]: value });
      return value;
    }
    throw new Error(`every value of ${entity.name}.${field.name} is in use`);
  }

  /** What the formulas and rules of a row read besides it. @param old the stored row, for an update */
  context(sample: Pick<Sample, 'children'> & Partial<Sample>, old?: Row): EvaluationContext {
    const generated = Object.entries(sample.children).map(([name, rows]): [string, Row[]] => [
      name,
      rows.map(({ full }) => full),
    ]);
    const children =
      generated.length > 0 ? { ...this.#unwrittenChildren(sample.entity), ...Object.fromEntries(generated) } : {};
    return {
      mode: old ? 'update' : 'create',
      today: TODAY,
      user: PERSON,
      places: (currency) => this.#placesOf(currency),
      ...(old ? { old } : {}),
      ...(sample.parent
        ? {
            parent: withTotals(
              this.model,
              sample.entity,
              sample.parent,
              this.#known.byEntity,
              this.evaluatorOf(sample.parent.entity),
            ),
          }
        : {}),
      ...(Object.keys(children).length > 0 ? { children } : {}),
      ...(sample.lookups ? { lookups: lookedUpRows(sample) } : {}),
    };
  }

  /** The children that only the server writes: a generated row has none. */
  #unwrittenChildren(entity: Entity | undefined): Record<string, Row[]> {
    const names = (entity?.children ?? []).map((child) => child.entity);
    return Object.fromEntries(names.filter((name) => this.model.entities[name]!.readOnly).map((name) => [name, []]));
  }

  /** The rows that the lookups of a row find, if its rules read them. */
  #lookedUp(own: Parameters<typeof lookedUp>[1]): Record<string, Sample> {
    return lookedUp(
      this.evaluatorOf(own.entity),
      own,
      (name, key, mayCreate) =>
        this.#parentByKey(own, name, key) ??
        this.known(name, key) ??
        (mayCreate ? this.find(name, { fields: 'all', fixed: key }) : undefined),
      (lookup, key) => this.#dayRows.find(lookup, key),
    );
  }

  /** The returned row with these values. */
  known(name: string, key: Row): Sample | undefined {
    return this.#known.find(name, key);
  }

  /** The parent of a row with its totals, if a lookup of the row finds the parent. */
  #parentByKey({ entity, parent }: Pick<Sample, 'entity' | 'parent'>, name: string, key: Row): Sample | undefined {
    if (!parent || !isOf(parent.entity, name) || !areEqualIn(Object.keys(key), parent.full, key)) return undefined;
    const evaluator = this.evaluatorOf(parent.entity);
    return { ...parent, full: withTotals(this.model, entity, parent, this.#known.byEntity, evaluator) };
  }

  /** The minor units of a currency among the returned rows. */
  #placesOf(currency: string): number | undefined {
    const row =
      this.#currencies &&
      this.#known.of(this.#currencies.name).find((one) => one[this.#currencies!.currencies!.code] === currency);
    return (row?.[this.#currencies!.currencies!.places] as number | null | undefined) ?? undefined;
  }

  /** Whether a row conflicts with a known one, apart from a permitted conflict and from `except`. */
  clashes(entity: Entity, row: Row, mayClash?: MayClash, except?: Row): boolean {
    return this.#known.clashes(entity, this.evaluatorOf(entity), row, mayClash, except);
  }

  /** Adds a row that was stored and not returned as it is, so that later rows do not conflict with it. */
  register(entity: Entity, row: Row): void {
    this.#known.add(entity, row);
  }

  /** The fields that a row with these options may have. */
  #fieldsOf(
    entity: Entity,
    { fields = 'all', fixed = {}, linked = {}, where, isCreatedWithParent }: SampleOptions,
  ): Field[] {
    return entity.fields.filter(
      (field) =>
        isWritable(field) &&
        !mustMatchFormula(entity, field) &&
        field.name !== entity.sequence?.field &&
        !(isCreatedWithParent && isOfSibling(entity, field)) &&
        (field.name in fixed ||
          field.name in linked ||
          fields !== 'required' ||
          codeInCondition(field, where) !== undefined ||
          isRequiredOnCreate(field) ||
          isComparedAlternative(entity, field.name) ||
          hasDefaultTarget(field) ||
          callersFields(entity).includes(field) ||
          (field.required && /\buser\./.test(field.defaultExpr ?? ''))),
    );
  }

  /**
   * The references of a row, each with the row that it names.
   *
   * @throws NoTarget if a row that it must name is not found
   * @param hasNewParent prefers a new parent, because rows under former ones were not found
   * @param isAlone prefers a parent without rows of the entity, as its rules may compare all of them
   */
  #linksOf(
    entity: Entity,
    options: SampleOptions,
    { hasNewParent, isAlone }: { hasNewParent: boolean; isAlone: boolean },
  ): Link[] {
    // other targets depend on the parent
    const isParent = (field: Field): boolean => entity.parents.some(({ via }) => via === field.name);
    const requested = this.#fieldsOf(entity, options)
      .filter(({ name }) => !(name in (options.fixed ?? {})))
      .toSorted((a, b) => Number(isParent(b)) - Number(isParent(a)));
    const bound = boundTargets(entity, requested, options.parent, {
      parent: (name, ref) => {
        const target = concreteEntity(this.model, name);
        const states = [entity, this.model.entities[ref.entity]!].map((child) =>
          statesForChildren(this.model.entities[target]!, child),
        );
        return this.#target(false, target, {
          fields: 'all',
          ...withoutAbsent({ laterStates: states[0] ?? states[1] }),
        });
      },
      child: (ref, parent) => this.#siblingTarget(ref, parent),
    });
    let parent = options.parent ?? entity.parents.map(({ via }) => bound.get(via)).find((one) => one !== undefined);
    const links = requested.flatMap((field): Link[] => {
      const target = bound.get(field.name) ?? options.linked?.[field.name];
      if (target) return [{ field: field.name, by: field.ref!.by, targets: [target], many: false }];
      if (isWithoutSibling(entity, field, bound)) return [];
      const via =
        options.parent &&
        entity.parents.find((parent) => parent.via === field.name && isOf(options.parent!.entity, parent.entity));
      if (via) return [{ field: field.name, by: field.ref!.by, targets: [options.parent!], many: false }];
      const codeOfWhere = codeInCondition(field, options.where);
      const named =
        codeOfWhere === undefined ? undefined : this.rowByCode(field.ref!.entity, field.ref!.by, codeOfWhere);
      if (named) return [{ field: field.name, by: field.ref!.by, targets: [named], many: false, required: named }];
      if (parent && isComparedWithParent(entity, field.name)) {
        const found = this.comparedTarget(entity, field, parent, options);
        return found ? [{ field: field.name, by: field.ref!.by, targets: [found], many: false }] : [];
      }
      if (field.ref && !field.ref.open) {
        const [target, above] = [
          concreteEntity(this.model, field.ref.entity),
          entity.parents.some((parent) => parent.via === field.name),
        ];
        const condition = above
          ? allConditions(
              conditionForChild(this.model.entities[target]!, entity, options.breaks),
              ...conditionsForFields(entity, options),
            )
          : undefined;
        const targetValues = {
          ...requiredTargetValues(field.ref, options.fixed),
          ...valuesOfParent(entity, field.ref, parent),
          ...this.codesFor(condition, entity),
        };
        const referred = this.#target(
          isCompared(entity, field) ||
            (above && (hasNewParent || readsPreviousValues(entity, this.model.entities[target]!))),
          target,
          {
            fields: above ? 'all' : 'required',
            where: allConditions(field.ref.where, condition),
            ...(above && isAlone ? { without: entity.name } : {}),
            ...(above ? withoutAbsent({ laterStates: statesForChildren(this.model.entities[target]!, entity) }) : {}),
            ...(Object.keys(targetValues).length > 0 ? { fixed: targetValues } : {}),
          },
        );
        if (above) parent = referred;
        return [
          {
            field: field.name,
            by: field.ref.by,
            targets: [referred],
            many: field.kind === 'multiRef',
            ...withoutAbsent({
              required:
                targetOfParent(entity, field.name, parent) ??
                this.#requiredTarget(entity, field, {
                  target,
                  lookedUpTarget: requiredByLookups(entity, new Map([...parentLinks(entity, parent), ...bound])).get(
                    field.name,
                  ),
                  isAbout: isAboutDay(entity, options),
                }),
              permitting:
                options.mayBelongToOthers || !callersFields(entity).includes(field)
                  ? undefined
                  : this.rowByCode(target, field.ref.by, PERSON.userCde),
            }),
          },
        ];
      }
      return field.optionList === undefined ? [] : [this.#entryLink(field)];
    });
    if (isWithoutAlternative(entity, links, options)) throw new NoTarget(entity.name);
    return [...links, ...this.#fixedEntryLinks(entity, options)];
  }

  /**
   * A row that a reference may name, as rules compare it with the parent: with the same company or currency, for example.
   * Undefined if none is found, or if rules permit no such reference under this parent.
   */
  comparedTarget(
    entity: Entity,
    field: Field,
    parent: Sample,
    { breaks }: Pick<SampleOptions, 'breaks'> = {},
  ): Sample | undefined {
    const place = { entity, evaluator: this.evaluatorOf(entity), field: field.name, parent, breaks };
    if (excludedUnder(place).has(field.name)) return undefined;
    const target = this.model.entities[concreteEntity(this.model, field.ref!.entity)]!;
    const options = optionsComparedWithParent(place, target, this.#random);
    const text = keyOfTarget(target, options);
    if ((this.#failedTargets.get(text) ?? 0) >= MAX_FAILED) return undefined;
    const found = this.#comparedTargetUnderParent(target, options);
    if (!found) this.#failedTargets.set(text, (this.#failedTargets.get(text) ?? 0) + 1);
    return found;
  }

  /** A row with these options, if possible under a parent that an earlier one has. */
  #comparedTargetUnderParent(target: Entity, options: SampleOptions): Sample | undefined {
    const agreed = linksAgreedWith(target, options.linked);
    const above = target.parents[0] && this.model.entities[concreteEntity(this.model, target.parents[0].entity)]!;
    const find = (parentOfTarget?: Sample): Sample | undefined =>
      this.find(target.name, { ...options, tries: COMPARED_TRIES, ...withoutAbsent({ parent: parentOfTarget }) });
    if (!above || Object.keys(agreed).length === 0) return find();
    const key = [above.name, ...Object.entries(agreed).flatMap(([name, { full }]) => [name, full['id']])].join(' ');
    const former = this.#agreeingParents.get(key);
    const found = former && find(former);
    if (found) return found;
    const parentOfTarget = this.find(above.name, {
      fields: 'all',
      linked: agreed,
      ...withoutAbsent({ where: conditionForChild(above, target), laterStates: statesForChildren(above, target) }),
    });
    if (parentOfTarget) this.#agreeingParents.set(key, parentOfTarget);
    return parentOfTarget && find(parentOfTarget);
  }

  /** Another child of a parent: an earlier one if the parent allows no further row; undefined if there is none. */
  #siblingTarget({ entity: name, where }: Ref, parent: Sample): Sample | undefined {
    const key = `${name} ${where} ${String(parent.full['id'])}`;
    const found = this.find(name, { fields: 'required', parent, where }) ?? this.#siblingTargets.get(key);
    if (found) this.#siblingTargets.set(key, found);
    return found;
  }

  /** The links of fields with a fixed code of an editable list to its entry. */
  #fixedEntryLinks(entity: Entity, options: SampleOptions): Link[] {
    return this.#fieldsOf(entity, options).flatMap((field) => {
      const code = options.fixed?.[field.name];
      return field.kind === 'choice' && field.optionList !== undefined && code != null
        ? [this.#entryLink(field, code)]
        : [];
    });
  }

  /** The link of a field to an entry of its editable list. @param fixed the code of the entry, where it is fixed */
  #entryLink(field: Field, fixed?: unknown): Link {
    const lists = Object.values(this.model.entities).find((one) => one.optionLists)!;
    const { list, code, active } = lists.optionLists!;
    const values: Row = { [list]: field.optionList, ...(fixed === undefined ? {} : { [code]: fixed }) };
    const known = fixed === undefined ? undefined : this.#known.find(lists.name, values);
    return {
      field: field.name,
      by: code,
      targets: [known ?? this.sample(lists.name, { fields: 'required', fixed: { ...values, [active]: 'Y' } })],
      many: field.kind === 'multiChoice',
    };
  }

  /**
   * The target that a rule requires of a reference.
   *
   * @param lookedUpTarget the target that a rule compares it with; codes named in rules are used as often
   * @param isAbout whether the row is needed for a rule over a lookup by day
   */
  #requiredTarget(
    entity: Entity,
    { name, ref }: Field,
    { target, lookedUpTarget, isAbout }: { target: string; lookedUpTarget: Sample | undefined; isAbout: boolean },
  ): Sample | undefined {
    const named = lookedUpTarget || ref!.unique ? namedCodes(entity, name) : [];
    const code = named.length > 0 && this.#random() < 0.5 ? oneOf(this.#random, named) : requiredCode(entity, name);
    if (code === undefined && lookedUpTarget) return lookedUpTarget;
    // a rule may permit only named codes, unless a lookup by day finds a row for others, as an exchange rate
    const isFree = isKeyOfDay(entity, name) && this.#random() < (isAbout ? ABOUT_DAY : BY_DAY).otherThanNamed;
    const likely = code ?? (named.length > 0 && !isFree ? oneOf(this.#random, named) : undefined);
    return likely === undefined ? undefined : this.rowByCode(target, ref!.by, likely);
  }

  /** The row with a code: a returned one or a new one; undefined if none is found. */
  rowByCode(name: string, by: string, code: string): Sample | undefined {
    return this.#known.withCode(name, by, code) ?? this.find(name, { fields: 'required', fixed: { [by]: code } });
  }

  /** A row to refer to: usually one with other references already. @param fresh prefers a new row */
  #target(fresh: boolean, name: string, options: SampleOptions): Sample {
    const { fields, where, without, fixed, laterStates } = options;
    const key = JSON.stringify([name, fields, where, without, fixed, laterStates]);
    const earlier = this.#targets.get(key) ?? [];
    const created =
      !fresh && earlier.length >= MIN_TARGETS && this.#random() < FORMER_TARGETS ? undefined : this.find(name, options);
    if (!created && earlier.length === 0) throw new NoTarget(name);
    if (created) this.#targets.set(key, [...earlier, created]);
    return created ?? oneOf(this.#random, earlier);
  }

  #parentOf = (entity: Entity, links: readonly Link[]): Sample | undefined =>
    links.find(({ field }) => entity.parents.some(({ via }) => via === field))?.targets[0];

  #candidate(
    entity: Entity,
    links: readonly Link[],
    options: SampleOptions,
    attempt: number,
    parent: Sample | undefined,
  ): Row | undefined {
    const agreed: Row = { ...agreedWith(entity, parent), ...coveringFor(entity, parent)?.values };
    const mayOmit = options.fields === 'some' || (options.fields !== 'required' && attempt >= TRIES_WITH_ALL);
    const callerFields = options.mayBelongToOthers || attempt >= TRIES_WITH_ALL ? [] : callersFields(entity);
    const byDay = isAboutDay(entity, options) ? ABOUT_DAY : BY_DAY;
    const row: Row = {};
    const isSparse = attempt >= TRIES_BEFORE_SPARSE && attempt % 2 === 1;
    const isOmitted = drawnTogether(entity, this.#random, isSparse ? SPARSE : OPTIONAL);
    const excluded = this.#excludedAlternatives(entity, links, options);
    const linkedFields = new Set(links.map(({ field }) => field));
    const withoutSibling = new Set(
      entity.fields.filter((field) => !linkedFields.has(field.name) && isOfSibling(entity, field)),
    );
    const isOmittedAlone = ({ name, required }: Field): boolean =>
      !required && !options.isCreatedWithParent && !options.accepts && isSummedAlone(entity, parent, name);
    for (const field of this.#fieldsOf(entity, options)) {
      if (field.name in (options.fixed ?? {})) row[field.name] = options.fixed![field.name];
      else if (isOmittedAlone(field) || excluded.has(field.name) || withoutSibling.has(field)) continue;
      else if (isReadByDay(entity, field) && this.#random() < byDay.omitted) continue;
      else if (callerFields.includes(field) && !field.ref) row[field.name] = PERSON.userCde;
      else if (
        mayOmit &&
        !isRequiredOnCreate(field) &&
        !hasDefaultTarget(field) &&
        !callerFields.includes(field) &&
        isOmitted(field.name)
      )
        continue;
      else {
        const link = links.find((one) => one.field === field.name);
        row[field.name] = link
          ? linkValue(link)
          : field.name in agreed && this.#random() < LIKE_PARENT
            ? agreed[field.name]
            : this.#drawWithin(this.#fieldFor(entity, field, options), {
                ...options,
                ...withoutAbsent({ within: daysSinceParent(entity, field.name, parent, TODAY) ?? options.within }),
              });
      }
    }
    for (const {
      field,
      targets: [target],
    } of links) {
      for (const [own, there] of Object.entries(entity.fields.find(({ name }) => name === field)?.ref?.match ?? {}))
        if (field in row && entity.fields.some((one) => one.name === own && isWritable(one)))
          row[own] = target!.full[there];
    }
    // some later candidates also have optional fields, except references and choices from an option list
    if (options.fields === 'required' && attempt > 0) {
      const isAdded = drawnTogether(entity, this.#random, OPTIONAL);
      for (const field of entity.fields) {
        if (
          isWritable(field) &&
          !field.ref &&
          field.optionList === undefined &&
          field.name !== entity.sequence?.field &&
          !(field.name in row) &&
          isAdded(field.name)
        )
          row[field.name] = this.#drawWithin(field, options);
      }
    }
    // a row that must break a rule may break it with previous values of its parent
    const repaired = repairRow(entity, row, {
      fixed: options.fixed ?? {},
      previous:
        options.accepts && this.#random() < 0.5
          ? {}
          : (options.old?.full ?? (parent ? previousValues(entity, parent) : {})),
      isToBeRefused: options.accepts !== undefined,
      random: this.#random,
      today: TODAY,
      totalOf: (equals, own) => this.totalOf(entity, equals, own, parent),
      placesOf: (currency) => this.#placesOf(currency),
    });
    return options.adjust ? options.adjust(repaired) : repaired;
  }

  /** The candidate with drawn values for required fields whose lookup by day finds no row. */
  #withRequiredByDay(entity: Entity, row: Row, options: SampleOptions, parent: Sample | undefined): Row {
    const absent = requiredByDay(entity).filter(({ name }) => row[name] == null && !(name in (options.fixed ?? {})));
    if (absent.length === 0) return row;
    const old = options.old?.full;
    const own = { entity, row, children: {}, ...withoutAbsent({ parent }) };
    const context = this.context({ ...own, lookups: this.#lookedUp({ ...own, old }) }, old);
    const isMissing = (field: Field): boolean =>
      this.evaluatorOf(entity).value(field.compute!.expr, field, { ...old, ...row }, context) === null;
    return { ...row, ...Object.fromEntries(absent.filter(isMissing).map((field) => [field.name, this.draw(field)])) };
  }

  /** The fields to omit: one of each pair of which a row must have exactly one. */
  #excludedAlternatives(
    entity: Entity,
    links: readonly Link[],
    { fixed = {}, linked = {}, breaks }: SampleOptions,
  ): Set<string> {
    const isWithoutTarget = (name: string): boolean =>
      isComparedWithParent(entity, name) && links.every(({ field }) => field !== name);
    return new Set(
      alternatives(entity).flatMap(({ rule, pair }) => {
        const given = pair.find((name) => name in fixed || name in linked);
        const without = pair.filter((name) => name !== given && isWithoutTarget(name));
        if (rule === breaks || (given === undefined && without.length > 0)) return without;
        const chosen = given ?? oneOf(this.#random, pair);
        return pair.filter((name) => name !== chosen);
      }),
    );
  }

  /** The total of children: a constant, a field, or the value of a formula. */
  totalOf(entity: Entity, equals: string, row: Row, parent?: Sample): Decimal | undefined {
    const computed = entity.fields.some(({ name, compute }) => name === equals && compute !== undefined)
      ? this.evaluatorOf(entity).compute(row, {
          ...this.context({ children: {}, lookups: this.#lookedUp({ entity, row, ...withoutAbsent({ parent }) }) }),
        })[equals]
      : row[equals];
    return parseDecimal(equals) ?? parseDecimal(computed);
  }

  /** The candidate with defaults and formulas, if it meets the options without its children. */
  #withoutChildren(candidate: Sample, options: SampleOptions, constant: ConstantViolations): Sample | undefined {
    const { entity, row } = candidate;
    const evaluator = this.evaluatorOf(entity);
    const old = options.old?.full;
    const context = this.context(options.old ? { ...candidate, children: options.old.children } : candidate, old);
    const full = evaluator.compute(
      { ...old, ...(candidate.parent && !old ? previousValues(entity, candidate.parent) : {}), ...row },
      context,
    );
    if (
      options.where !== undefined &&
      !readsChildren(entity, options.where) &&
      evaluator.test(options.where, full, context) !== true
    )
      return undefined;
    if (this.clashes(entity, { ...full, ...candidate.laterStates }, options.mayClash, old)) return undefined;
    const violations = evaluator
      .validate(full, context)
      .filter(
        ({ rule }) => old !== undefined || options.accepts !== undefined || !rulesOverChildren(entity).has(rule!),
      );
    if (!this.#meetsDayRulesWithoutLookups(entity, full, context)) return undefined;
    constant.note(violations);
    // if a number of children is requested, the children may be what breaks the rule
    const isAccepted =
      options.accepts && options.siblings === undefined ? options.accepts(violations, full) : violations.length === 0;
    if (!isAccepted || (!options.mayBreakParent && this.breaksParent(candidate, full, old))) return undefined;
    return { ...candidate, full: { id: String(++this.#lastUnusedId), ...full } };
  }

  /** Whether the rules over lookups by day are met if these find no rows. */
  #meetsDayRulesWithoutLookups(entity: Entity, full: Row, context: EvaluationContext): boolean {
    const evaluator = this.evaluatorOf(entity);
    return rulesOverDayLookups(entity).every(
      ({ when, assert }) =>
        (when !== undefined && evaluator.test(when, full, context) !== true) ||
        evaluator.test(assert, full, context) === true,
    );
  }

  /** Whether the children of a parent, with this one, break a rule that the parent has over its children. */
  breaksParent({ entity, parent }: Sample, full: Row, except?: Row): boolean {
    if (!parent) return false;
    const over = rulesOverChildren(parent.entity);
    if (over.size === 0) return false;
    const { via } = entity.parents.find((one) => isOf(parent.entity, one.entity))!;
    const beside = this.#known.of(entity.name).filter((other) => other !== except && other[via] === full[via]);
    const children = { ...this.#unwrittenChildren(parent.entity), [entity.name]: [...beside, full] };
    const context = { ...this.context({ children: {} }, parent.full), children };
    const evaluator = this.evaluatorOf(parent.entity);
    return evaluator.validate(evaluator.compute(parent.full, context), context).some(({ rule }) => over.has(rule!));
  }

  /** The row with its children, if together they meet the options. */
  #withChildren(alone: Sample, options: SampleOptions): Sample | undefined {
    if (options.old) return alone;
    const children = this.#childrenOf(alone, { ...options, mayBreakParent: options.accepts !== undefined });
    if (!children) return undefined;
    const evaluator = this.evaluatorOf(alone.entity);
    const context = this.context({ ...alone, children });
    const family: Sample = {
      ...alone,
      full: evaluator.compute({ ...alone.full, ...setByChildren(alone.entity, children) }, context),
      children,
    };
    if (
      options.where !== undefined &&
      readsChildren(family.entity, options.where) &&
      evaluator.test(options.where, family.full, context) !== true
    )
      return undefined;
    const violations = evaluator.validate(family.full, context);
    return (options.accepts ? options.accepts(violations, family.full) : violations.length === 0) ? family : undefined;
  }

  /** Rows of each child entity; undefined if none are found that fit the parent. */
  #childrenOf(
    parent: Sample,
    { fields = 'all', siblings: allSiblings = 1, siblingsOf, without, mayBreakParent = false, breaks }: SampleOptions,
  ): Record<string, Sample[]> | undefined {
    const children: Record<string, Sample[]> = {};
    const set: Row = {};
    const hasSmallNumbers = limitsSums(parent.entity) && this.#random() < 0.5;
    for (const { entity: name, min = 0 } of parent.entity.children) {
      if (
        !this.#mayHave(parent, this.model.entities[name]!) ||
        (min === 0 && (fields === 'required' || name === without)) ||
        this.model.entities[name]!.readOnly ||
        statesForChildren(parent.entity, this.model.entities[name]!) ||
        needsSibling(this.model.entities[name]!, parent.entity) ||
        (min === 0 && this.#isChildless(parent, name))
      )
        continue;
      const siblings = siblingsOf === undefined || siblingsOf === name ? allSiblings : Math.max(min, 1);
      const span = spanOf(parent);
      const slices = slicesOf(span, siblings);
      // the period is too short for so many children: trying another parent is quicker
      if (span && !slices && siblings > 1 && !mayBreakParent) return undefined;
      const rows: Sample[] = [];
      for (let index = 0; index < siblings; index++) {
        const fixed = {
          ...shareOf(parent, name, index, siblings),
          ...(siblings > 1 ? orderNumbers(this.model.entities[name]!, index) : {}),
        };
        const child = this.find(name, {
          fields,
          fixed,
          linked: linksLikeSibling(parent.entity, rows[0], breaks),
          isCreatedWithParent: true,
          parent: { ...parent, full: { ...parent.full, ...set } },
          mayBreakParent,
          hasSmallNumbers,
          tries: mayBreakParent ? MAX_TRIES_UNDER_BROKEN : this.#triesFor(parent, name),
          alwaysWithin: slices !== undefined && !mayBreakParent,
          ...withoutAbsent({ within: slices?.[index] }),
        });
        if (!mayBreakParent) this.#noteChild(parent, name, child);
        if (!child) return undefined;
        rows.push(child);
        // the next child stores what this one set in the parent
        Object.assign(set, setByChildren(parent.entity, { [name]: rows }));
      }
      children[name] = rows;
    }
    const rows = Object.fromEntries(
      Object.entries(children).map(([name, samples]) => [name, samples.map(({ full }) => full)]),
    );
    return this.evaluatorOf(parent.entity).validateChildren(parent.full, rows).length === 0 &&
      !this.#breakTotals(parent, children, rows)
      ? children
      : undefined;
  }

  /** Whether an optional child entity is given up: no row of it fitted any of many parents. */
  #isChildless({ entity }: Sample, child: string): boolean {
    return (this.#childless.get(`${entity.name} ${child}`) ?? 0) >= MAX_CHILDLESS;
  }

  /** Candidates for a child: the fewer, the more parents had no fitting row. */
  #triesFor({ entity }: Sample, child: string): number {
    return Math.ceil(MAX_TRIES / (1 + (this.#childless.get(`${entity.name} ${child}`) ?? 0)));
  }

  /** Counts the parents for which no row of a child entity was found, until one is found. */
  #noteChild({ entity }: Sample, child: string, found: Sample | undefined): void {
    const key = `${entity.name} ${child}`;
    const count = this.#childless.get(key);
    if (count !== 0) this.#childless.set(key, found ? 0 : (count ?? 0) + 1);
  }

  /** Whether children that are created together break a rule that reads a total of their parent over all of them. */
  #breakTotals(parent: Sample, children: Record<string, Sample[]>, rows: Record<string, Row[]>): boolean {
    const reading = Object.values(children)
      .flat()
      .filter(({ entity }) => readsTotal(entity, this.model));
    if (reading.length === 0) return false;
    const above = this.evaluatorOf(parent.entity).compute(parent.full, { mode: 'create', children: rows });
    return reading.some((child) => {
      const evaluator = this.evaluatorOf(child.entity);
      const context = { ...this.context(child), parent: above };
      return evaluator.validate(evaluator.compute(child.row, context), context).length > 0;
    });
  }
}
