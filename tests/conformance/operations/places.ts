import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { PERSON } from '../caller.ts';
import { isWritable, type Sampler } from '../sampler.ts';
import type { Row, Sample } from '../sample.ts';
import { operationsOf, outcomeOf, type Standing } from './outcomes.ts';
import { demandsOf, operationRules, type Demand, type OperationRule } from './rules.ts';

/** The values and states that a record and its parent get before the check. */
export interface Place {
  at: Row;
  above: Row;
  submitted: boolean;
}

/** A record whose operations are checked, in the first of several places that the database accepts. */
export interface PlaceCase {
  title: string;
  sample: Sample;
  places: Place[];
  rule?: string;
  demand?: Demand;
}

/** Up to this many combinations of states are all tried; beyond it, one machine after the other. */
const MAX_COMBINATIONS = 40;
/** Records per parent that are tried for a guard that random records seldom or never satisfy. */
const MAX_DRAWN = 250;
/** Places kept for a rule that alone decides, as the database may refuse some of them. */
const MAX_PLACES = 30;
const MAX_TRIED = 20_000;

/**
 * The records of an entity and of its children whose operations are checked: in every combination of states, and for
 * each rule one that is open or closed by that rule alone.
 */
export function placeCases(entity: Entity, sampler: Sampler): PlaceCase[] {
  const childNames =
    entity.machines.length === 0 && Object.keys(entity.guards).length === 0
      ? []
      : entity.children.filter((child) => !child.readOnly).map((child) => child.entity);
  const rules = [...operationRules(entity), ...demandsOf(entity)];
  if (rules.length === 0) return [];
  const samples = new Map<string, Sample>();
  const sampleOf = (name: string): Sample | undefined => {
    const known = samples.get(name) ?? (name === entity.name ? sampler.find(name) : childSample(entity, name, sampler));
    if (known) samples.set(name, known);
    return known;
  };
  const sortOf = (name: string, field: string, code: string): Sample | undefined => {
    const key = `${name} ${field} ${code}`;
    const known =
      samples.get(key) ?? sampler.find(name, { fields: 'some', fixed: { [field]: code }, tries: MAX_DRAWN });
    if (known) samples.set(key, known);
    return known;
  };
  const combinations = statesOf(entity).map((states) => ({ title: printRow(states), states }));
  return [entity.name, ...childNames].flatMap((name): PlaceCase[] => {
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
        // records that pass and fail a guard and keep all other rules: changing a generated record may
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
                    tries: MAX_DRAWN,
                    strangers: where.startsWith('!') && where.includes('user.'),
                  }) ?? [],
              );
        // one of each sort that the guard distinguishes: other rules may prevent changing a record from one to
        // another
        const sorts =
          !isOwn || rule.guard === undefined
            ? []
            : sortsIn(rule.guard, entity)
                .filter(
                  ([field, code]) => sample.full[field] !== code && !drawn.some(({ full }) => full[field] === code),
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

/** The value that a condition names, so that rows selected for it match. */
const fixedBy = (condition: string): Row => {
  const [, name, value] = /^self\.(\w+) == '([^']+)'$/.exec(condition) ?? [];
  return name === undefined ? {} : { [name]: value };
};

/** A storable child under a parent of exactly that entity. */
function childSample(entity: Entity, name: string, sampler: Sampler): Sample | undefined {
  const parent = sampler.parentWith(sampler.model.entities[name]!, {}, entity.name);
  return parent && sampler.find(name, { parent });
}

/** Every combination of the states of an entity's machines. */
function statesOf({ machines }: Entity): Row[] {
  const size = machines.reduce((all, { states }) => all * states.length, 1);
  if (size > MAX_COMBINATIONS)
    return machines.flatMap(({ field, states }) => states.map(({ code }): Row => ({ [field]: code })));
  return machines.reduce<Row[]>(
    (rows, { field, states }) => rows.flatMap((row) => states.map(({ code }) => ({ ...row, [field]: code }))),
    [{}],
  );
}

