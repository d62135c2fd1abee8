import { Decimal, printDecimal } from '../../generator/language/decimal.ts';
import type { EntityEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import { childName } from '../../generator/language/expression/scope.ts';
import { optionalKeysOf } from '../../generator/language/evaluation/lookups.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Rule } from '../../generator/model/rule.ts';
import type { Lookup } from '../../generator/model/lookup.ts';
import { rowRules, textOf } from './rowRules.ts';
import type { Row, Sample, SampleOptions } from './sample.ts';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';

/** The fields that a rule requires to equal a field of the parent: `self.billCompany == parent.billCompany`. */
const equalToParent = cacheByObject(({ rules }: Entity): readonly (readonly [own: string, above: string])[] =>
  rules.flatMap(({ assert }) =>
    [...assert.matchAll(/\bself\.(\w+) == parent\.(\w+)/g)].map(([, own, above]) => [own!, above!] as const),
  ),
);

/** The parent values that a rule requires fields of a child to equal. */
export const agreedWith = (entity: Entity, parent: Sample | undefined): Row =>
  Object.fromEntries(parent ? equalToParent(entity).map(([own, above]) => [own, parent.full[above]]) : []);

/** The rows to which the parent of a child must refer because rules require fields of both to be equal. */
export const linksAgreedWith = (
  entity: Entity,
  linked: Readonly<Record<string, Sample>> = {},
): Record<string, Sample> =>
  Object.fromEntries(equalToParent(entity).flatMap(([own, above]) => (linked[own] ? [[above, linked[own]]] : [])));

/** The rows to which a child must refer because a rule of its parent requires all children to refer to the same. */
export function linksLikeSibling(
  { rules }: Entity,
  first: Sample | undefined,
  breaks: string | undefined,
): Record<string, Sample> {
  if (!first) return {};
  const children = `children\\.${childName(first.entity.name)}`;
  const equal = new RegExp(`^${children}\\.all\\((\\w+), \\1\\.(\\w+) == ${children}\\[0\\]\\.\\2\\)$`);
  return Object.fromEntries(
    rules.flatMap(({ id, assert }): [string, Sample][] => {
      const name = id === breaks ? undefined : equal.exec(assert)?.[2];
      const target = first.links.find(({ field, many }) => field === name && !many)?.targets[0];
      return name !== undefined && target ? [[name, target]] : [];
    }),
  );
}

/** The target of the parent's reference that a rule requires a reference of a child to equal; undefined if none. */
export function targetOfParent(entity: Entity, name: string, parent: Sample | undefined): Sample | undefined {
  const [, above] = equalToParent(entity).find(([own]) => own === name) ?? [];
  return parent?.links.find(({ field, many }) => field === above && !many)?.targets[0];
}

/** Whether a condition reads the children of a row or values computed from them. */
export const readsChildren = (entity: Entity, condition: string): boolean =>
  /\bchildren\./.test(withFormulae(entity, condition));

/** The rules of an entity that read its children or values computed from them. */
export const rulesOverChildren = cacheByObject(
  (entity: Entity): ReadonlySet<string> =>
    new Set(
      rowRules(entity)
        .filter((rule) => readsChildren(entity, textOf(rule)))
        .map(({ id }) => id),
    ),
);

/** Whether a rule of an entity limits a sum over its children. */
export const limitsSums = cacheByObject((entity: Entity): boolean =>
  rowRules(entity).some(
    (rule) => rulesOverChildren(entity).has(rule.id) && /\bsum\(children\./.test(withFormulae(entity, textOf(rule))),
  ),
);

/** The lookups of a child that find its parent, by the reference to it. */
const lookupsOfParent = cacheByObject(({ lookups, parents }: Entity): readonly string[] =>
  lookups
    .filter(({ entity, by }) => parents.some((one) => one.entity === entity && by[0]?.expr === `self.${one.via}`))
    .map(({ name }) => name),
);

/** Whether an expression of a child reads a value that its parent computes from all children. */
export function readsParentTotal({ entities }: Pick<Model, 'entities'>, entity: Entity, text: string): boolean {
  const names = ['parent', ...lookupsOfParent(entity).map((name) => `lookup\\.${name}`)].join('|');
  const reads = (name: string): boolean => new RegExp(`\\b(?:${names})\\.${name}\\b`).test(text);
  return entity.parents.some((above) =>
    entities[above.entity]!.fields.some(
      ({ name, compute }) => compute !== undefined && /\bchildren\./.test(compute.expr) && reads(name),
    ),
  );
}

/** Whether rules of an entity read totals of its parent; cached, as every attempt needs it. */
export const readsTotal = cacheByObject((entity: Entity, model: Model): boolean =>
  readsParentTotal(model, entity, rowRules(entity).map(textOf).join(' ')),
);

/** The generated children of a row, by entity. */
const knownChildren = (
  { entities }: Model,
  { entity, full }: Pick<Sample, 'entity' | 'full'>,
  known: ReadonlyMap<string, readonly Row[]>,
): Record<string, Row[]> =>
  Object.fromEntries(
    entity.children.map(({ entity: name, via }) => {
      const { by } = entities[name]!.fields.find((field) => field.name === via)!.ref!;
      return [name, (known.get(name) ?? []).filter((row) => row[via] === full[by])];
    }),
  );

/** A parent with its totals over all generated children, if a rule of the child reads them. */
export function withTotals(
  model: Model,
  entity: Entity | undefined,
  { entity: above, full }: Sample,
  known: ReadonlyMap<string, readonly Row[]>,
  evaluator: EntityEvaluator,
): Row {
  if (!entity) return full;
  if (!readsTotal(entity, model)) return full;
  const rows = above.children.reduce((sum, child) => sum + (known.get(child.entity)?.length ?? 0), 0);
  const former = totalsOf.get(full);
  if (former?.rows === rows) return former.withTotals;
  const children = knownChildren(model, { entity: above, full }, known);
  const computed = evaluator.compute(full, { mode: 'update', children });
  totalsOf.set(full, { rows, withTotals: computed });
  return computed;
}

/** The totals of parents, and over how many rows they were computed: each candidate for a child needs them. */
const totalsOf = new WeakMap<Row, { rows: number; withTotals: Row }>();

/** Expressions with their formulas, by expression; cached, as every attempt needs some. */
const expanded = cacheByObject((_: Entity) => new Map<string, string>());

/** An expression, followed by the formulas of all fields that it reads directly or indirectly. */
export function withFormulae(entity: Entity, expression: string): string {
  const texts = expanded(entity);
  const known = texts.get(expression) ?? appendFormulae(entity, expression);
  texts.set(expression, known);
  return known;
}

function appendFormulae({ fields }: Entity, expression: string): string {
  let text = expression;
  const open = new Set(
    fields.flatMap(({ name, compute, defaultExpr }) => {
      const formula = compute?.expr ?? defaultExpr;
      return formula === undefined ? [] : [{ name, formula }];
    }),
  );
  for (let grown = true; grown;) {
    grown = false;
    for (const one of open) {
      if (!new RegExp(`\\bself\\.${one.name}\\b`).test(text)) continue;
      text += ` ${one.formula}`;
      grown = open.delete(one);
    }
  }
  return text;
}

/**
 * The rules that read a lookup by day. The rows of other cases decide what it finds, so only a row that keeps such a
 * rule whatever is found is valid for certain.
 */
export const rulesOverDayLookups = cacheByObject((entity: Entity): readonly Rule[] =>
  entity.rules.filter((rule) =>
    entity.lookups.some(({ name, latest }) => latest && new RegExp(`\\blookup\\.${name}\\b`).test(rule.assert)),
  ),
);

/** Whether a lookup by day finds its row by a field. */
export const isKeyOfDay = ({ lookups }: Entity, name: string): boolean =>
  lookups.some(({ latest, by }) => latest && by.some(({ expr }) => expr === `self.${name}`));

/** Whether a field takes its value from a lookup by day unless one is entered. */
export const isReadByDay = ({ lookups }: Entity, { compute }: Field): boolean =>
  compute?.overridable === true &&
  lookups.some(({ name, latest }) => latest && new RegExp(`\\blookup\\.${name}\\b`).test(compute.expr));

/** The required fields that take their values from a lookup by day unless one is entered. */
export const requiredByDay = cacheByObject((entity: Entity): readonly Field[] =>
  entity.fields.filter((field) => field.required && isReadByDay(entity, field)),
);

/** Whether a condition or the rule that a row must break reads a lookup by day, directly or by formulas. */
export function isAboutDay(entity: Entity, { where = '', breaks }: SampleOptions): boolean {
  const days = entity.lookups.filter(({ latest }) => latest);
  if (days.length === 0) return false;
  const broken = rowRules(entity).find(({ id }) => id === breaks);
  const text = withFormulae(entity, `${where} ${broken ? textOf(broken) : ''}`);
  return days.some(({ name }) => new RegExp(`\\blookup\\.${name}\\b`).test(text));
}

/** The names of the lookups that the rules of an entity read, directly or by formulas. */
export const lookupsRead = cacheByObject((entity: Entity): ReadonlySet<string> => {
  const text = withFormulae(entity, rowRules(entity).map(textOf).join(' '));
  return new Set(
    entity.lookups.map(({ name }) => name).filter((name) => new RegExp(`\\blookup\\.${name}\\b`).test(text)),
  );
});

/** A row whose lookups are to be found. */
type LookingUp = Pick<Sample, 'entity' | 'row' | 'parent'> & {
  /** the row before a change, which has the day of a lookup by day */
  old?: Row | undefined;
};

/**
 * The rows that the lookups of a row find, if its rules read them. A missing row is created if only the parent decides
 * its key.
 *
 * @param find returns the row of an entity with a key, and creates one if allowed
 * @param findOfDay returns the row that a lookup by day finds
 */
export function lookedUp(
  evaluator: EntityEvaluator,
  { entity, row, parent, old }: LookingUp,
  find: (entity: string, key: Row, mayCreate: boolean) => Sample | undefined,
  findOfDay: (lookup: Lookup, key: Row) => Sample | undefined,
): Record<string, Sample> {
  const found: Record<string, Sample> = {};
  if (entity.lookups.length === 0) return found;
  const read = lookupsRead(entity);
  for (const { lookup, keyOf } of evaluator.lookups) {
    if (!read.has(lookup.name)) continue;
    const isOfParent = lookup.by.every(({ expr }) => !/\bself\./.test(expr));
    const key = keyOf(lookup.latest ? { ...old, ...row } : row, {
      ...(parent ? { parent: parent.full } : {}),
      lookups: Object.fromEntries(Object.entries(found).map(([name, { full }]) => [name, full])),
    });
    const target =
      key &&
      (lookup.covering
        ? coveringChildren(lookup, key, parent).matches[0]
        : lookup.latest
          ? findOfDay(lookup, key)
          : find(lookup.entity, key, isOfParent));
    if (target) found[lookup.name] = target;
  }
  return found;
}

/** The rows that the lookups of a sample find, as expressions read them. */
export const lookedUpRows = ({ lookups = {}, lookupCounts: counts = {} }: Pick<Sample, 'lookups' | 'lookupCounts'>) =>
  Object.fromEntries(
    Object.entries(lookups).map(([name, { full, laterStates }]): [string, Row] => [
      name,
      { ...full, ...laterStates, ...counts[name] },
    ]),
  );

/** The children of a parent among which a lookup by period chooses: they are created with the parent. */
function coveringChildren(
  { entity, by, covering }: Lookup,
  key: Row,
  parent: Sample | undefined,
): Record<'candidates' | 'matches', Sample[]> {
  const { from, to, narrow = [], prefer = [] } = covering!;
  const rank = ({ full }: Sample): string => prefer.map(({ field }) => (full[field] === key[field] ? 0 : 1)).join('');
  const candidates = (parent?.children[entity] ?? []).filter(
    ({ full }) =>
      by.every(({ field }) => full[field] === key[field]) &&
      String(full[from]) <= String(key[from]) &&
      (full[to] == null || String(full[to]) >= String(key[to])) &&
      prefer.every(({ field, orOther }) => orOther || full[field] == null || full[field] === key[field]),
  );
  const isMatch = ({ full }: Sample): boolean =>
    narrow.every(({ field }) => key[field] == null || full[field] === key[field]);
  const matches = candidates.filter(isMatch).toSorted((a, b) => rank(a).localeCompare(rank(b)));
  return { candidates, matches };
}

/** `candidates` and `matches` of the lookups by period of a row, by name of the lookup, where they find a row. */
export const lookupCounts = (
  { lookups }: EntityEvaluator,
  { row, parent }: Pick<Sample, 'row' | 'parent'>,
): Record<string, Row> =>
  Object.fromEntries(
    lookups.flatMap(({ lookup, keyOf }) => {
      const key = lookup.covering && keyOf(row, parent ? { parent: parent.full } : {});
      if (!key) return [];
      const { candidates, matches } = coveringChildren(lookup, key, parent);
      return matches.length > 0
        ? [[lookup.name, { candidates: candidates.length, matches: matches.length }] as const]
        : [];
    }),
  );

/** What a row must have so that its lookup by period finds a child of its parent. */
export interface Covering {
  /** own reference → the row that the child refers to */
  targets: Map<string, Sample>;
  /** own field → the equal value of the child */
  values: Row;
  /** the period of the child */
  within: readonly [from: string, to: string];
}

/** The end of a period without a last day. */
const LAST_DAY = '2099-12-31';

/** What a row must have so that one of its lookups finds a child of the parent; undefined if there is none. */
export function coveringFor({ lookups, parents }: Entity, parent: Sample | undefined): Covering | undefined {
  for (const { entity, by, covering } of lookups) {
    const child = covering && parent?.children[entity]?.[0];
    if (!child) continue;
    const conditions = [...by, ...optionalKeysOf({ covering })];
    const targets = conditions.flatMap(({ field, expr }): [string, Sample][] => {
      const target = child.links.find((link) => link.field === field)?.targets[0];
      const own = expr.replace(/^self\./, '');
      return target && parents.every(({ via }) => via !== own) ? [[own, target]] : [];
    });
    const values = conditions.map(({ field, expr }) => [expr.replace(/^self\./, ''), child.full[field]]);
    return {
      targets: new Map(targets),
      values: Object.fromEntries(values),
      within: [String(child.full[covering.from]), String(child.full[covering.to] ?? LAST_DAY)],
    };
  }
  return undefined;
}

/** The patterns that rules sometimes require of texts, by field, such as the number of one type of invoice. */
export const patternsInRules = cacheByObject(({ rules }: Entity): ReadonlyMap<string, string> => {
  const patterns = new Map<string, string>();
  for (const { assert } of rules) {
    const [, field, pattern] = /^self\.(\w+)\.matches\("([^"\\]+)"\)$/.exec(assert) ?? [];
    if (field !== undefined && pattern !== undefined && !patterns.has(field)) patterns.set(field, pattern);
  }
  return patterns;
});

/**
 * The highest numbers that rules permit, some of them only for certain rows, by field: `self.rate * 20 < 1`. Most
 * random numbers exceed them.
 */
export const maximaInRules = cacheByObject(({ rules }: Entity): ReadonlyMap<string, string> => {
  const maxima = new Map<string, string>();
  for (const { assert } of rules) {
    const [, field, factor = '1', limit] =
      /^self\.(\w+)(?: \* (\d+(?:\.\d+)?))? <=? (\d+(?:\.\d+)?)$/.exec(assert) ?? [];
    if (field !== undefined && limit !== undefined) maxima.set(field, printDecimal(new Decimal(limit).div(factor)));
  }
  return maxima;
});

/**
 * The days that rules permit a date of a child, from a day of the parent to today: `self.chargeDate <= today()` and
 * `self.chargeDate >= parent.casualtyDate`; undefined unless rules limit it on both sides.
 */
export function daysSinceParent(
  { rules }: Entity,
  name: string,
  parent: Sample | undefined,
  today: string,
): [from: string, to: string] | undefined {
  if (!parent || rules.every(({ assert }) => assert !== `self.${name} <= today()`)) return undefined;
  const since = rules
    .flatMap(({ assert }) => new RegExp(`^self\\.${name} >= parent\\.(\\w+)$`).exec(assert)?.[1] ?? [])
    .flatMap((above) => (parent.full[above] == null ? [] : String(parent.full[above])))[0];
  return since === undefined || since > today ? undefined : [since, today];
}

/** The codes that rules name for a reference, as `self.invoiceCur == 'CNY'`. */
export const namedCodes = (entity: Entity, name: string): string[] => [
  ...new Set(
    rowRules(entity).flatMap((rule) =>
      [...textOf(rule).matchAll(new RegExp(`\\bself\\.${name} == '([^']+)'`, 'g'))].map(([, code]) => code!),
    ),
  ),
];
