import type { Approval } from '../../../generator/model/approval.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isFolded, type ScenarioMutant } from '../scenarios/scenario.ts';
import { basicOf, COPY } from '../scenarios/versions.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { isWritable } from '../sampler/fields.ts';
import { nameOfReminder } from '../scenarios/reminders.ts';

/** Every rule of an entity that changes records, each removed by itself. */
export function scenarioMutantsOf(entity: Entity, model: Model): ScenarioMutant[] {
  const withField = (name: string, field: Field, changed: Field): ScenarioMutant => ({
    name: `${name} ${field.name}`,
    without: { ...entity, fields: entity.fields.map((one) => (one === field ? changed : one)) },
  });
  const ofFields = entity.fields.flatMap((field): ScenarioMutant[] => {
    const { compute, default: constant, defaultExpr, number, ...rest } = field;
    return [
      ...(field.readOnly && !isWritable(field)
        ? [
            withField('readOnly', field, {
              ...field,
              readOnly: false,
              ...(compute ? { compute: { ...compute, overridable: true } } : {}),
            }),
          ]
        : []),
      ...(isFolded(field)
        ? [withField('x-normalize', field, { ...field, normalize: field.normalize.filter((one) => one !== 'upper') })]
        : []),
      ...(!field.state && compute === undefined && (constant !== undefined || defaultExpr !== undefined)
        ? [withField('default', field, { ...rest, ...(number ? { number } : {}) })]
        : []),
      ...(number === undefined ? [] : [withField('x-number', field, rest)]),
      ...(compute === undefined
        ? []
        : [
            withField('x-compute', field, rest),
            // computed only when the row is created
            ...(mayMove(field) && !copiesSubtype(entity, field, model) && !copiesConstant(entity, field, model)
              ? [withField('x-compute once', field, { ...rest, defaultExpr: compute.expr })]
              : []),
            ...(compute.overridable
              ? [withField('x-compute overridable', field, { ...field, compute: { ...compute, overridable: false } })]
              : []),
          ]),
    ];
  });
  return [
    ...ofFields,
    ...sideEffectMutants(entity),
    ...approvalMutants(entity),
    ...reminderMutants(entity),
    ...versionMutants(entity, model),
    ...CONFORMANCE_KEYWORDS.flatMap(({ mutants }) => mutants?.(entity) ?? []),
    ...(entity.access?.through === undefined
      ? []
      : [{ name: 'x-access through', without: { ...entity, access: withoutWord(entity.access, 'through') } }]),
  ];
}

/** Parent fields set by children, the latest of a group, and logs. */
function sideEffectMutants(entity: Entity): ScenarioMutant[] {
  const { latest: _latest, changeLog, ...rest } = entity;
  const sets = entity.children.flatMap((child) =>
    Object.entries(child.sets ?? {}).flatMap(([own, { in: states, ...set }]): ScenarioMutant[] => {
      const { [own]: _, ...others } = child.sets!;
      const instead = (changed: NonNullable<Child['sets']>): Entity => ({
        ...entity,
        children: entity.children.map((one) => (one === child ? { ...child, sets: changed } : one)),
      });
      return [
        { name: `x-child ${child.entity} sets ${own}`, without: instead(others) },
        ...(states
          ? [{ name: `x-child ${child.entity} sets ${own} in`, without: instead({ ...others, [own]: set }) }]
          : []),
      ];
    }),
  );
  const ofLog =
    changeLog && 'operation' in changeLog
      ? [
          ...(['by', 'on'] as const)
            .filter((word) => changeLog[word] !== undefined)
            .map((word): ScenarioMutant => ({
              name: `x-changeLog ${word}`,
              without: { ...entity, changeLog: withoutWord(changeLog, word) },
            })),
          ...Object.keys(changeLog.copies ?? {}).map((name): ScenarioMutant => ({
            name: `x-changeLog copies ${name}`,
            without: { ...entity, changeLog: { ...changeLog, copies: withoutWord(changeLog.copies!, name) } },
          })),
        ]
      : [];
  return [
    ...sets,
    ...ofLog,
    ...(entity.latest ? [{ name: 'x-latest', without: { ...rest, ...(changeLog ? { changeLog } : {}) } }] : []),
    ...(changeLog
      ? [{ name: 'x-changeLog', without: { ...rest, ...(entity.latest ? { latest: entity.latest } : {}) } }]
      : []),
  ];
}

function approvalMutants(entity: Entity): ScenarioMutant[] {
  const { approval, ...rest } = entity;
  if (!approval) return [];
  const instead = (name: string, changed: Approval): ScenarioMutant => ({
    name: `x-approval ${name}`,
    without: { ...entity, approval: changed },
  });
  const { deciders, ...keeps } = approval.keeps ?? {};
  return [
    { name: 'x-approval', without: rest },
    ...(['amount', 'business'] as const)
      .filter((word) => approval[word] !== undefined)
      .map((word) => instead(word, withoutWord(approval, word))),
    ...Object.keys(approval.fill).map((name) =>
      instead(`fill ${name}`, { ...approval, fill: withoutWord(approval.fill, name) }),
    ),
    ...(Object.keys(keeps) as (keyof typeof keeps)[]).map((name) =>
      instead(`keeps ${name}`, { ...approval, keeps: withoutWord(approval.keeps!, name) }),
    ),
    ...Object.keys(deciders ?? {}).map((level) =>
      instead(`keeps ${level}`, { ...approval, keeps: { ...approval.keeps, deciders: withoutWord(deciders!, level) } }),
    ),
    ...entity.machines.flatMap((machine) =>
      machine.transitions
        .filter((step) => step.approval)
        .map((step): ScenarioMutant => ({
          name: `x-approval step ${step.approval}`,
          without: {
            ...entity,
            machines: entity.machines.map((one) =>
              one === machine
                ? {
                    ...machine,
                    transitions: machine.transitions.map((one) => (one === step ? withoutWord(step, 'approval') : one)),
                  }
                : one,
            ),
          },
        })),
    ),
  ];
}

