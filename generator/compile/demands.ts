import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Sends, Transition } from '../model/operation.ts';
import type { Raw } from './source.ts';
import { machinePath, partPath } from './machine.ts';
import type { Report } from './report.ts';

type At = readonly (string | number)[];

/**
 * Checks the fields (`needs`) and inputs that transitions require. A required field that only the product writes must be
 * filled by something before the transition.
 */
export function checkNeeds(entity: Entity, model: Model, raw: Raw, report: Report): void {
  const names = entity.fields.map(({ name }) => name);
  const closed = new Map(entity.fields.filter(({ readOnly }) => readOnly).map((field) => [field.name, field]));
  entity.machines.forEach((machine, index) =>
    machine.transitions.forEach((step, place) => {
      const path = (...inside: At): At => partPath(machine, machinePath(raw, index), 'transitions', place, ...inside);
      step.needs?.forEach((need, position) => {
        if (!names.includes(need)) return report.unknown(path('needs', position), 'field', need, names);
        if (closed.has(need) && !isFilled(closed.get(need)!, entity, model, [step]))
          report.add(path('needs', position), ungivable(need));
      });
      for (const { name } of step.input?.fields ?? []) {
        if (closed.has(name))
          report.add(
            path('input', 'properties', name),
            `"${name}" is a read-only field of the record, so nobody could give it: leave out its readOnly, or let the input have another name`,
          );
      }
    }),
  );
}

/** Checks that fields required by an action (`x-requiredAt`) can be filled before it. */
export function checkRequired(entity: Entity, model: Model, report: Report): void {
  const closed = new Map(entity.fields.filter(({ readOnly }) => readOnly).map((field) => [field.name, field]));
  for (const [action, needed] of Object.entries(entity.requiredAt)) {
    const own = entity.machines.flatMap(({ transitions }) => transitions).filter((step) => step.action === action);
    needed.forEach((name, position) => {
      if (closed.has(name) && !isFilled(closed.get(name)!, entity, model, own))
        report.add(['x-requiredAt', action, position], ungivable(name));
    });
  }
}

const ungivable = (name: string): string =>
  `"${name}" is read-only and nothing fills it before, so nobody could take this step: leave out its readOnly, or let another step give it its value in "sets"`;

/**
 * Whether the schemas, or an effect that they name, set a read-only field before any of `steps`. These check required
 * fields before they set any.
 */
function isFilled(field: Field, entity: Entity, model: Model, steps: readonly Transition[]): boolean {
  if (
    field.state ||
    field.compute ||
    field.number !== undefined ||
    field.default !== undefined ||
    field.defaultExpr !== undefined
  )
    return true;
  const transitions = entity.machines.flatMap((machine) => machine.transitions);
  // an effect may set any field
  if (
    [...transitions.filter((step) => !steps.includes(step)), ...entity.actions].some(
      ({ effect }) => effect !== undefined,
    )
  )
    return true;
  return writtenBy(
    entity,
    model,
    transitions.filter((step) => !steps.includes(step)),
  ).has(field.name);
}

/** The fields of an entity that transitions, approval, children, messages and the kernel write. */
function writtenBy(
  { name, approval, latest, sequence, discriminator, machines, actions, children }: Entity,
  { entities }: Model,
  steps: readonly Transition[],
): Set<string> {
  const { deciders = {}, ...keeps } = approval?.keeps ?? {};
  const sent = [...machines.flatMap(({ transitions }) => transitions), ...actions].flatMap(({ sends }) => sends ?? []);
  const marksOf = (of: readonly Sends[], part: string | undefined): string[] =>
    of.flatMap(({ marks }) => (marks && marks.entity === part ? [marks.field] : []));
  const sentAbove = Object.values(entities).flatMap((above) =>
    [...above.machines.flatMap(({ transitions }) => transitions), ...above.actions].flatMap(({ sends }) => sends ?? []),
  );
  return new Set([
    ...steps.flatMap(({ sets = {} }) => Object.keys(sets)),
    ...Object.values(keeps),
    ...Object.values(deciders),
    ...children.flatMap(({ sets = {} }) => Object.keys(sets)),
    ...marksOf(sent, undefined),
    ...marksOf(sentAbove, name),
    ...[latest?.field, sequence?.field, discriminator?.field].filter((one) => one !== undefined),
  ]);
}
