import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import { withoutAbsent } from '../../generator/compile/field.ts';
import { isCallersDuty } from '../../generator/language/jsonSchema.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Order, Rule, Sum, Unique } from '../../generator/model/rule.ts';
import { isWritable, type Sampler } from './sampler.ts';
import type { Row, Sample, SampleOptions } from './sample.ts';
import { withSameFields } from './withSameFields.ts';
import { shiftDay } from './days.ts';
import { readsPreviousValues, hasNoPreviousValue, mustMatchFormula, setByChildren } from './neededRows.ts';
import { overlapClashes } from './overlaps.ts';
import { ruleLimits } from './ruleLimits.ts';
import { isChangeable } from './changeable.ts';
import { breaksOnly } from './breaksOnly.ts';
import { readsParentTotal, readsChildren } from './readByRules.ts';
import type { Case, Clash, Complaint } from './case.ts';

/** Every case that the row itself decides, without another row. */
export function rowCases(entity: Entity, sampler: Sampler): Case[] {
  const base = sampler.sample(entity.name);
  return [
    ...wrongValues(entity, base),
    ...leftOut(entity, base),
    ...(Object.keys(setByChildren(entity, base.children)).length > 0
      ? leftOut(entity, sampler.sample(entity.name, { fields: 'least' }), setByChildren(entity, base.children))
      : []),
    // server-written values are never generated: serverWrittenCases tests rules about them
    ...entity.order
      .filter(
        ({ from, to }) => !serverWrittenFields(entity).includes(from) && !serverWrittenFields(entity).includes(to),
      )
      .flatMap((order) => orderCases(entity, order, sampler)),
    ...entity.sums.flatMap((sum) =>
      'fields' in sum.of ? sumCases(entity, sum, sum.of.fields, sampler) : childSumCases(entity, sum, sum.of, sampler),
    ),
    ...entity.rules
      .filter((rule) => !readsOrigin(sampler.model, entity, rule))
      .flatMap((rule) => ruleCases(entity, rule, sampler)),
  ];
}

/** The rules of an entity for which no row was found: generated tests do not cover them. */
export function uncoveredRules(model: Model, entity: Entity, cases: readonly Case[]): string[] {
  return entity.rules
    .filter((rule) => !readsOrigin(model, entity, rule))
    .flatMap(({ id }) =>
      ['kept', 'broken']
        .filter((way) => !cases.some(({ title }) => title.startsWith(`${id} ${way}`)))
        .map((way) => `${id} ${way}`),
    );
}

/**
 * Whether a rule reads how a row was created or the total of its parent's children. Generated rows are all created by
 * the tests; other cases test such rules.
 */
const readsOrigin = (model: Model, entity: Entity, { when = '', assert }: Rule): boolean =>
  [...KERNEL_FIELDS, ...entity.fields.filter(isServerWritten)].some(({ name }) =>
    new RegExp(`\\bold\\.${name}\\b`).test(`${when} ${assert}`),
  ) ||
  readsState(model, entity, `${when} ${assert}`) ||
  readsParentTotal(model, entity, `${when} ${assert}`);

/**
 * Whether a rule reads a previous state of the row or its parent, the state of a row it looks up, or requires a state
 * other than the initial one. Generated rows have taken no step.
 */
const readsState = ({ entities }: Model, { fields, parents, lookups, machines }: Entity, text: string): boolean =>
  fields.some(({ name, state }) => state && new RegExp(`\\bold\\.${name}\\b`).test(text)) ||
  machines.some(({ field, initial }) =>
    [...text.matchAll(new RegExp(`\\bself\\.${field} == '(\\w+)'`, 'g'))].some(([, code]) => code !== initial),
  ) ||
  parents.some(({ entity }) =>
    entities[entity]!.fields.some(({ name, state }) => state && new RegExp(`\\bparent\\.${name}\\b`).test(text)),
  ) ||
  lookups.some((lookup) =>
    entities[lookup.entity]!.fields.some(
      ({ name, state }) => state && new RegExp(`\\blookup\\.${lookup.name}\\.${name}\\b`).test(text),
    ),
  );