/**
 * The places in which a rule decides: the outcome differs with and without it; for a required field, those in which its
 * step is open.
 */
function placesOf(rule: OperationRule | Demand, entity: Entity, sample: Sample, sampler: Sampler): Place[] {
  const isOwn = rule.subject === entity.name;
  const subject = sample.entity;
  const checkedOperations = isOwn ? rule.operations : [...rule.operations, 'edit'];
  const own = choicesOf(sample, isOwn ? rule.operations : operationsBelow(subject, rule), sampler);
  const above = isOwn ? [] : choicesOf(sample.parent!, ['edit'], sampler);
  const found: Place[] = [];
  let tried = 0;
  for (const submitted of checkedOperations.some((operation) => dependsOnActor(subject, operation))
    ? [false, true]
    : [false]) {
    for (const rowAbove of combined(above)) {
      for (const at of combined(own)) {
        if (++tried > MAX_TRIED) return spread(found);
        const standing: Standing = {
          entity: subject,
          row: { creater: PERSON.userCde, ...sample.full, ...at },
          submitted,
          ...(isOwn ? {} : { above: { entity, row: { ...sample.parent!.full, ...rowAbove } } }),
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

/** Places far apart: the database usually refuses adjacent places together. */
const spread = (found: readonly Place[]): Place[] =>
  found.filter((_, place) => place % Math.ceil(found.length / MAX_PLACES) === 0);

function decides(rule: OperationRule | Demand, standing: Standing, isOwn: boolean, sampler: Sampler): boolean {
  if ('field' in rule) {
    const outcome = outcomeOf(standing, rule.operations[0]!, sampler);
    return rule.to === undefined ? outcome !== 'closed' : outcome === `open to ${rule.to}`;
  }
  const without: Standing = isOwn
    ? { ...standing, entity: rule.without }
    : { ...standing, above: { ...standing.above!, entity: rule.without } };
  const outcome = (of: Standing, operation: string) =>
    operationsOf(of.entity).includes(operation) ? outcomeOf(of, operation, sampler) : undefined;
  // in a gate for children, `edit` covers every operation that is not named
  return (isOwn ? rule.operations : operationsOf(standing.entity)).some(
    (operation) => outcome(standing, operation) !== (outcome(without, operation) ?? 'closed'),
  );
}

/** The child operations to check for the parent's gate: all, or the named one. */
const operationsBelow = (subject: Entity, { operations }: OperationRule): string[] =>
  operations.filter(
    (one) =>
      one !== 'add' && subject.machines.some(({ transitions }) => transitions.some(({ action }) => action === one)),
  );

const dependsOnActor = ({ machines, actions }: Entity, operation: string): boolean =>
  [
    ...machines.flatMap(({ transitions }) => transitions.filter(({ action }) => action === operation)),
    ...actions.filter(({ name }) => name === operation),
  ].some(({ actor }) => actor === 'submitter' || actor === 'approver');

/** For each field that decides about operations, the values it may have. */
function choicesOf(
  { entity, full, links }: Sample,
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
    links.flatMap(({ field, by, other }) => (other ? [[field, other.full[by]]] : [])),
  );
  const own = read
    .filter((name) => !entity.machines.some(({ field }) => field === name))
    .map((name): [string, unknown[]] => [
      name,
      valuesOf(
        [...entity.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
        text,
        full[name],
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
      [PERSON.userCde, others.get(name) ?? somebodyElse(entity, name, full)],
    ]),
  ];
}

/**
 * Users other than the caller, as far as known without another row: those the row names, or any name where the field is
 * no reference.
 */
const somebodyElse = ({ fields }: Entity, name: string, full: Row): unknown =>
  fields.some((field) => field.name === name && field.ref)
    ? full[name] === PERSON.userCde
      ? null
      : (full[name] ?? null)
    : 'nobody';

/** Values of a field that an expression distinguishes: those it names, those next to them, none, and any. */
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

const printRow = (row: Row): string =>
  Object.entries(row)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join(', ');
