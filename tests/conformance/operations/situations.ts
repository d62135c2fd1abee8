import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { PERSON } from '../caller.ts';
import { allConditions } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { TODAY } from '../today.ts';
import type { Row, Sample } from '../sample.ts';
import { colleagueOf, readsWhatCallerSees, valuesSeenBy, type Caller } from './colleague.ts';
import { serverLinksOf, valuesWithLinks } from '../serverLinks.ts';
import { operationsOf, outcomeOf, type RecordState } from './outcomes.ts';
import { requiredFieldsOf, operationRules, type RequiredField, type OperationRule } from './rules.ts';

/** The values that a record and its parent get before the check. */
export interface Situation {
  /** of the record */
  at: Row;
  /** of its parent */
  above: Row;
  /** whether the caller submitted the record */
  submitted: boolean;
  /** default: the administrator */
  caller?: Caller;
  /** rows whose ids are among the values of the record, by field */
  links?: Readonly<Record<string, Sample>>;
}

/** A record whose operations are checked, in the first of several situations that the database accepts. */
export interface OperationCase {
  title: string;
  sample: Sample;
  situations: Situation[];
  rule?: string;
  requiredField?: RequiredField;
}

/** Entities with more combinations of states are tested in the states of one machine at a time. */
const MAX_COMBINATIONS = 40;
/** Candidates that are generated to satisfy a guard. */
const MAX_GUARD_TRIES = 250;
/** Parents under which a child is sought. */
const MAX_PARENTS = 8;
/** Situations that are returned for a rule; more than one, as the database may refuse some of them. */
const MAX_SITUATIONS = 30;
/** Situations that are evaluated for a rule. */
const MAX_TRIED = 20_000;

/**
 * The records of an entity and of its children whose operations are checked: in every combination of states, and for
 * each rule one that is open or closed by that rule alone.
 */
export function operationCases(entity: Entity, sampler: Sampler): OperationCase[] {
  const childNames =
    entity.machines.length === 0 && Object.keys(entity.guards).length === 0
      ? []
      : entity.children.filter((child) => !child.readOnly).map((child) => child.entity);
  const rules = [...operationRules(entity), ...requiredFieldsOf(entity)];
  if (rules.length === 0) return [];
  const samples = new Map<string, Sample>();
  const sampleOf = (name: string): Sample | undefined => {
    const known =
      samples.get(name) ?? (name === entity.name ? stateProof(entity, sampler) : childSample(entity, name, sampler));
    if (known) samples.set(name, known);
    return known;
  };
  const sampleWith = (name: string, field: string, code: string): Sample | undefined => {
    const key = `${name} ${field} ${code}`;
    const known =
      samples.get(key) ?? sampler.find(name, { fields: 'some', fixed: { [field]: code }, tries: MAX_GUARD_TRIES });
    if (known) samples.set(key, known);
    return known;
  };
  const combinations = statesOf(entity).map((states) => ({ title: printRow(states), states }));
  return [entity.name, ...childNames].flatMap((name): OperationCase[] => {
    const sample = sampleOf(name);
    if (!sample) return [];
    const isOwn = name === entity.name;
    const all = combinations
      .filter(({ states }) => Object.keys(states).length > 0)
      .map(({ title, states }): OperationCase => ({
        title: `${name} ${isOwn ? '' : `below ${entity.name} `}${title}`,
        sample,
        situations: [{ at: isOwn ? states : {}, above: isOwn ? {} : states, submitted: false }],
      }));
    const alone = rules
      .filter(({ subject }) => subject === name)
      .flatMap((rule): OperationCase[] => {
        // one record that passes the guard and one that fails it: a change of a valid record may break other rules
        const drawn = !isOwn
          ? [guardedChild(entity, rule, sampler) ?? []].flat()
          : rule.guard === undefined ||
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
                    tries: MAX_GUARD_TRIES,
                    mayBelongToOthers: where.startsWith('!') && where.includes('user.'),
                  }) ?? [],
              );
        // one record for each option that the guard distinguishes: other rules may prevent a change between them
        const variants =
          !isOwn || rule.guard === undefined
            ? []
            : choicesIn(rule.guard, entity)
                .filter(
                  ([field, code]) => sample.full[field] !== code && !drawn.some(({ full }) => full[field] === code),
                )
                .flatMap(([field, code]) => sampleWith(name, field, code) ?? []);
        return [sample, ...drawn, ...variants].flatMap((one): OperationCase[] => {
          const situations = situationsOf(rule, entity, one, sampler);
          return situations.length === 0
            ? []
            : [
                {
                  title: `${rule.name} decides`,
                  sample: one,
                  situations,
                  rule: rule.name,
                  ...('field' in rule ? { requiredField: rule as RequiredField } : {}),
                },
              ];
        });
      });
    return [...all, ...alone];
  });
}

