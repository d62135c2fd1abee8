import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { PERSON } from '../caller.ts';
import { isWritable, type Sampler } from '../sampleRow.ts';
import type { Row, Sample } from '../sample.ts';
import { outcomeOf, outcomesOf, type Standing } from './outcomes.ts';
import { demandsOf, operationRules, type Demand, type OperationRule } from './rules.ts';

/** How a record and its whole are placed before it is asked what may be done to it. */
export interface Place {
  at: Row;
  above: Row;
  submitted: boolean;
}

/** A record that is asked what may be done to it, placed in the first of some ways that the database takes. */
export interface PlaceCase {
  title: string;
  sample: Sample;
  places: Place[];
  rule?: string;
  demand?: Demand;
}

/** So many combinations of states are tried all; of more, one machine after the other. */
const MOST_COMBINATIONS = 40;
/** A guard that a record hardly ever meets, or never, is tried on so many of them below each whole. */
const MOST_DRAWN = 250;
/** Of a rule that it alone decides, so many places are kept, for some that the database would not take. */
const MOST_PLACES = 30;
const MOST_TRIED = 20_000;

/**
 * The records of an entity, and those of its parts, that are asked what may be done to them: in every combination of
 * states, and for each rule one that is closed or open by that rule alone.
 */
export function placeCases(entity: Entity, sampler: Sampler): PlaceCase[] {
  const parts =
    entity.machines.length === 0 && Object.keys(entity.guards).length === 0
      ? []
      : entity.children.filter((child) => !child.readOnly).map((child) => child.entity);
  const rules = [...operationRules(entity), ...demandsOf(entity)];
  if (rules.length === 0) return [];
  const samples = new Map<string, Sample>();
  const sampleOf = (name: string): Sample | undefined => {
    const known = samples.get(name) ?? (name === entity.name ? sampler.find(name) : partOf(entity, name, sampler));
    if (known) samples.set(name, known);
    return known;
  };
  const sortOf = (name: string, field: string, code: string): Sample | undefined => {
    const key = `${name} ${field} ${code}`;
    const known =
      samples.get(key) ?? sampler.find(name, { fields: 'some', fixed: { [field]: code }, tries: MOST_DRAWN });
    if (known) samples.set(key, known);
    return known;
  };
  const combinations = statesOf(entity).map((states) => ({ title: told(states), states }));
  return [entity.name, ...parts].flatMap((name): PlaceCase[] => {
    const sample = sampleOf(name);
    if (!sample) return [];
    const isOwn = name === entity.name;
    const all = combinations
      .filter(({ states }) => Object.keys(states).length > 0)
      .map(({ title, states }): PlaceCase => ({
        title: `${name} ${isOwn ? '' : `below ${entity.name} `}${title}`,
        sample,
        places: [{ at: isOwn ? states : {}, above: isOwn ? {} : states, submitted: false }],
      }));
    const alone = rules
      .filter(({ subject }) => subject === name)
      .flatMap((rule): PlaceCase[] => {
        // records that pass a guard, and that do not, and keep all other rules: what is drawn and then changed may
        // break some
        const drawn =
          !isOwn ||
          rule.guard === undefined ||
          entity.fields.some(
            (field) => !isWritable(field) && new RegExp(`\\bself\\.${field.name}\\b`).test(rule.guard!),
          )
            ? []
            : [`!(${rule.guard})`, rule.guard].flatMap(
                (where) =>
                  sampler.find(name, {
                    fields: 'some',
                    where,
                    fixed: fixedBy(where),
                    tries: MOST_DRAWN,
                    strangers: where.startsWith('!') && where.includes('user.'),
                  }) ?? [],
              );
        // of each sort that the guard tells apart: other rules may not let a record of one be placed as one of another
        const sorts =
          !isOwn || rule.guard === undefined
            ? []
            : sortsIn(rule.guard, entity)
                .filter(
                  ([field, code]) => sample.whole[field] !== code && !drawn.some(({ whole }) => whole[field] === code),
                )
                .flatMap(([field, code]) => sortOf(name, field, code) ?? []);
        return [sample, ...drawn, ...sorts].flatMap((one): PlaceCase[] => {
          const places = placesOf(rule, entity, one, sampler);
          return places.length === 0
            ? []
            : [
                {
                  title: `${rule.name} decides`,
                  sample: one,
                  places,
                  rule: rule.name,
                  ...('field' in rule ? { demand: rule as Demand } : {}),
                },
              ];
        });
      });
    return [...all, ...alone];
  });
}

