import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Action, Machine, StatesByField, Transition } from '../../../generator/model/operation.ts';

/** A rule about operations on records, and the entity without it. */
export interface OperationRule {
  /** the name of the rule: `x-gate edit claimStatus`, `step approve Submit → Confirm` */
  name: string;
  without: Entity;
  /** the entity whose records the rule applies to: this one or a child */
  subject: string;
  operations: string[];
  /** the condition of a guard of the operation */
  guard?: string;
}

/** A field that a step or an action requires. */
export interface RequiredField extends OperationRule {
  field: string;
  /** whether it is a field of the record, not of the input */
  ofRecord: boolean;
  /** of a step: the field of its machine and its states; several machines may have steps of one name */
  step?: { field: string; from: readonly string[]; to: string };
}

/** Whether a guard excludes only a state in which the operation is not allowed anyway: it then only has a message. */
function isImpliedByStates({ gate, machines }: Entity, operation: string, expr: string): boolean {
  const [, field = '', state] = /^self\.(\w+) != '(\w+)'$/.exec(expr) ?? [];
  const steps = machines.flatMap((machine) =>
    machine.field === field ? machine.transitions.filter(({ action }) => action === operation) : [],
  );
  const allowed = gate[operation]?.[field] ?? (steps.length > 0 ? steps.flatMap(({ from }) => from) : undefined);
  return state !== undefined && allowed !== undefined && !allowed.includes(state);
}

/** What the kind of a record says about a condition that compares the discriminator with a code. */
function decidedByKind({ discriminator }: Entity, condition = ''): boolean | undefined {
  const [, field, operator, code] = /^self\.(\w+) ([!=]=) '(\w+)'$/.exec(condition) ?? [];
  return discriminator && discriminator.field === field
    ? (discriminator.value === code) === (operator === '==')
    : undefined;
}

/**
 * Every rule of an entity that permits or forbids operations on its records and on their children, each removed by
 * itself. Where the kind of a record forbids an operation, only the rule that says so has an effect.
 */
export function operationRules(entity: Entity): OperationRule[] {
  const isNeverOpen = (operation: string): boolean =>
    (entity.guards[operation] ?? []).some(({ expr }) => decidedByKind(entity, expr) === false);
  return allOperationRules(entity).filter(({ subject, guard, operations }) => {
    const decided = decidedByKind(entity, guard);
    return decided === undefined ? subject !== entity.name || !operations.every(isNeverOpen) : !decided;
  });
}

/** The same, with rules that the kind of the record leaves without effect. */
const allOperationRules = (entity: Entity): OperationRule[] => [
  ...gateRules(entity),
  ...guardRules(entity),
  ...editorRules(entity),
  ...entity.machines.flatMap((machine) => machine.transitions.flatMap((step) => stepRules(entity, machine, step))),
  ...entity.actions.filter(({ on }) => on === 'row').flatMap((action) => actionRules(entity, action)),
  ...entity.children.filter(({ readOnly }) => !readOnly).flatMap((child) => childRules(entity, child)),
];

/** A rule about an operation on records of an entity itself, which `change` removes. */
const ownRule = (
  entity: Entity,
  name: string,
  { operation, change, guard }: { operation: string; change: Partial<Entity>; guard?: string | undefined },
): OperationRule => ({
  name,
  without: { ...entity, ...change },
  subject: entity.name,
  operations: [operation],
  ...(guard === undefined ? {} : { guard }),
});

const gateRules = (entity: Entity): OperationRule[] =>
  Object.entries(entity.gate).flatMap(([operation, states]) =>
    Object.keys(states).map((field) => {
      const gate = { ...entity.gate, [operation]: omit(states, field) };
      return ownRule(entity, `x-gate ${operation} ${field}`, { operation, change: { gate } });
    }),
  );

const guardRules = (entity: Entity): OperationRule[] =>
  Object.entries(entity.guards).flatMap(([operation, guards]) =>
    guards
      .filter(({ expr }) => !isImpliedByStates(entity, operation, expr))
      .map((guard) => {
        const change = { guards: { ...entity.guards, [operation]: guards.filter((one) => one !== guard) } };
        return ownRule(entity, `x-guard ${operation}: ${guard.expr}`, { operation, change, guard: guard.expr });
      }),
  );

