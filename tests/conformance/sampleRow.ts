import { type Decimal, parseDecimal } from '../../generator/language/decimal.ts';
import { withoutAbsent } from '../../generator/compile/field.ts';
import { today } from '../../generator/language/dates.ts';
import { isCallersDuty } from '../../generator/language/jsonSchema.ts';
import { compileJudge, type EntityJudge, type JudgeContext } from '../../generator/language/judge.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { NoOverlap, Unique } from '../../generator/model/rule.ts';
import { mendedRow } from './mended.ts';
import { alike, isCompared, overlap } from './neighbours.ts';
import {
  asksWhatWas,
  formerValues,
  isOf,
  linkValue,
  madeAs,
  matched,
  mustMatchFormula,
  openedBy,
  setByParts,
  shareOf,
  wantedCode,
} from './neededRows.ts';
import { boundTargets, isOfSibling, needsSibling, wantedByLookups } from './boundRows.ts';
import { callersFields, PERSON } from './caller.ts';
import {
  agreedWith,
  askedPattern,
  asksOfParts,
  boundsSums,
  lookedUp,
  namedCodes,
  rulesOverParts,
  withTotals,
} from './readByRules.ts';
import { sharing } from './sharedTargets.ts';
import { placeAmong, slicesOf, spanOf } from './spans.ts';
import { drawValue, lowest, oneOf, randomFrom, type Random } from './values.ts';
import type { Link, MayClash, Row, Sample, Wish } from './sample.ts';

const MOST_TRIES = 3000;
/** Candidates that are sound by themselves and get children, and parents below which a child is looked for. */
const MOST_FAMILIES = 60;
const MOST_BROKEN_FAMILIES = 10;
const MOST_PARENTS = 12;
/** So many rows of an entity are made to be referred to before they are used again, and how often they are then. */
const FEW_TARGETS = 4;
const FORMER_TARGETS = 0.95;
/** How often a date is drawn from the days of the parent rather than from any. */
const WITHIN_PARENT = 0.8;
/** How often a field that a rule wants to be as one of the parent's is so. */
const LIKE_PARENT = 0.9;
/** After so many candidates, what may be left out is left out now and then. */
const TRIES_WITH_ALL = 1000;

/** The day on which every generated case is judged: the server's own, for both must say the same of `today()`. */
export const TODAY = today('Asia/Shanghai');

/** A field that holds uploads: each row needs its own. */
export const holdsFiles = ({ kind }: Field): boolean => kind === 'file' || kind === 'files';

/** A field that a person fills in. */
export const isWritable = (field: Field): boolean =>
  !field.readOnly &&
  !field.state &&
  field.number === undefined &&
  (field.compute === undefined || field.compute.overridable);

/**
 * Builds rows of any entity from its keywords alone. A candidate is drawn field by field, mended where a keyword says
 * how (order, sums), and judged as the server would; the first sound one that clashes with no earlier row is it.
 */
export class Sampler {
  readonly model: Model;
  readonly #random: Random;
  readonly #judges = new Map<string, EntityJudge>();
  /** every row handed out so far, by entity */
  readonly #known = new Map<string, Row[]>();
  /** rows that were handed out to be refused, or taken for a moment: their codes that are never given twice are gone */
  readonly #spent = new Map<string, Row[]>();
  /** rows that others refer to */
  readonly #targets = new Map<string, Sample[]>();
  #standIns = 1_000_000_000;
  readonly #currencies: Entity | undefined;
  /** the sample of each known row */
  readonly #samples = new Map<Row, Sample>();

  constructor(model: Model, seed = 1) {
    this.model = model;
    this.#currencies = Object.values(model.entities).find(({ currencies }) => currencies);
    this.#random = randomFrom(seed);
  }

  judgeOf(entity: Entity): EntityJudge {
    const known = this.#judges.get(entity.name) ?? compileJudge(entity, this.model);
    this.#judges.set(entity.name, known);
    return known;
  }

  /** A row as wished. @throws Error where none is found, which is a contradiction in the schema or a gap here */
  sample(name: string, wish: Wish = {}): Sample {
    const found = this.find(name, wish);
    if (!found) throw new Error(`no row of ${name} found${wish.where === undefined ? '' : ` where ${wish.where}`}`);
    return found;
  }

