import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { StatesByField, Transition } from '../../../generator/model/operation.ts';

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
function allOperationRules(entity: Entity): OperationRule[] {
  const own = (name: string, operation: string, change: Partial<Entity>, guard?: string): OperationRule => ({
    name,
    without: { ...entity, ...change },
    subject: entity.name,
    operations: [operation],
    ...(guard === undefined ? {} : { guard }),
  });
  return [
    ...Object.entries(entity.gate).flatMap(([operation, states]) =>
      Object.keys(states).map((field) =>
        own(`x-gate ${operation} ${field}`, operation, { gate: { ...entity.gate, [operation]: omit(states, field) } }),
      ),
    ),
    ...Object.entries(entity.guards).flatMap(([operation, guards]) =>
      guards
        .filter(({ expr }) => !isImpliedByStates(entity, operation, expr))
        .map((guard) =>
          own(
            `x-guard ${operation}: ${guard.expr}`,
            operation,
            { guards: { ...entity.guards, [operation]: guards.filter((one) => one !== guard) } },
            guard.expr,
          ),
        ),
    ),
    ...(entity.access?.edit === undefined
      ? []
      : ['edit', ...ownSteps(entity)].map((operation) =>
          own(`x-access edit ${entity.access!.edit!.join(', ')}, ${operation}`, operation, {
            access: withoutWord(entity.access!, 'edit'),
          }),
        )),
    ...entity.machines.flatMap((machine) =>
      machine.transitions.flatMap((step) => {
        const name = `${machine.field} ${step.action} ${step.from.join('|')} → ${step.to}`;
        const changed = (transitions: Transition[]): Partial<Entity> => ({
          machines: entity.machines.map((one) => (one === machine ? { ...machine, transitions } : one)),
        });
        const instead = (other: Transition) => changed(machine.transitions.map((one) => (one === step ? other : one)));
        // the API does not list steps that the product takes by itself
        const isReported = step.actor !== 'product';
        return [
          ...(isReported
            ? [
                own(
                  `step ${name}`,
                  step.action,
                  changed(machine.transitions.filter((one) => one !== step)),
                  step.guard,
                ),
                own(
                  `from ${name}`,
                  step.action,
                  instead({ ...step, from: machine.states.map(({ code }) => code) }),
                  step.guard,
                ),
              ]
            : []),
          ...(step.guard === undefined
            ? []
            : [own(`guard ${name}: ${step.guard}`, step.action, instead(withoutWord(step, 'guard')), step.guard)]),
          ...(step.actor === undefined || isEditor(entity, step.actor)
            ? []
            : [own(`actor ${step.actor} ${name}`, step.action, instead(withoutWord(step, 'actor')))]),
        ];
      }),
    ),
    ...entity.actions
      .filter(({ on }) => on === 'row')
      .flatMap((action) => {
        const instead = (other: typeof action): Partial<Entity> => ({
          actions: entity.actions.map((one) => (one === action ? other : one)),
        });
        return [
          ...Object.keys(action.from ?? {}).map((field) =>
            own(
              `x-action ${action.name} from ${field}`,
              action.name,
              instead({ ...action, from: omit(action.from!, field) }),
              action.guard?.expr,
            ),
          ),
          ...(action.guard === undefined
            ? []
            : [
                own(
                  `x-action ${action.name} guard: ${action.guard.expr}`,
                  action.name,
                  instead(withoutWord(action, 'guard')),
                  action.guard.expr,
                ),
              ]),
          ...(action.actor === undefined || isEditor(entity, action.actor)
            ? []
            : [
                own(
                  `x-action ${action.name} actor ${action.actor}`,
                  action.name,
                  instead(withoutWord(action, 'actor')),
                ),
              ]),
        ];
      }),
    ...entity.children.filter(({ readOnly }) => !readOnly).flatMap((child) => childRules(entity, child)),
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
export function requiredFieldsOf(entity: Entity): RequiredField[] {
  const requiredField = (
    name: string,
    operation: string,
    field: string,
    change: Partial<Entity>,
    step?: RequiredField['step'],
  ): RequiredField => ({
    name: `${name} ${operation} ${field}`,
    without: { ...entity, ...change },
    subject: entity.name,
    operations: [operation],
    field,
    ofRecord: name === 'needs' || name === 'x-requiredAt',
    ...(step && { step }),
  });
  const optional = <T extends { input?: Transition['input'] }>(one: T, field: string): T => ({
    ...one,
    input: {
      required: one.input!.required.filter((name) => name !== field),
      fields: one.input!.fields.map((own) => (own.name === field ? { ...own, required: false } : own)),
    },
  });
  return [
    ...Object.entries(entity.requiredAt).flatMap(([operation, fields]) =>
      fields.map((field) =>
        requiredField('x-requiredAt', operation, field, {
          requiredAt: { ...entity.requiredAt, [operation]: fields.filter((one) => one !== field) },
        }),
      ),
    ),
    ...entity.machines.flatMap((machine) =>
      machine.transitions
        .filter(({ actor }) => actor !== 'product')
        .flatMap((step) => {
          const instead = (other: Transition): Partial<Entity> => ({
            machines: entity.machines.map((one) =>
              one === machine
                ? { ...machine, transitions: machine.transitions.map((one) => (one === step ? other : one)) }
                : one,
            ),
          });
          return [
            ...(step.needs ?? []).map((field) =>
              requiredField(
                'needs',
                step.action,
                field,
                instead({ ...step, needs: step.needs!.filter((one) => one !== field) }),
                { field: machine.field, ...step },
              ),
            ),
            ...(step.input?.fields ?? [])
              .filter(({ required }) => required)
              .map(({ name }) =>
                requiredField('input', step.action, name, instead(optional(step, name)), {
                  field: machine.field,
                  ...step,
                }),
              ),
          ];
        }),
    ),
    ...entity.actions
      .filter(({ on }) => on === 'row')
      .flatMap((action) =>
        (action.input?.fields ?? [])
          .filter(
            ({ required, default: fallback, defaultExpr }) =>
              required && fallback === undefined && defaultExpr === undefined,
          )
          .map(({ name }) =>
            requiredField('x-action', action.name, name, {
              actions: entity.actions.map((one) => (one === action ? optional(action, name) : one)),
            }),
          ),
      ),
  ];
}

const omit = (states: StatesByField, field: string): StatesByField =>
  Object.fromEntries(Object.entries(states).filter(([name]) => name !== field));

function withoutWord<T extends object>(one: T, word: keyof T): T {
  const { [word]: _, ...rest } = one;
  return rest as T;
}