/** Whether a field is neither writable nor computed: the server sets it. */
export const isServerWritten = ({ readOnly, state, compute, number }: Field): boolean =>
  readOnly && !state && compute === undefined && number === undefined;

export const serverWrittenFields = ({ fields }: Entity): string[] =>
  fields.filter(isServerWritten).map(({ name }) => name);

/** The rules between rows for which no violating pair was found. */
export function unmetRules(entity: Entity, pairs: readonly Clash[]): string[] {
  return [...distinctRules(entity), ...entity.noOverlap]
    .map(({ id }) => id)
    .filter((id) => !pairs.some(({ title, expected }) => title.startsWith(`${id}: `) && expected.length > 0));
}

/** The unique rules whose fields are input and whose rows need no step first. */
export const distinctRules = (entity: Entity): Unique[] =>
  entity.unique.filter(
    ({ fields, where = '' }) =>
      !entity.machines.some(({ field }) => new RegExp(`\\bself\\.${field}\\b`).test(where)) &&
      fields.every(
        (name) =>
          name !== entity.sequence?.field && entity.fields.some((field) => field.name === name && isWritable(field)),
      ),
  );

/** Each value just outside the limits of a field. */
function wrongValues(entity: Entity, sample: Sample): Case[] {
  return entity.fields.filter(isWritable).flatMap((field) =>
    KINDS[field.kind].boundaries(field).invalid.map(({ value, key }): Case => {
      const level = KINDS[field.kind].check(KINDS[field.kind].normalise(value, field), field)?.level;
      return {
        title: `${field.name} ${brief(value)}`,
        sample,
        change: { [field.name]: value },
        expected: [{ field: field.name, key, ...(level ? { level } : {}) }],
      };
    }),
  );
}

/** Each required field missing, null, empty and blank. @param among only these fields */
function leftOut(entity: Entity, sample: Sample, among?: Row): Case[] {
  // children of the sample set the field anyway
  const set = setByChildren(entity, sample.children);
  return entity.fields
    .filter(
      (field) => isWritable(field) && isCallersDuty(field) && !(field.name in set) && (!among || field.name in among),
    )
    .flatMap((field) =>
      [undefined, null, '', ...(isText(field) ? ['  \u3000\t'] : [])].map((value): Case => ({
        title: `${field.name} ${value === undefined ? 'left out' : brief(value)}`,
        sample,
        change: { [field.name]: value },
        expected: [{ field: field.name, key: MESSAGE.required }],
      })),
    );
}

const isText = (field: Field): boolean => KINDS[field.kind].cel === 'string' && field.kind !== 'password';

/** Start and end equal, and in the wrong order. */
function orderCases(entity: Entity, order: Order, sampler: Sampler): Case[] {
  const [from, to] = [order.from, order.to].map((name) => entity.fields.find((field) => field.name === name)!) as [
    Field,
    Field,
  ];
  const complaint = { field: to.name, key: order.key ?? MESSAGE.order };
  const reversed = (row: Row): Row | undefined =>
    row[from.name] == null ? undefined : { ...row, [to.name]: valueBefore(from, row[from.name]) };
  const equal = sampler.find(entity.name, {
    adjust: (row) => (row[from.name] == null ? undefined : { ...row, [to.name]: row[from.name] }),
  });
  const wrong =
    sampler.find(entity.name, { adjust: reversed, accepts: breaksOnly(order, [complaint]) }) ??
    // values computed from the two may be invalid as well, and no child fits between them
    sampler.find(entity.name, {
      fields: 'least',
      adjust: reversed,
      accepts: (violations) => violations.some(({ rule }) => rule === order.id),
    });
  return [
    ...found(`${order.id}: ${from.name} and ${to.name} equal`, equal, []),
    ...found(`${order.id}: ${to.name} before ${from.name}`, wrong, wrong ? complaintsOf(wrong, sampler) : []),
  ];
}

/** Every rule that a row breaks. */
const complaintsOf = (sample: Sample, sampler: Sampler): Complaint[] =>
  sampler
    .evaluatorOf(sample.entity)
    .validate(sample.full, sampler.context(sample))
    .map(({ field, key, level }) => ({ field, key, ...(level === 'warning' ? { level } : {}) }));

