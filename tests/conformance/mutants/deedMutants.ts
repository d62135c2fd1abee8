import type { Approval } from '../../../generator/model/approval.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isFolded, type DeedMutant } from '../deeds/deed.ts';
import { basicOf, COPY } from '../deeds/versions.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { isWritable } from '../sampleRow.ts';

/** Every word of an entity that makes something of its records, each taken away by itself. */
export function deedMutantsOf(entity: Entity, model: Model): DeedMutant[] {
  const withField = (name: string, field: Field, changed: Field): DeedMutant => ({
    name: `${name} ${field.name}`,
    without: { ...entity, fields: entity.fields.map((one) => (one === field ? changed : one)) },
  });
  const ofFields = entity.fields.flatMap((field): DeedMutant[] => {
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
            // worked out once, and never again
            ...(mayMove(field) && !isGivenByKind(entity, field, model)
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
    ...keptMutants(entity),
    ...approvalMutants(entity),
    ...reminderMutants(entity),
    ...versionMutants(entity, model),
    ...CONFORMANCE_KEYWORDS.flatMap(({ mutants }) => mutants(entity)),
    ...(entity.access?.through === undefined
      ? []
      : [{ name: 'x-access through', without: { ...entity, access: withoutWord(entity.access, 'through') } }]),
  ];
}

/** What parts set in their whole, the latest of a group, and logs. */
function keptMutants(entity: Entity): DeedMutant[] {
  const { latest: _latest, changeLog, ...rest } = entity;
  const sets = entity.children.flatMap((child) =>
    Object.entries(child.sets ?? {}).flatMap(([own, { in: states, ...set }]): DeedMutant[] => {
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
            .map((word): DeedMutant => ({
              name: `x-changeLog ${word}`,
              without: { ...entity, changeLog: withoutWord(changeLog, word) },
            })),
          ...Object.keys(changeLog.copies ?? {}).map((name): DeedMutant => ({
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

function approvalMutants(entity: Entity): DeedMutant[] {
  const { approval, ...rest } = entity;
  if (!approval) return [];
  const instead = (name: string, changed: Approval): DeedMutant => ({
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
        .map((step): DeedMutant => ({
          name: `x-approval step ${step.approval}`,
          without: {
            ...entity,
            machines: entity.machines.map((one) =>
              one === machine
                ? {
                    ...machine,
                    transitions: machine.transitions.map((way) => (way === step ? withoutWord(step, 'approval') : way)),
                  }
                : one,
            ),
          },
        })),
    ),
  ];
}

function reminderMutants(entity: Entity): DeedMutant[] {
  const { remind, ...rest } = entity;
  if (!remind) return [];
  const instead = (name: string, changed: Remind): DeedMutant => ({
    name: `x-remind ${name}`,
    without: { ...entity, remind: changed },
  });
  return [
    { name: 'x-remind', without: rest },
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

function versionMutants(entity: Entity, model: Model): DeedMutant[] {
  const { version, ...rest } = entity;
  if (!version) return [];
  const instead = (name: string, changed: Partial<Version>): DeedMutant => ({
    name: `x-version ${name}`,
    without: { ...entity, version: { ...version, ...changed } },
  });
  const withCopy = (name: string, copy: VersionCopy, changed: Partial<VersionCopy>): DeedMutant =>
    instead(`copy ${copy.entity} ${name}`, {
      copy: version.copy.map((one) => (one === copy ? { ...copy, ...changed } : one)),
    });
  const unasked = (name: string): Entity => ({
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
    ...version.asks.map((name): DeedMutant => ({ name: `x-version asks ${name}`, without: unasked(name) })),
    ...version.copy.flatMap((copy) => [
      instead(`copy ${copy.entity}`, { copy: version.copy.filter((one) => one !== copy) }),
      ...basicOf(model, version, copy).map((name) =>
        withCopy(`basic ${name}`, copy, { basic: copy.basic!.filter((one) => one !== name) }),
      ),
      ...Object.entries(copy.anew).flatMap(([key, names]) =>
        names.map((name) =>
          withCopy(`anew ${key} ${name}`, copy, { anew: { ...copy.anew, [key]: names.filter((one) => one !== name) } }),
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

/** Whether a formula gives the kind of the whole, of which there is one: nothing makes it another. */
const isGivenByKind = ({ parents }: Entity, { compute }: Field, { entities }: Model): boolean =>
  parents.some(({ entity }) => {
    const { kinds = [], discriminator = entities[kinds[0] ?? '']?.discriminator } = entities[entity]!;
    return kinds.length <= 1 && discriminator !== undefined && compute!.expr === `parent.${discriminator.field}`;
  });

/**
 * Whether a formula may give something else later on: one that people may overrule does as the row itself and its parts
 * change.
 */
const mayMove = ({ compute }: Field): boolean =>
  !compute!.overridable || /\b(?:self|children|lookup)\./.test(compute!.expr);