const editorRules = (entity: Entity): OperationRule[] =>
  entity.access?.edit === undefined
    ? []
    : ['edit', ...ownSteps(entity)].map((operation) => {
        const change = { access: withoutWord(entity.access!, 'edit') };
        return ownRule(entity, `x-access edit ${entity.access!.edit!.join(', ')}, ${operation}`, { operation, change });
      });

/** The rules about a step: that it exists, its states, its guard and its actor. */
function stepRules(entity: Entity, machine: Machine, step: Transition): OperationRule[] {
  const { action: operation, guard, actor } = step;
  const name = `${machine.field} ${operation} ${step.from.join('|')} → ${step.to}`;
  const withTransitions = (transitions: Transition[]): Partial<Entity> => ({
    machines: entity.machines.map((one) => (one === machine ? { ...machine, transitions } : one)),
  });
  const removed = withTransitions(machine.transitions.filter((one) => one !== step));
  const replacedBy = (other: Transition) =>
    withTransitions(machine.transitions.map((one) => (one === step ? other : one)));
  const fromAll = replacedBy({ ...step, from: machine.states.map(({ code }) => code) });
  const withoutGuard = replacedBy(withoutWord(step, 'guard'));
  const withoutActor = replacedBy(withoutWord(step, 'actor'));
  return [
    // the API does not list steps that the product takes by itself
    ...(actor === 'product'
      ? []
      : [
          ownRule(entity, `step ${name}`, { operation, change: removed, guard }),
          ownRule(entity, `from ${name}`, { operation, change: fromAll, guard }),
        ]),
    ...(guard === undefined
      ? []
      : [ownRule(entity, `guard ${name}: ${guard}`, { operation, change: withoutGuard, guard })]),
    ...(actor === undefined || isEditor(entity, actor)
      ? []
      : [ownRule(entity, `actor ${actor} ${name}`, { operation, change: withoutActor })]),
  ];
}

/** The rules about an action: its states, its guard and its actor. */
function actionRules(entity: Entity, action: Action): OperationRule[] {
  const { name: operation, from = {}, guard, actor } = action;
  const name = `x-action ${operation}`;
  const replacedBy = (other: Action): Partial<Entity> => ({
    actions: entity.actions.map((one) => (one === action ? other : one)),
  });
  const withoutGuard = replacedBy(withoutWord(action, 'guard'));
  const withoutActor = replacedBy(withoutWord(action, 'actor'));
  return [
    ...Object.keys(from).map((field) => {
      const change = replacedBy({ ...action, from: omit(from, field) });
      return ownRule(entity, `${name} from ${field}`, { operation, change, guard: guard?.expr });
    }),
    ...(guard === undefined
      ? []
      : [ownRule(entity, `${name} guard: ${guard.expr}`, { operation, change: withoutGuard, guard: guard.expr })]),
    ...(actor === undefined || isEditor(entity, actor)
      ? []
      : [ownRule(entity, `${name} actor ${actor}`, { operation, change: withoutActor })]),
  ];
}

/** Whether an actor is the only editor of the record: the keyword then has no effect. */
const isEditor = ({ access }: Entity, actor: string): boolean => access?.edit?.length === 1 && access.edit[0] === actor;

/** The steps that every user who may change the record can take. */
const ownSteps = ({ machines, actions }: Entity): string[] => [
  ...new Set([
    ...machines.flatMap(({ transitions }) =>
      transitions.filter(({ actor }) => actor === undefined).map(({ action }) => action),
    ),
    ...actions.filter(({ on, actor }) => on === 'row' && actor === undefined).map(({ name }) => name),
  ]),
];