/** The value just before another, of an ordered field. */
export function valueBefore(field: Field, value: unknown): unknown {
  if (field.kind === 'date') return shiftDay(String(value), -1);
  if (field.kind === 'dateTime') return new Date(Date.parse(String(value)) - 1).toISOString();
  if (field.kind === 'integer') return Number(value) - 1;
  const number = parseDecimal(value);
  if (!number) throw new Error(`no value before ${brief(value)} of kind ${field.kind} is known`);
  return printDecimal(number.minus(1));
}

/** A total at its tolerance and one unit beyond, in both directions. */
function sumCases(entity: Entity, sum: Sum, terms: readonly string[], sampler: Sampler): Case[] {
  const field = entity.fields.find(({ name }) => name === terms.at(-1))!;
  const unit = new Decimal(10).pow(-(field.scale ?? 0));
  const complaint = { field: terms[0]!, key: sum.key ?? MESSAGE.sum };
  const off =
    (by: Decimal) =>
    (row: Row): Row | undefined => {
      const [last, total] = [parseDecimal(row[field.name]), sampler.totalOf(entity, sum.equals, row)];
      return last && total ? { ...row, [field.name]: printDecimal(last.plus(by)) } : undefined;
    };
  return [1, -1].flatMap((side) => {
    const edge = new Decimal(sum.tolerance).times(side);
    const beyond = edge.plus(unit.times(side));
    return [
      ...found(
        `${sum.id}: off by ${printDecimal(edge)}`,
        sampler.find(entity.name, { adjust: off(edge), where: sum.when }),
        [],
      ),
      ...found(
        `${sum.id}: off by ${printDecimal(beyond)}`,
        sampler.find(entity.name, { adjust: off(beyond), where: sum.when, accepts: breaksOnly(sum, [complaint]) }),
        [complaint],
      ),
    ];
  });
}

/**
 * The sum of children at the tolerance and one unit beyond it, in both directions as far as the children themselves
 * allow.
 */
function childSumCases(
  entity: Entity,
  sum: Sum,
  { child, field: name }: { child: string; field: string },
  sampler: Sampler,
): Case[] {
  const field = sampler.model.entities[child]!.fields.find((one) => one.name === name)!;
  const unit = new Decimal(10).pow(-(field.scale ?? 0));
  const sample = sampler.sample(entity.name, { where: sum.when, siblings: 2 });
  const siblings = sample.children[child] ?? [];
  const last = siblings.at(-1);
  if (!last) return [];
  return [1, -1].flatMap((side) =>
    [new Decimal(sum.tolerance), unit.plus(sum.tolerance)].flatMap((by, beyond): Case[] => {
      const value = printDecimal((parseDecimal(last.full[name]) ?? new Decimal(0)).plus(by.times(side)));
      const changed: Sample = { ...last, row: { ...last.row, [name]: value }, full: { ...last.full, [name]: value } };
      if (sampler.evaluatorOf(changed.entity).validate(changed.full, sampler.context(changed)).length > 0) return [];
      const children = { ...sample.children, [child]: [...siblings.slice(0, -1), changed] };
      return [
        {
          title: `${sum.id}: off by ${printDecimal(by.times(side))}`,
          sample: { ...sample, children },
          change: {},
          expected: beyond ? [{ field: `${child}[0].${name}`, key: sum.key ?? MESSAGE.sum }] : [],
          ofChildren: true,
        },
      ];
    }),
  );
}

/** The numbers of children with which a rule over children is tested. */
const FAMILIES = [5, 1, 2, 3, 8];

