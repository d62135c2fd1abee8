import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Sends, Transition } from '../model/operation.ts';
import type { Raw } from './source.ts';
import { machinePath, partPath } from './machine.ts';
import type { Report } from './report.ts';

type At = readonly (string | number)[];

/**
 * Checks the fields that transitions require (`needs`) and their inputs. A read-only field can be required only if the
 * product fills it before the transition.
 */
export function checkNeeds(entity: Entity, model: Model, raw: Raw, report: Report): void {
  const names = entity.fields.map(({ name }) => name);
  const readOnlyFields = new Map(entity.fields.filter(({ readOnly }) => readOnly).map((field) => [field.name, field]));
  entity.machines.forEach((machine, index) =>
    machine.transitions.forEach((transition, transitionIndex) => {
      const path = (...inside: At): At =>
        partPath(machine, machinePath(raw, index), 'transitions', transitionIndex, ...inside);
      transition.needs?.forEach((need, position) => {
        if (!names.includes(need)) return report.unknown(path('needs', position), 'field', need, names);
        const isInput = transition.input?.fields.some(({ name }) => name === need);
        if (readOnlyFields.has(need) && !isInput && !isFilled(readOnlyFields.get(need)!, entity, model, [transition]))
          report.add(path('needs', position), unfillable(need));
      });
      for (const { name } of transition.input?.fields ?? []) {
        if (isDerived(readOnlyFields.get(name)))
          report.add(
            path('input', 'properties', name),
            `"${name}" is a field of the record that the product derives, so no input can set it: rename the input`,
          );
      }
    }),
  );
}

/** Checks that the fields required by an operation (`x-requiredAt`) can have a value before it. */
export function checkRequired(entity: Entity, model: Model, report: Report): void {
  const readOnlyFields = new Map(entity.fields.filter(({ readOnly }) => readOnly).map((field) => [field.name, field]));
  for (const [action, needed] of Object.entries(entity.requiredAt)) {
    const own = entity.machines
      .flatMap(({ transitions }) => transitions)
      .filter((transition) => transition.action === action);
    needed.forEach((name, position) => {
      if (readOnlyFields.has(name) && !isFilled(readOnlyFields.get(name)!, entity, model, own))
        report.add(['x-requiredAt', action, position], unfillable(name));
    });
  }
}

const isDerived = (field: Field | undefined): boolean =>
  field !== undefined && (field.state || field.compute !== undefined || field.number !== undefined);

const unfillable = (name: string): string =>
  `"${name}" is read-only and nothing fills it before, so the operation is never possible: remove its readOnly, or set it in the "sets" of an earlier transition`;

/**
 * Whether the product fills a read-only field before any of `operations`. Required fields are checked before a
 * transition sets values, so its own `sets` do not count.
 */
function isFilled(field: Field, entity: Entity, model: Model, operations: readonly Transition[]): boolean {
  const { state, compute, number, defaultExpr } = field;
  if (state || [compute, number, field.default, defaultExpr].some((source) => source !== undefined)) return true;
  const others = entity.machines
    .flatMap((machine) => machine.transitions)
    .filter((transition) => !operations.includes(transition));
  // an effect is code, which can write any field
  if ([...others, ...entity.actions].some(({ effect }) => effect !== undefined)) return true;
  return writtenFields(entity, model, others).has(field.name);
}

const inputNames = (input: Transition['input']): string[] => (input?.fields ?? []).map(({ name }) => name);

/** Fields of an entity written by transitions, approval, children, messages and the kernel. */
function writtenFields(
  { name, approval, latest, sequence, discriminator, machines, actions, children }: Entity,
  { entities }: Model,
  transitions: readonly Transition[],
): Set<string> {
  const { deciders = {}, ...keeps } = approval?.keeps ?? {};
  const sent = [...machines.flatMap((machine) => machine.transitions), ...actions].flatMap(({ sends }) => sends ?? []);
  const marksOf = (of: readonly Sends[], part: string | undefined): string[] =>
    of.flatMap(({ marks }) => (marks && marks.entity === part ? [marks.field] : []));
  const sentByOthers = Object.values(entities).flatMap((other) =>
    [...other.machines.flatMap(({ transitions }) => transitions), ...other.actions].flatMap(({ sends }) => sends ?? []),
  );
  return new Set([
    ...transitions.flatMap(({ sets = {}, input }) => [...Object.keys(sets), ...inputNames(input)]),
    ...Object.values(keeps),
    ...Object.values(deciders),
    ...children.flatMap(({ sets = {} }) => Object.keys(sets)),
    ...marksOf(sent, undefined),
    ...marksOf(sentByOthers, name),
    ...[latest?.field, sequence?.field, discriminator?.field].filter((field) => field !== undefined),
  ]);
}