/** The rules of a parent about operations on its children. */
function childRules(entity: Entity, child: Child): OperationRule[] {
  const below = (name: string, operation: string, change: Partial<Child>): OperationRule => ({
    name: `x-child ${child.entity} ${name}`,
    without: { ...entity, children: entity.children.map((one) => (one === child ? { ...child, ...change } : one)) },
    subject: child.entity,
    operations: [operation],
  });
  return [
    ...Object.entries(child.gate ?? {}).flatMap(([operation, states]) =>
      Object.keys(states).map((field) =>
        below(`gate ${operation} ${field}`, operation, { gate: { ...child.gate, [operation]: omit(states, field) } }),
      ),
    ),
    ...(child.free ?? []).map((operation) =>
      below(`free ${operation}`, operation, { free: child.free!.filter((one) => one !== operation) }),
    ),
  ];
}

/** Every field that a step or an action of an entity requires. */
export const requiredFieldsOf = (entity: Entity): RequiredField[] => [
  ...Object.entries(entity.requiredAt).flatMap(([operation, fields]) =>
    fields.map((field) => {
      const requiredAt = { ...entity.requiredAt, [operation]: fields.filter((one) => one !== field) };
      return requiredField(entity, 'x-requiredAt', { operation, field, change: { requiredAt } });
    }),
  ),
  ...entity.machines.flatMap((machine) =>
    machine.transitions
      .filter(({ actor }) => actor !== 'product')
      .flatMap((step) => fieldsOfStep(entity, machine, step)),
  ),
  ...entity.actions.filter(({ on }) => on === 'row').flatMap((action) => fieldsOfAction(entity, action)),
];

/** A field that an operation requires by a keyword; `change` makes it optional. */
const requiredField = (
  entity: Entity,
  keyword: 'x-requiredAt' | 'needs' | 'input' | 'x-action',
  required: { operation: string; field: string; change: Partial<Entity>; step?: RequiredField['step'] },
): RequiredField => ({
  name: `${keyword} ${required.operation} ${required.field}`,
  without: { ...entity, ...required.change },
  subject: entity.name,
  operations: [required.operation],
  field: required.field,
  ofRecord: keyword === 'needs' || keyword === 'x-requiredAt',
  ...(required.step && { step: required.step }),
});

function fieldsOfStep(entity: Entity, machine: Machine, step: Transition): RequiredField[] {
  const { action: operation, needs = [], input } = step;
  const ofMachine = { field: machine.field, ...step };
  const replacedBy = (other: Transition): Partial<Entity> => {
    const transitions = machine.transitions.map((one) => (one === step ? other : one));
    return { machines: entity.machines.map((one) => (one === machine ? { ...machine, transitions } : one)) };
  };
  return [
    ...needs.map((field) => {
      const change = replacedBy({ ...step, needs: needs.filter((one) => one !== field) });
      return requiredField(entity, 'needs', { operation, field, change, step: ofMachine });
    }),
    ...(input?.fields ?? [])
      .filter(({ required }) => required)
      .map(({ name: field }) => {
        const change = replacedBy(withOptionalInput(step, field));
        return requiredField(entity, 'input', { operation, field, change, step: ofMachine });
      }),
  ];
}

const fieldsOfAction = (entity: Entity, action: Action): RequiredField[] =>
  (action.input?.fields ?? [])
    .filter(
      ({ required, default: fallback, defaultExpr }) => required && fallback === undefined && defaultExpr === undefined,
    )
    .map(({ name: field }) => {
      const other = withOptionalInput(action, field);
      const change = { actions: entity.actions.map((one) => (one === action ? other : one)) };
      return requiredField(entity, 'x-action', { operation: action.name, field, change });
    });

/** An operation whose input does not require a field. */
const withOptionalInput = <T extends { input?: Transition['input'] }>(operation: T, field: string): T => ({
  ...operation,
  input: {
    required: operation.input!.required.filter((name) => name !== field),
    fields: operation.input!.fields.map((own) => (own.name === field ? { ...own, required: false } : own)),
  },
});

const omit = (states: StatesByField, field: string): StatesByField =>
  Object.fromEntries(Object.entries(states).filter(([name]) => name !== field));

function withoutWord<T extends object>(one: T, word: keyof T): T {
  const { [word]: _, ...rest } = one;
  return rest as T;
}