/** A row that keeps the rules of each of its states, if one is found: the database refuses a state that breaks one. */
function stateProof(entity: Entity, sampler: Sampler): Sample | undefined {
  const where = entity.rules
    .filter(({ when = '', assert }) => {
      const [, name] = /^self\.(\w+) == '\w+'$/.exec(when) ?? [];
      return entity.machines.some(({ field }) => field === name) && /^self\.\w+ == self\.\w+$/.test(assert);
    })
    .map(({ assert }) => assert);
  return (
    (where.length > 0 ? sampler.find(entity.name, { where: where.join(' && '), tries: MAX_GUARD_TRIES }) : undefined) ??
    sampler.find(entity.name)
  );
}

/** All codes of each choice field that a condition compares with a code, with the name of the field. */
export const choicesIn = (condition: string, { fields }: Entity): [string, string][] =>
  fields
    .filter(
      (field) =>
        isWritable(field) &&
        field.options &&
        field.kind === 'choice' &&
        new RegExp(`\\bself\\.${field.name} [!=]= '`).test(condition),
    )
    .flatMap(({ name, options }) => options!.map(({ code }): [string, string] => [name, code]));

/** The field and value of a condition `self.field == 'value'`, as random rows seldom satisfy it. */
const fixedBy = (condition: string): Row => {
  const [, name, value] = /^self\.(\w+) == '([^']+)'$/.exec(condition) ?? [];
  return name === undefined ? {} : { [name]: value };
};

/** A child under a parent of this entity, in a state in which it can be added. @param where condition on the child */
function childSample(entity: Entity, name: string, sampler: Sampler, where?: string): Sample | undefined {
  for (let turn = 0; turn < MAX_PARENTS; turn++) {
    const parent = sampler.parentWith(sampler.model.entities[name]!, {}, entity.name);
    const found = parent && sampler.find(name, { parent, tries: MAX_GUARD_TRIES, where });
    if (found) return found;
  }
  return undefined;
}

/** A child that keeps the guards of the operations that a rule of its parent closes; undefined if they have none. */
function guardedChild(entity: Entity, { subject, operations }: OperationRule, sampler: Sampler): Sample | undefined {
  const { guards } = sampler.model.entities[subject]!;
  const where = operations.flatMap((operation) => (guards[operation] ?? []).map(({ expr }) => expr));
  return where.length === 0 ? undefined : childSample(entity, subject, sampler, allConditions(...where));
}

/** Every combination of the states of an entity's machines. */
export function statesOf({ machines }: Entity): Row[] {
  const size = machines.reduce((all, { states }) => all * states.length, 1);
  if (size > MAX_COMBINATIONS)
    return machines.flatMap(({ field, states }) => states.map(({ code }): Row => ({ [field]: code })));
  return machines.reduce<Row[]>(
    (rows, { field, states }) => rows.flatMap((row) => states.map(({ code }) => ({ ...row, [field]: code }))),
    [{}],
  );
}

/**
 * The situations in which the outcome differs with and without a rule; for a required field, those in which its
 * step is open.
 */