/** One row that keeps a rule with all its operands present, and one that breaks only this rule. */
function ruleCases(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const level = rule.level === 'warning' ? { level: rule.level } : {};
  const complaints = rule.at.map((field): Complaint => ({
    field,
    key: rule.key ?? (rule.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule),
    ...level,
  }));
  const text = `${rule.when ?? 'true'} ${rule.assert}`;
  const old = /\bold\./.test(text) ? sampler.sample(entity.name) : undefined;
  const applies = rule.when === undefined ? 'true' : `(${rule.when})`;
  const some: SampleOptions = asOver({ fields: 'some' }, old);
  const kept: SampleOptions = { ...some, ...(old ? {} : { where: `${applies} && (${rule.assert})` }) };
  const broken: SampleOptions = { ...some, adjust: likening(entity, text), accepts: breaksOnly(rule, complaints) };
  const withChildren = FAMILIES.map((siblings): SampleOptions => ({
    ...broken,
    fields: 'all',
    ...(rule.when === undefined ? {} : { where: rule.when }),
    siblings,
  }));
  // a row without children may break a rule over values computed from children
  const families =
    old || !readsChildren(entity, text)
      ? [broken]
      : /\bchildren\./.test(text)
        ? withChildren
        : [broken, ...withChildren];
  const keeping = tried(`${rule.id} kept`, [], old, sampler, (before) =>
    sampler.find(entity.name, asOver(kept, before)),
  );
  return [
    ...keeping,
    ...(old ? [] : keeping.flatMap(({ sample }) => ruleLimits(entity, rule, complaints, sample, sampler))),
    ...tried(
      `${rule.id} broken`,
      complaints,
      old,
      sampler,
      (before) =>
        firstFound(families, (options) => sampler.find(entity.name, asOver(options, before))) ??
        foundBelow(entity, text, sampler, broken),
    ),
  ];
}

/** Options for a row that changes the one before it. */
const asOver = (options: SampleOptions, old: Sample | undefined): SampleOptions => ({
  ...options,
  ...(old ? { old } : {}),
  ...(old?.parent ? { parent: old.parent } : {}),
});

/**
 * A case of a row that may change another. If values of that other row are immutable, such as those set by its
 * children, it is generated with as few values as possible; if the row stores its parent's previous values, the parent
 * has none.
 */
function tried(
  title: string,
  expected: Complaint[],
  old: Sample | undefined,
  sampler: Sampler,
  find: (old: Sample | undefined) => Sample | undefined,
): Case[] {
  const sample = persistently(() => find(old));
  if (sample || !old) return found(title, sample, expected, old);
  const { entity, parent } = old;
  const bare = entity.rules.some(({ immutable }) => immutable)
    ? sampler.sample(entity.name, { fields: 'least' })
    : parent && readsPreviousValues(entity, parent.entity)
      ? sampler.sample(entity.name, {
          parent: sampler.sample(parent.entity.name, {
            fields: 'least',
            where: hasNoPreviousValue(entity, parent.entity),
            ...withoutAbsent({ opened: parent.opened }),
          }),
        })
      : undefined;
  return bare ? found(title, find(bare), expected, bare) : [];
}

/** Repeats a random search a few times: one attempt may find a row where another has no room. */
const persistently = <T>(find: () => T | undefined): T | undefined => find() ?? find() ?? find();

/**
 * A row under a parent of the sort that a rule names, such as `parent.policyType != 'Premium-HM'`: random parents
 * seldom match.
 */
function foundBelow(entity: Entity, text: string, sampler: Sampler, options: SampleOptions): Sample | undefined {
  const [, name, code] = /\bparent\.(\w+) [!=]= '([^']+)'/.exec(text) ?? [];
  const parent = name === undefined || options.parent ? undefined : sampler.parentWith(entity, { [name]: code });
  return parent && sampler.find(entity.name, { ...options, parent });
}