/** Each code of the choices that a condition compares with one of their codes. */
const sortsIn = (condition: string, { fields }: Entity): [string, string][] =>
  fields
    .filter(
      (field) =>
        isWritable(field) &&
        field.options &&
        field.kind === 'choice' &&
        new RegExp(`\\bself\\.${field.name} [!=]= '`).test(condition),
    )
    .flatMap(({ name, options }) => options!.map(({ code }): [string, string] => [name, code]));

/** The value that a condition names, so that rows which are chosen for it match it. */
const fixedBy = (condition: string): Row => {
  const [, name, value] = /^self\.(\w+) == '([^']+)'$/.exec(condition) ?? [];
  return name === undefined ? {} : { [name]: value };
};

/** A part, as it can be stored, below a whole of that very kind. */
function partOf(entity: Entity, name: string, sampler: Sampler): Sample | undefined {
  const parent = sampler.wholeWith(sampler.model.entities[name]!, {}, entity.name);
  return parent && sampler.find(name, { parent });
}

/** Every combination of the states of an entity's machines. */
function statesOf({ machines }: Entity): Row[] {
  const size = machines.reduce((all, { states }) => all * states.length, 1);
  if (size > MOST_COMBINATIONS)
    return machines.flatMap(({ field, states }) => states.map(({ code }): Row => ({ [field]: code })));
  return machines.reduce<Row[]>(
    (rows, { field, states }) => rows.flatMap((row) => states.map(({ code }) => ({ ...row, [field]: code }))),
    [{}],
  );
}

/**
 * The places in which a rule decides: with it and without it the schema says otherwise; of a demand, those in which its
 * step is open.
 */
function placesOf(rule: OperationRule | Demand, entity: Entity, sample: Sample, sampler: Sampler): Place[] {
  const isOwn = rule.subject === entity.name;
  const subject = sample.entity;
  const asked = isOwn ? rule.operations : [...rule.operations, 'edit'];
  const own = choicesOf(sample, isOwn ? rule.operations : operationsBelow(subject, rule), sampler);
  const above = isOwn ? [] : choicesOf(sample.parent!, ['edit'], sampler);
  const found: Place[] = [];
  let tried = 0;
  for (const submitted of asked.some((operation) => asksWho(subject, operation)) ? [false, true] : [false]) {
    for (const rowAbove of combined(above)) {
      for (const at of combined(own)) {
        if (++tried > MOST_TRIED) return spread(found);
        const standing: Standing = {
          entity: subject,
          row: { creater: PERSON.userCde, ...sample.whole, ...at },
          submitted,
          ...(isOwn ? {} : { whole: { entity, row: { ...sample.parent!.whole, ...rowAbove } } }),
        };
        if (decides(rule, standing, isOwn, sampler))
          found.push({
            at: 'field' in rule && rule.ofRecord ? { ...at, [rule.field]: null } : at,
            above: rowAbove,
            submitted,
          });
      }
    }
  }
  return spread(found);
}

/** Places far apart: of those side by side the database mostly refuses all, or none. */
const spread = (found: readonly Place[]): Place[] =>
  found.filter((_, place) => place % Math.ceil(found.length / MOST_PLACES) === 0);

function decides(rule: OperationRule | Demand, standing: Standing, isOwn: boolean, sampler: Sampler): boolean {
  if ('field' in rule) {
    const outcome = outcomeOf(standing, rule.operations[0]!, sampler);
    return rule.to === undefined ? outcome !== 'closed' : outcome === `open to ${rule.to}`;
  }
  const without: Standing = isOwn
    ? { ...standing, entity: rule.without }
    : { ...standing, whole: { ...standing.whole!, entity: rule.without } };
  // of a gate for parts, `edit` stands for every operation that is not named
  const [before, after] = [outcomesOf(standing, sampler), outcomesOf(without, sampler)];
  return (isOwn ? rule.operations : Object.keys(before)).some(
    (operation) => before[operation] !== (after[operation] ?? 'closed'),
  );
}