  /** A row as wished, or undefined. */
  find(name: string, wish: Wish = {}): Sample | undefined {
    const entity = this.model.entities[name]!;
    // a parent may leave no room below it, so others are tried
    for (let turn = 0; turn < (wish.parent || entity.parents.length === 0 ? 1 : MOST_PARENTS); turn++) {
      const found = this.#findAmong(entity, this.#linksOf(entity, wish), wish);
      if (found) return found;
    }
    return undefined;
  }

  #findAmong(entity: Entity, links: readonly Link[], wish: Wish): Sample | undefined {
    const parent = wish.parent ?? this.#parentOf(entity, links);
    const drawn: Wish = {
      ...wish,
      ...(wish.within || !parent
        ? {}
        : withoutAbsent({
            within: [parent, ...Object.values(this.#lookedUp({ entity, row: {}, parent }))]
              .map(spanOf)
              .find((span) => span !== undefined),
          })),
    };
    const mostFamilies = wish.accepts ? MOST_BROKEN_FAMILIES : MOST_FAMILIES;
    let families = 0;
    for (let attempt = 0; attempt < (wish.tries ?? MOST_TRIES) && families < mostFamilies; attempt++) {
      const drawnLinks = sharing(entity, links, this.#random).map((link) => this.#led(link, attempt));
      // what no family can be made of may be left out sooner
      const row = this.#candidate(
        entity,
        drawnLinks,
        drawn,
        families > mostFamilies / 2 ? attempt + TRIES_WITH_ALL : attempt,
        parent,
      );
      if (!row) continue;
      const held = drawnLinks.filter((link) => link.field in row && (link.many || row[link.field] === linkValue(link)));
      const own = { entity, row, ...(parent ? { parent } : {}) };
      const alone = this.#alone(
        {
          ...own,
          whole: row,
          links: held,
          children: {},
          ...(entity.lookups.length > 0 ? { lookups: this.#lookedUp(own) } : {}),
          ...(wish.opened ? { opened: wish.opened } : {}),
        },
        drawn,
      );
      if (!alone) continue;
      families++;
      const family = this.#family(alone, drawn);
      if (!family) continue;
      if (wish.accepts === undefined && wish.mayClash === undefined) this.#remember(family);
      else this.#spent.set(family.entity.name, [...(this.#spent.get(family.entity.name) ?? []), family.whole]);
      return family;
    }
    return undefined;
  }

  /**
   * A whole for rows of an entity, with these values and in the states in which it takes them. @param kind the entity
   * of the whole, where it matters
   */
  wholeWith(entity: Entity, fixed: Row, kind?: string): Sample | undefined {
    const [above] = entity.parents;
    const target = kind ?? (above === undefined ? undefined : madeAs(this.model, above.entity));
    return target === undefined
      ? undefined
      : this.find(target, {
          fields: 'all',
          fixed,
          ...withoutAbsent({ opened: openedBy(this.model.entities[target]!, entity) }),
        });
  }

  /** A value for a link that no row has. */
  standIn(field: Field): unknown {
    const { ref } = field;
    const value =
      ref?.by === 'id'
        ? String(++this.#standIns)
        : drawValue(
            field.kind === 'multiRef'
              ? { ...field, kind: 'ref' }
              : { ...field, kind: field.kind === 'multiChoice' ? 'choice' : field.kind },
            this.#random,
          );
    // short codes run out: one of those drawn before may come again
    if (ref && this.#known.get(ref.entity)?.some((row) => row[ref.by] === value)) return this.standIn(field);
    return field.kind === 'multiRef' || field.kind === 'multiChoice' ? [value] : value;
  }

  /**
   * A link as it is tried: to the row that makes this one the caller's, until that seems not to be possible, and mostly
   * to one that a rule wants.
   */
  #led(link: Link, attempt: number): Link {
    if (link.callers && attempt < TRIES_WITH_ALL)
      return { ...link, targets: [link.callers], ...withoutAbsent({ other: link.targets[0] }) };
    return link.wanted && this.#random() < LIKE_PARENT ? { ...link, targets: [link.wanted] } : link;
  }

  /** The field as a rule asks for it every other time, or narrowed to its lowest numbers. */
  #asked(entity: Entity, field: Field, { low }: Wish): Field {
    if (low) return lowest(field);
    const pattern = field.kind === 'text' ? askedPattern(entity, field.name) : undefined;
    return pattern !== undefined && this.#random() < 0.5 ? { ...field, pattern } : field;
  }

  #drawWithin(field: Field, { within, only }: Wish): unknown {
    return within && (only || this.#random() < WITHIN_PARENT)
      ? drawValue(field, this.#random, within)
      : drawValue(field, this.#random);
  }

  /** Another value that the field takes. */
  draw(field: Field): unknown {
    return drawValue(field, this.#random);
  }

  /** Whether no other row that was handed out has this value in the field. */
  isOnlyOne({ entity, whole }: Sample, field: string): boolean {
    return (this.#known.get(entity.name) ?? []).filter((one) => one[field] === whole[field]).length <= 1;
  }

  /** Another value that the field takes, and that no row handed out so far has. */
  drawUnused(entity: Entity, field: Field): unknown {
    const used = new Set((this.#known.get(entity.name) ?? []).map((row) => row[field.name]));
    for (let turn = 0; turn < MOST_TRIES; turn++) {
      const value = this.draw(field);
      if (!used.has(value)) return value;
    }
    throw new Error(`every value of ${entity.name}.${field.name} is in use`);
  }

  context(sample: Pick<Sample, 'children'> & Partial<Sample>, old?: Row): JudgeContext {
    const children = Object.fromEntries(
      Object.entries(sample.children).map(([name, rows]) => [name, rows.map(({ whole }) => whole)]),
    );
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
              this.#known,
              this.judgeOf(sample.parent.entity),
            ),
          }
        : {}),
      ...(Object.keys(children).length > 0 ? { children } : {}),
      ...(sample.lookups
        ? { lookups: Object.fromEntries(Object.entries(sample.lookups).map(([name, { whole }]) => [name, whole])) }
        : {}),
    };
  }

  /** The rows that the lookups of a row find, as far as its rules ask for them. */
  #lookedUp(own: Pick<Sample, 'entity' | 'row' | 'parent'>): Record<string, Sample> {
    const known = (name: string, key: Row) => this.#known.get(name)?.find((one) => alike(Object.keys(key), one, key));
    return lookedUp(
      this.judgeOf(own.entity),
      own,
      (name, key, mayMake) =>
        this.#samples.get(known(name, key) ?? {}) ??
        (mayMake ? this.find(name, { fields: 'all', fixed: key }) : undefined),
    );
  }

  /** The minor units of a currency among the rows handed out so far. */
  #placesOf(currency: string): number | undefined {
    const row =
      this.#currencies &&
      this.#known.get(this.#currencies.name)?.find((one) => one[this.#currencies!.currencies!.code] === currency);
    return (row?.[this.#currencies!.currencies!.places] as number | null | undefined) ?? undefined;
  }

  /** Whether a row would stand in the way of one that was handed out before, save where it may and but for `except`. */
  clashes(entity: Entity, row: Row, mayClash?: MayClash, except?: Row): boolean {
    const others = (this.#known.get(entity.name) ?? []).filter((other) => other !== except);
    const holds = (where: string | undefined, one: Row) =>
      where === undefined || this.judgeOf(entity).test(where, one) === true;
    const clash = (rule: Unique | NoOverlap, meet: (other: Row) => boolean) =>
      holds(rule.where, row) &&
      others.some(
        (other) => !(rule.id === mayClash?.rule && other === mayClash.row) && meet(other) && holds(rule.where, other),
      );
    return (
      entity.unique.some((rule) => clash(rule, (other) => alike(rule.fields, row, other, rule))) ||
      (except === undefined &&
        entity.unique.some(
          (rule) =>
            rule.forever &&
            rule.id !== mayClash?.rule &&
            (this.#spent.get(entity.name) ?? []).some((other) => alike(rule.fields, row, other, rule)),
        )) ||
      entity.noOverlap.some((rule) =>
        clash(rule, (other) => alike(rule.by, row, other, rule) && overlap(rule, row, other)),
      )
    );
  }

  /** A row that is stored and was not handed out as it is: none that is handed out later stands in its way. */
  know(entity: Entity, row: Row): void {
    this.#known.set(entity.name, [...(this.#known.get(entity.name) ?? []), row]);
  }

  #remember(sample: Sample): void {
    this.know(sample.entity, sample.whole);
    this.#samples.set(sample.whole, sample);
  }

  /** The fields that a row of this wish may hold. */
  #fieldsOf(entity: Entity, { fields = 'all', fixed = {}, along }: Wish): Field[] {
    return entity.fields.filter(
      (field) =>
        isWritable(field) &&
        !mustMatchFormula(entity, field) &&
        field.name !== entity.sequence?.field &&
        !(along && isOfSibling(entity, field)) &&
        (field.name in fixed ||
          fields !== 'least' ||
          isCallersDuty(field) ||
          callersFields(entity).includes(field) ||
          (field.required && /\buser\./.test(field.defaultExpr ?? ''))),
    );
  }

  #linksOf(entity: Entity, wish: Wish): Link[] {
    const asked = this.#fieldsOf(entity, wish).filter(({ name }) => !(name in (wish.fixed ?? {})));
    const bound = boundTargets(entity, asked, wish.parent, {
      whole: (name) => this.#target(false, madeAs(this.model, name), { fields: 'all' }),
      part: ({ entity: name, where }, parent) => this.sample(name, { fields: 'least', parent, where }),
    });
    const wanted = wantedByLookups(entity, bound);
    return asked.flatMap((field): Link[] => {
      const target = bound.get(field.name);
      if (target) return [{ field: field.name, by: field.ref!.by, targets: [target], many: false }];
      const via =
        wish.parent &&
        entity.parents.find((parent) => parent.via === field.name && isOf(wish.parent!.entity, parent.entity));
      if (via) return [{ field: field.name, by: field.ref!.by, targets: [wish.parent!], many: false }];
      if (field.ref && !field.ref.open) {
        const [target, above] = [
          madeAs(this.model, field.ref.entity),
          entity.parents.some((parent) => parent.via === field.name),
        ];
        return [
          {
            field: field.name,
            by: field.ref.by,
            targets: [
              this.#target(
                isCompared(entity, field) || (above && asksWhatWas(entity, this.model.entities[target]!)),
                target,
                {
                  fields: above ? 'all' : 'least',
                  where: field.ref.where,
                  ...(above ? withoutAbsent({ opened: openedBy(this.model.entities[target]!, entity) }) : {}),
                  ...withoutAbsent({ fixed: matched(field.ref, wish.fixed) }),
                },
              ),
            ],
            many: field.kind === 'multiRef',
            ...withoutAbsent({
              wanted: this.#wanted(entity, field, target, wanted.get(field.name)),
              callers:
                wish.strangers || !callersFields(entity).includes(field)
                  ? undefined
                  : this.coded(target, field.ref.by, PERSON.userCde),
            }),
          },
        ];
      }
      if (field.optionList === undefined) return [];
      const lists = Object.values(this.model.entities).find((one) => one.optionLists)!;
      const { list, code, active } = lists.optionLists!;
      return [
        {
          field: field.name,
          by: code,
          targets: [this.sample(lists.name, { fields: 'least', fixed: { [list]: field.optionList, [active]: 'Y' } })],
          many: field.kind === 'multiChoice',
        },
      ];
    });
  }

  /**
   * The row that a rule wants a reference to lead to. @param alike that of a row looked up, with which the rule
   * compares it; codes that it names beside take their turns
   */
  #wanted(entity: Entity, { name, ref }: Field, target: string, alike: Sample | undefined): Sample | undefined {
    const named = alike || ref!.unique ? namedCodes(entity, name) : [];
    const code = named.length > 0 && this.#random() < 0.5 ? oneOf(this.#random, named) : wantedCode(entity, name);
    return code === undefined ? alike : this.coded(target, ref!.by, code);
  }

  /** The row with a code: one that was handed out, or a new one; undefined where none can be found. */
  coded(name: string, by: string, code: string): Sample | undefined {
    const known = this.#known.get(name)?.find((one) => one[by] === code);
    return (known && this.#samples.get(known)) ?? this.find(name, { fields: 'least', fixed: { [by]: code } });
  }

  /**
   * A row to refer to: often one that others refer to already, as in life, unless a `fresh` one is wished for and can
   * be had.
   */
  #target(fresh: boolean, name: string, wish: Wish): Sample {
    const key = `${name} ${wish.fields} ${wish.where} ${JSON.stringify([wish.fixed, wish.opened])}`;
    const former = this.#targets.get(key) ?? [];
    const again =
      !fresh && former.length >= FEW_TARGETS && this.#random() < FORMER_TARGETS ? undefined : this.find(name, wish);
    if (!again && former.length === 0) throw new Error(`no row of ${name} to refer to found`);
    if (again) this.#targets.set(key, [...former, again]);
    return again ?? oneOf(this.#random, former);
  }

  #parentOf = (entity: Entity, links: readonly Link[]): Sample | undefined =>
    links.find(({ field }) => entity.parents.some(({ via }) => via === field))?.targets[0];

  #candidate(
    entity: Entity,
    links: readonly Link[],
    wish: Wish,
    attempt: number,
    parent: Sample | undefined,
  ): Row | undefined {
    const agreed = agreedWith(entity, parent);
    const mayLeaveOut = wish.fields === 'some' || (wish.fields !== 'least' && attempt >= TRIES_WITH_ALL);
    const callers = wish.strangers || attempt >= TRIES_WITH_ALL ? [] : callersFields(entity);
    const row: Row = {};
    for (const field of this.#fieldsOf(entity, wish)) {
      if (field.name in (wish.fixed ?? {})) row[field.name] = wish.fixed![field.name];
      else if (callers.includes(field) && !field.ref) row[field.name] = PERSON.userCde;
      else if (mayLeaveOut && !isCallersDuty(field) && !callers.includes(field) && this.#random() < 0.3) continue;
      else {
        const link = links.find((one) => one.field === field.name);
        row[field.name] = link
          ? linkValue(link)
          : field.name in agreed && this.#random() < LIKE_PARENT
            ? agreed[field.name]
            : this.#drawWithin(this.#asked(entity, field, wish), wish);
      }
    }
    for (const {
      field,
      targets: [target],
    } of links) {
      for (const [own, there] of Object.entries(entity.fields.find(({ name }) => name === field)?.ref?.match ?? {}))
        if (field in row) row[own] = target!.whole[there];
    }
    // what may be left out and a rule asks for is tried now and then
    if (wish.fields === 'least' && attempt > 0) {
      for (const field of entity.fields) {
        if (
          isWritable(field) &&
          !field.ref &&
          field.optionList === undefined &&
          field.name !== entity.sequence?.field &&
          !(field.name in row) &&
          this.#random() < 0.3
        )
          row[field.name] = this.#drawWithin(field, wish);
      }
    }
    // what is to be refused may be so for what its whole held before
    const mended = mendedRow(
      entity,
      row,
      wish.fixed ?? {},
      wish.accepts && this.#random() < 0.5 ? {} : (wish.old?.whole ?? (parent ? formerValues(entity, parent) : {})),
      {
        random: this.#random,
        totalOf: (equals, own) => this.totalOf(entity, equals, own),
        placesOf: (currency) => this.#placesOf(currency),
      },
    );
    return wish.adjust ? wish.adjust(mended) : mended;
  }

  /** What parts of a row must total: a constant, a field, or what the formula of a field gives. */
  totalOf(entity: Entity, equals: string, row: Row): Decimal | undefined {
    const worked = entity.fields.some(({ name, compute }) => name === equals && compute !== undefined)
      ? this.judgeOf(entity).compute(row, { ...this.context({ children: {} }) })[equals]
      : row[equals];
    return parseDecimal(equals) ?? parseDecimal(worked);
  }

  /** The candidate with its defaults and formulae, when by itself it is what is wished for. */
  #alone(candidate: Sample, wish: Wish): Sample | undefined {
    const { entity, row } = candidate;
    const judge = this.judgeOf(entity);
    const old = wish.old?.whole;
    const context = this.context(wish.old ? { ...candidate, children: wish.old.children } : candidate, old);
    const whole = judge.compute(
      { ...old, ...(candidate.parent && !old ? formerValues(entity, candidate.parent) : {}), ...row },
      context,
    );
    if (wish.where !== undefined && !asksOfParts(entity, wish.where) && judge.test(wish.where, whole, context) !== true)
      return undefined;
    if (this.clashes(entity, whole, wish.mayClash, old)) return undefined;
    const violations = judge
      .judge(whole, context)
      .filter(({ rule }) => old !== undefined || wish.accepts !== undefined || !rulesOverParts(entity).has(rule!));
    // with several children wished for, it is they that may break what is to be broken
    const wanted =
      wish.accepts && wish.siblings === undefined ? wish.accepts(violations, whole) : violations.length === 0;
    if (!wanted || (!wish.loose && this.breaksParent(candidate, whole, old))) return undefined;
    return { ...candidate, whole: { id: String(++this.#standIns), ...whole } };
  }

  /** Whether the rows below a parent, this one among them, would break a rule that the parent has over them. */
  breaksParent({ entity, parent }: Sample, whole: Row, except?: Row): boolean {
    if (!parent) return false;
    const over = rulesOverParts(parent.entity);
    if (over.size === 0) return false;
    const { via } = entity.parents.find((one) => isOf(parent.entity, one.entity))!;
    const beside = (this.#known.get(entity.name) ?? []).filter(
      (other) => other !== except && other[via] === whole[via],
    );
    const context = {
      ...this.context({ children: {} }, parent.whole),
      children: { [entity.name]: [...beside, whole] },
    };
    const judge = this.judgeOf(parent.entity);
    return judge.judge(judge.compute(parent.whole, context), context).some(({ rule }) => over.has(rule!));
  }

  /** The row with its children, when together they are what is wished for. */
  #family(alone: Sample, wish: Wish): Sample | undefined {
    if (wish.old) return alone;
    const children = this.#childrenOf(alone, { ...wish, loose: wish.accepts !== undefined });
    if (!children) return undefined;
    const judge = this.judgeOf(alone.entity);
    const context = this.context({ ...alone, children });
    const family: Sample = {
      ...alone,
      whole: judge.compute({ ...alone.whole, ...setByParts(alone.entity, children) }, context),
      children,
    };
    if (
      wish.where !== undefined &&
      asksOfParts(family.entity, wish.where) &&
      judge.test(wish.where, family.whole, context) !== true
    )
      return undefined;
    const violations = judge.judge(family.whole, context);
    return (wish.accepts ? wish.accepts(violations, family.whole) : violations.length === 0) ? family : undefined;
  }

  /** Rows of each child entity that must come along, or may; undefined where they cannot total what they must. */
  #childrenOf(
    parent: Sample,
    { fields = 'all', siblings = 1, loose = false }: Wish,
  ): Record<string, Sample[]> | undefined {
    const children: Record<string, Sample[]> = {};
    const set: Row = {};
    const low = boundsSums(parent.entity) && this.#random() < 0.5;
    for (const { entity: name, min = 0 } of parent.entity.children) {
      if (
        (min === 0 && fields === 'least') ||
        this.model.entities[name]!.readOnly ||
        openedBy(parent.entity, this.model.entities[name]!) ||
        needsSibling(this.model.entities[name]!, parent.entity)
      )
        continue;
      const span = spanOf(parent);
      const slices = slicesOf(span, siblings);
      // too short for so many: another parent is found sooner than rows that fit
      if (span && !slices && siblings > 1 && !loose) return undefined;
      const rows: Sample[] = [];
      for (let place = 0; place < siblings; place++) {
        const fixed = {
          ...shareOf(parent, name, place, siblings),
          ...(siblings > 1 ? placeAmong(this.model.entities[name]!, place) : {}),
        };
        const child = this.find(name, {
          fields,
          fixed,
          along: true,
          parent: { ...parent, whole: { ...parent.whole, ...set } },
          loose,
          low,
          only: slices !== undefined && !loose,
          ...withoutAbsent({ within: slices?.[place] }),
        });
        if (!child) return undefined;
        rows.push(child);
        // the next one comes to what this one made of the whole
        Object.assign(set, setByParts(parent.entity, { [name]: rows }));
      }
      children[name] = rows;
    }
    const rows = Object.fromEntries(
      Object.entries(children).map(([name, samples]) => [name, samples.map(({ whole }) => whole)]),
    );
    return this.judgeOf(parent.entity).judgeChildSums(parent.whole, rows).length === 0 ? children : undefined;
  }
}