function situationsOf(
  rule: OperationRule | RequiredField,
  entity: Entity,
  sample: Sample,
  sampler: Sampler,
): Situation[] {
  const isOwn = rule.subject === entity.name;
  const subject = sample.entity;
  const checkedOperations = isOwn ? rule.operations : [...rule.operations, 'edit'];
  const operations = isOwn ? rule.operations : operationsBelow(subject, rule);
  const above = isOwn ? [] : choicesOf(sample.parent!, ['edit'], sampler, PERSON);
  const found: (Situation & { opens: boolean })[] = [];
  let tried = 0;
  const read = operations.flatMap((operation) => guardsOf(subject, operation)).join(' ');
  const links = serverLinksOf(
    sample,
    subject.fields.filter(({ name }) => new RegExp(`\\bself\\.${name}\\b`).test(read)),
    sampler,
  );
  for (const { caller, seen } of callersFor(rule, subject, sampler)) {
    const own = choicesOf(sample, operations, sampler, caller).map(([name, values]): [string, unknown[]] => [
      name,
      valuesWithLinks(name, isOwn ? valuesPassing(rule, entity, sample, name, values, sampler, caller) : values, links),
    ]);
    for (const submitted of checkedOperations.some((operation) => dependsOnActor(subject, operation))
      ? [false, true]
      : [false]) {
      for (const rowAbove of combined(above)) {
        for (const values of combined(own)) {
          if (++tried > MAX_TRIED) return spread(found);
          const at = { ...values, ...seen };
          const recordState: RecordState = {
            entity: subject,
            row: { creater: PERSON.userCde, ...sample.full, ...at },
            submitted,
            caller,
            ...(isOwn ? {} : { above: { entity, row: { ...sample.parent!.full, ...rowAbove } } }),
          };
          const decision = decides(rule, recordState, isOwn, sampler);
          if (decision)
            found.push({
              at: 'field' in rule && rule.ofRecord ? { ...at, [rule.field]: null } : at,
              above: rowAbove,
              submitted,
              ...(caller === PERSON ? {} : { caller }),
              ...(Object.keys(links).length > 0 ? { links } : {}),
              opens: decision === 'opens',
            });
        }
      }
    }
  }
  return spread(found);
}

/** The conditions of the guards of an operation. */
const guardsOf = ({ guards, machines, actions }: Entity, operation: string): string[] => [
  ...(guards[operation] ?? []).map(({ expr }) => expr),
  ...machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ action, guard }) => (action === operation && guard !== undefined ? [guard] : [])),
  ),
  ...actions.flatMap(({ name, guard }) => (name === operation && guard ? [guard.expr] : [])),
];

/** The callers for whom a rule may decide, with the values with which they see the record. */
function callersFor(
  { guard }: OperationRule | RequiredField,
  subject: Entity,
  sampler: Sampler,
): { caller: Caller; seen: Row }[] {
  const colleague = readsWhatCallerSees(guard) ? colleagueOf(sampler) : undefined;
  const seen = colleague && valuesSeenBy(colleague, subject);
  return [{ caller: PERSON, seen: {} }, ...(colleague && seen ? [{ caller: colleague, seen }] : [])];
}

/**
 * The values of a field with which a rule may decide: those that other rules about the field alone do not exclude. All
 * combinations of the values of many fields are too many to try.
 */
function valuesPassing(
  { operations, without, guard = '' }: OperationRule | RequiredField,
  entity: Entity,
  { full }: Sample,
  name: string,
  values: unknown[],
  sampler: Sampler,
  caller: Caller,
): unknown[] {
  const isOfRule = new RegExp(`\\bself\\.${name}\\b`).test(guard);
  const passes = (of: Entity, operation: string, value: unknown): boolean => {
    const { gate, guards, machines } = of;
    const steps = machines.flatMap(({ field, transitions }) =>
      field === name ? transitions.filter(({ action }) => action === operation) : [],
    );
    const from = of.actions.find((one) => one.name === operation)?.from?.[name];
    const isAlone = (expr: string): boolean =>
      !isOfRule && [...expr.matchAll(/\b(self|parent|children|lookup)\.(\w+)/g)].every(([, , read]) => read === name);
    return (
      gate[operation]?.[name]?.includes(String(value)) !== false &&
      from?.includes(String(value)) !== false &&
      (steps.length === 0 || steps.some((step) => step.from.includes(String(value)))) &&
      (guards[operation] ?? []).every(
        ({ expr }) =>
          !isAlone(expr) ||
          sampler.evaluatorOf(of).test(expr, { ...full, [name]: value }, { today: TODAY, user: caller }) !== false,
      )
    );
  };
  const passing = values.filter((value) =>
    operations.some((operation) => [entity, without].some((of) => passes(of, operation, value))),
  );
  return passing.length > 0 ? passing : values;
}