/** What is done to parts when the whole's gate is asked: all, or the one named. */
const operationsBelow = (subject: Entity, { operations }: OperationRule): string[] =>
  operations.filter(
    (one) =>
      one !== 'add' && subject.machines.some(({ transitions }) => transitions.some(({ action }) => action === one)),
  );

const asksWho = ({ machines, actions }: Entity, operation: string): boolean =>
  [
    ...machines.flatMap(({ transitions }) => transitions.filter(({ action }) => action === operation)),
    ...actions.filter(({ name }) => name === operation),
  ].some(({ actor }) => actor === 'submitter' || actor === 'approver');

/** For each field that decides about operations, the values it may have. */
function choicesOf(
  { entity, whole, links }: Sample,
  operations: readonly string[],
  sampler: Sampler,
): [string, unknown[]][] {
  const named = <T extends { action: string }>(one: T) => operations.includes(one.action);
  const steps = entity.machines.flatMap(({ transitions }) => transitions.filter(named));
  const actions = entity.actions.filter(({ name }) => operations.includes(name));
  const text = [
    ...operations.flatMap((operation) => (entity.guards[operation] ?? []).map(({ expr }) => expr)),
    ...steps.map(({ guard = '' }) => guard),
    ...actions.map(({ guard }) => guard?.expr ?? ''),
  ].join(' ');
  const read = [...new Set([...text.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
  const states = entity.machines.map(({ field, states: codes }): [string, unknown[]] => [
    field,
    codes.map(({ code }) => code),
  ]);
  const others = new Map<string, unknown>(
    links.flatMap(({ field, by, other }) => (other ? [[field, other.whole[by]]] : [])),
  );
  const own = read
    .filter((name) => !entity.machines.some(({ field }) => field === name))
    .map((name): [string, unknown[]] => [
      name,
      valuesOf(
        [...entity.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
        text,
        whole[name],
        sampler,
      ).concat(others.get(name) ?? []),
    ]);
  const editors =
    operations.includes('edit') ||
    operations.includes('delete') ||
    [...steps, ...actions].some(({ actor }) => actor === undefined || actor === 'reader')
      ? (entity.access?.edit ?? [])
      : [];
  const persons = [
    ...new Set([...editors, ...([...steps, ...actions].some(({ actor }) => actor === 'creater') ? ['creater'] : [])]),
  ].filter((name) => !read.includes(name));
  return [
    ...states,
    ...own,
    ...persons.map((name): [string, unknown[]] => [
      name,
      [PERSON.userCde, others.get(name) ?? somebodyElse(entity, name, whole)],
    ]),
  ];
}

/**
 * Who is not the caller, as far as is known without another row: whom the row names, and where nothing is referred to
 * any name.
 */
const somebodyElse = ({ fields }: Entity, name: string, whole: Row): unknown =>
  fields.some((field) => field.name === name && field.ref)
    ? whole[name] === PERSON.userCde
      ? null
      : (whole[name] ?? null)
    : 'nobody';

/** Values of a field that an expression tells apart: what it names, what is beside that, none, and any. */
export function valuesOf(field: Field, text: string, present: unknown, sampler: Sampler): unknown[] {
  const isNumber = ['int', 'Decimal'].includes(KINDS[field.kind].cel);
  const names = [...text.matchAll(isNumber ? /"?(\d+(?:\.\d+)?)"?/g : /'([^']*)'/g)].map(([, value]) => value!);
  const numbers = ['0', '1', ...names]
    .flatMap((value) => [value, String(Number(value) + 1)])
    .map((value) => (field.kind === 'integer' ? Number(value) : value));
  const named = field.options
    ? field.options.map(({ code }) => code)
    : field.kind === 'yesNo'
      ? ['Y', 'N']
      : isNumber
        ? numbers
        : [...names, PERSON.userCde];
  const drawn = field.ref || field.options || isNumber ? [] : [sampler.draw(field)];
  const taken = [...named, ...drawn].filter((value) => {
    const { check, normalise } = KINDS[field.kind];
    return check(normalise(value, field), field) === undefined;
  });
  return [...new Set([present ?? null, ...taken, ...(field.required ? [] : [null])])];
}

/** Every combination of the values, one of each. */
export function* combined(choices: readonly [string, unknown[]][]): Generator<Row> {
  const [first, ...rest] = choices;
  if (!first) return yield {};
  for (const value of first[1]) for (const row of combined(rest)) yield { [first[0]]: value, ...row };
}

const told = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