function firstFound<T, R>(choices: readonly T[], find: (choice: T) => R | undefined): R | undefined {
  for (const choice of choices) {
    const result = find(choice);
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Makes two fields that an expression compares equal, or a field equal to the number that it is compared with, every
 * other time: random values seldom are.
 */
export function likening(entity: Entity, text: string): (row: Row) => Row {
  const read = [...new Set([...text.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
  const typeOf = (name: string) => KINDS[entity.fields.find((field) => field.name === name)?.kind ?? 'json'].cel;
  const pair = read.flatMap((a) =>
    read.filter((b) => b !== a && typeOf(a) === typeOf(b)).map((b) => [a, b] as const),
  )[0];
  const [, compared = '', number = ''] = /\bself\.(\w+) (?:[!=]=|[<>]=?) (\d+)(?![\d.])/.exec(text) ?? [];
  const kind = entity.fields.find((field) => field.name === compared)?.kind;
  let turn = 0;
  return (row) => {
    if (++turn % 2 === 1) return row;
    if (pair) return row[pair[0]] != null && row[pair[1]] != null ? { ...row, [pair[0]]: row[pair[1]] } : row;
    return kind !== undefined && row[compared] != null
      ? { ...row, [compared]: kind === 'integer' ? Number(number) : number }
      : row;
  };
}

const found = (title: string, sample: Sample | undefined, expected: Complaint[], old?: Sample): Case[] =>
  sample ? [{ title, sample, change: {}, expected, ...(old ? { old } : {}) }] : [];

/** Pairs of rows for each rule between rows: duplicates for `x-unique`, overlaps for `x-noOverlap`. */
export function clashes(entity: Entity, sampler: Sampler): Clash[] {
  return [
    ...distinctRules(entity).flatMap(({ id, fields, where, key }): Clash[] => {
      const expected = fields.map((field) => ({ field, key: key ?? MESSAGE.unique }));
      const first = sampler.sample(entity.name, { where });
      const pair = (title: string, condition: string | undefined, complaints: Complaint[]): Clash[] => {
        const second = sampler.find(
          entity.name,
          withSameFields(first, fields, { where: condition, mayClash: { rule: id, row: first.full } }),
        );
        return second ? [{ title: `${id}: ${title}`, first, second, copied: fields, expected: complaints }] : [];
      };
      return [
        ...pair('the same key', where, expected),
        ...(where === undefined ? [] : pair('the same key where the rule does not apply', `!(${where})`, [])),
      ];
    }),
    ...entity.noOverlap.flatMap((rule) => overlapClashes(entity, rule, sampler)),
  ];
}

/** Changes of a row, one field each, that leave it valid after all those before it. */
export function validChanges(sample: Sample, sampler: Sampler): { field: Field; value: unknown }[] {
  const { entity } = sample;
  const linked = new Set([
    ...sample.links.map(({ field }) => field),
    ...entity.fields.flatMap(({ ref }) => Object.keys(ref?.match ?? {})),
  ]);
  const changes: { field: Field; value: unknown }[] = [];
  let row = sample.full;
  const take = (field: Field, value: unknown): boolean => {
    const next = sampler.evaluatorOf(entity).compute({ ...row, [field.name]: value }, sampler.context(sample, row));
    const isValid =
      sampler.evaluatorOf(entity).validate(next, sampler.context(sample, row)).length === 0 &&
      !sampler.clashes(entity, next, undefined, sample.full) &&
      !sampler.breaksParent(sample, next, sample.full);
    if (isValid) {
      changes.push({ field, value });
      row = next;
    }
    return isValid;
  };
  for (const field of entity.fields.filter(
    (one) =>
      isChangeable(sample, one) &&
      !mustMatchFormula(entity, one) &&
      !linked.has(one.name) &&
      !(one.ref && !one.ref.open),
  )) {
    const edges = KINDS[field.kind]
      .boundaries(field)
      .valid.map((value) => KINDS[field.kind].normalise(value, field))
      .filter((value) => JSON.stringify(value) !== JSON.stringify(row[field.name]));
    // the first and the last: usually the minimum and maximum of the field
    const candidates = [
      ...edges.slice(0, 1),
      ...edges.slice(1).reverse(),
      ...Array.from({ length: 20 }, () => sampler.draw(field)),
    ];
    let taken = 0;
    for (const value of candidates) if (taken < 2 && take(field, value)) taken++;
    // an overridden formula applies again when the field is emptied
    if (!field.required && !field.compute) take(field, null);
  }
  return changes;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 37)}… (${text.length})` : text;
}

/** Whether a field belongs to a code that is never reused. */
export const isForever = ({ unique }: Entity, { name }: Field): boolean =>
  unique.some(({ forever, fields }) => forever && fields.includes(name));