/**
 * A selection of distant situations: if the database refuses one, it usually refuses adjacent ones too. Those in which
 * the rule opens or closes an operation come before those in which it only changes the message.
 */
function spread(found: readonly (Situation & { opens: boolean })[]): Situation[] {
  const opening = found.filter(({ opens }) => opens);
  const all = opening.length > 0 ? opening : found;
  // an odd step reaches every value of the last fields, which mostly have two
  const step = Math.ceil(all.length / MAX_SITUATIONS) | 1;
  return all.filter((_, index) => index % step === 0).map(({ opens: _, ...situation }) => situation);
}

/** Whether the outcome differs without a rule: `opens` if an operation is then possible or no longer is. */
function decides(
  rule: OperationRule | RequiredField,
  recordState: RecordState,
  isOwn: boolean,
  sampler: Sampler,
): 'opens' | 'message' | undefined {
  if ('field' in rule) {
    const outcome = outcomeOf(recordState, rule.operations[0]!, sampler);
    const { step } = rule;
    const isOpen = step
      ? step.from.includes(String(recordState.row[step.field])) && outcome === `open to ${step.to}`
      : /^open( to |$)/.test(outcome);
    return isOpen ? 'opens' : undefined;
  }
  const without: RecordState = isOwn
    ? { ...recordState, entity: rule.without }
    : { ...recordState, above: { ...recordState.above!, entity: rule.without } };
  const outcome = (of: RecordState, operation: string) =>
    operationsOf(of.entity).includes(operation) ? outcomeOf(of, operation, sampler) : undefined;
  // in a gate for children, `edit` covers every operation that is not named
  const differences = (isOwn ? rule.operations : operationsOf(recordState.entity))
    .map((operation) => [outcome(recordState, operation), outcome(without, operation) ?? 'closed'] as const)
    .filter(([one, other]) => one !== other);
  if (differences.length === 0) return undefined;
  const isMessage = (one: string | undefined): boolean => one?.startsWith('closed') ?? false;
  return differences.every(([one, other]) => isMessage(one) && isMessage(other)) ? 'message' : 'opens';
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

/** The values to try for each field that decides about operations. */
function choicesOf(
  { entity, full, links }: Sample,
  operations: readonly string[],
  sampler: Sampler,
  caller: Caller,
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
    .filter((name) => name !== entity.discriminator?.field && !entity.machines.some(({ field }) => field === name))
    .map((name): [string, unknown[]] => [
      name,
      valuesOf(
        [...entity.fields, ...KERNEL_FIELDS].find((field) => field.name === name)!,
        text,
        full[name],
        sampler,
      ).concat(others.get(name) ?? [], caller === PERSON ? [] : caller.userCde),
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
    ...persons.map((name): [string, unknown[]] => {
      const users = [caller.userCde, others.get(name) ?? otherUser(entity, name, full, caller)];
      const isList = entity.fields.some((field) => field.name === name && field.kind === 'multiRef');
      return [name, isList ? users.map((user) => (user === null ? null : [user].flat())) : users];
    }),
  ];
}

/**
 * A user other than the caller: for a reference the user that the row names, null if that is the caller; any name for
 * another field.
 */
const otherUser = ({ fields }: Entity, name: string, full: Row, { userCde }: Caller): unknown =>
  fields.some((field) => field.name === name && field.ref)
    ? full[name] === userCde
      ? null
      : (full[name] ?? null)
    : 'another.user';

/** Values of a field that an expression distinguishes: named values, adjacent numbers, null, and a random value. */
export function valuesOf(field: Field, text: string, present: unknown, sampler: Sampler): unknown[] {
  const isNumber = ['int', 'Decimal'].includes(KINDS[field.kind].cel);
  const names = [...text.matchAll(isNumber ? /"?(\d+(?:\.\d+)?)"?/g : /'([^']*)'/g)].map(([, value]) => value!);
  const numbers = ['0', '1', ...names]
    .flatMap((value) => [value, String(Number(value) + 1)])
    // a small amount, as another field may limit it
    .concat(isNumber && field.kind !== 'integer' ? ['0.01'] : [])
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