function reminderMutants(entity: Entity): ScenarioMutant[] {
  return entity.reminders.flatMap((one) => mutantsOfReminder(entity, one));
}

/** Those of the reminders of one date. */
function mutantsOfReminder(entity: Entity, remind: Remind): ScenarioMutant[] {
  const own = nameOfReminder(entity, remind);
  const { reminders } = entity;
  const instead = (name: string, changed: Remind): ScenarioMutant => ({
    name: `${own} ${name}`,
    without: { ...entity, reminders: reminders.map((one) => (one === remind ? changed : one)) },
  });
  return [
    { name: own, without: { ...entity, reminders: reminders.filter((one) => one !== remind) } },
    ...(['until', 'business'] as const)
      .filter((word) => remind[word] !== undefined)
      .map((word) => instead(word, withoutWord(remind, word))),
    ...remind.days.map((days) =>
      instead(`days ${days}`, { ...remind, days: remind.days.filter((one) => one !== days) }),
    ),
    ...Object.keys(remind.fill).map((name) =>
      instead(`fill ${name}`, { ...remind, fill: withoutWord(remind.fill, name) }),
    ),
  ];
}

function versionMutants(entity: Entity, model: Model): ScenarioMutant[] {
  const { version, ...rest } = entity;
  if (!version) return [];
  const instead = (name: string, changed: Partial<Version>): ScenarioMutant => ({
    name: `x-version ${name}`,
    without: { ...entity, version: { ...version, ...changed } },
  });
  const withCopy = (name: string, copy: VersionCopy, changed: Partial<VersionCopy>): ScenarioMutant =>
    instead(`copy ${copy.entity} ${name}`, {
      copy: version.copy.map((one) => (one === copy ? { ...copy, ...changed } : one)),
    });
  const withoutInput = (name: string): Entity => ({
    ...entity,
    actions: entity.actions.map((action) =>
      action.input
        ? { ...action, input: { ...action.input, fields: action.input.fields.filter((field) => field.name !== name) } }
        : action,
    ),
  });
  return [
    { name: 'x-version', without: { ...rest, actions: entity.actions.filter(({ name }) => name !== COPY) } },
    ...version.keeps.map((name) => instead(`keeps ${name}`, { keeps: version.keeps.filter((one) => one !== name) })),
    ...version.asks.map((name): ScenarioMutant => ({ name: `x-version asks ${name}`, without: withoutInput(name) })),
    ...version.copy.flatMap((copy) => [
      instead(`copy ${copy.entity}`, { copy: version.copy.filter((one) => one !== copy) }),
      ...basicOf(model, version, copy).map((name) =>
        withCopy(`basic ${name}`, copy, { basic: copy.basic!.filter((one) => one !== name) }),
      ),
      ...Object.entries(copy.resets).flatMap(([key, names]) =>
        names.map((name) =>
          withCopy(`resets ${key} ${name}`, copy, {
            resets: { ...copy.resets, [key]: names.filter((one) => one !== name) },
          }),
        ),
      ),
      ...copy.within.map((key) =>
        withCopy(`within ${key}`, copy, { within: copy.within.filter((one) => one !== key) }),
      ),
    ]),
    ...version.distinct.map((distinct, place) =>
      instead(`distinct ${distinct.entity} ${place + 1}`, {
        distinct: version.distinct.filter((one) => one !== distinct),
      }),
    ),
  ];
}

function withoutWord<T extends object>(one: T, word: keyof T): T {
  const { [word]: _, ...rest } = one;
  return rest as T;
}

/** Whether a formula copies the subtype of a parent: a row never changes its subtype, and a child never its parent. */
const copiesSubtype = ({ parents }: Entity, { compute }: Field, { entities }: Model): boolean =>
  parents.some(({ entity, members }) => {
    const { kinds = [], discriminator = entities[kinds[0] ?? '']?.discriminator } = entities[entity]!;
    return members === undefined && compute!.expr === `parent.${discriminator?.field}`;
  });

/** Whether a formula copies a field of the parent that never changes. */
const copiesConstant = ({ parents }: Entity, { compute }: Field, { entities }: Model): boolean =>
  parents.length > 0 &&
  parents.every(({ entity }) =>
    entities[entity]!.fields.some(({ name, writeOnce }) => writeOnce && compute!.expr === `parent.${name}`),
  );

/** Whether a formula may give another value later; an overridable one only if it reads the row, children or lookups. */
const mayMove = ({ compute }: Field): boolean =>
  !compute!.overridable || /\b(?:self|children|lookup)\./.test(compute!.expr);
