import type { Label } from '../../../generator/model/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import type { IsMet } from '../isMet.ts';
import { isSubmitted } from '../approval/isSubmitted.ts';
import { isPossible, startsFrom, statesByName } from './states.ts';

/** A state on the path of a record. */
export interface Step {
  field: string;
  state: string;
  label: Label;
  status: 'done' | 'current' | 'open';
}

/** The path of a record through its states (`x-form.steps`), and what comes next. */
export interface StepLine {
  steps: Step[];
  /** the transition to the next state of the path; undefined at its end, or if no transition leads there */
  next: Operation | undefined;
  isComplete: boolean;
}

/**
 * The path of a record; undefined without `x-form.steps`. A record in a state beside its path, such as a rejected one,
 * is at the beginning again: its state is shown in place of the first.
 */
export function stepLineOf(entity: Entity, row: Row, isMet: IsMet): StepLine | undefined {
  const path = entity.form.steps?.find(({ when }) => isMet(when));
  if (!path) return undefined;
  const states = path.states.flatMap((step) => Object.entries(step).map(([field, state]) => ({ field, state })));
  const reached = states.findLastIndex(({ field, state }) => row[field] === state);
  const current = Math.max(reached, 0);
  const steps = states.map(({ field, state }, index): Step => {
    const shown = index === 0 && reached < 0 ? String(row[field]) : state;
    const status = index < current ? 'done' : index === current ? 'current' : 'open';
    return { field, state: shown, label: labelOf(entity, field, shown), status };
  });
  const to = states[current + 1];
  const next = to && transitionTo(entity, row, to);
  return { steps, next, isComplete: to === undefined };
}

/**
 * The next step of a record by its name, if something blocks it; undefined if it is possible. The next step of a
 * submitted record is for its approvers.
 */
export function blockedStep(entity: Entity, row: Row, isMet: IsMet): string | undefined {
  const next = stepLineOf(entity, row, isMet)?.next;
  if (!next || isSubmitted(entity, row)) return undefined;
  return isPossible(next.to?.state, statesByName(row).get(next.name)) ? undefined : next.name;
}

/**
 * The operations that are possible now, without exceptional ones, notes and copies of a version, which are no steps.
 */
export function openOperations(entity: Entity, row: Row): Operation[] {
  const states = statesByName(row);
  return [...rowOperations(entity).values()]
    .flat()
    .filter(({ name, aside, effect }) => !aside && effect !== 'version.copy' && name !== entity.form.note)
    .filter(({ name, to }) => isPossible(to?.state, states.get(name)));
}

const labelOf = ({ machines }: Entity, field: string, state: string): Label =>
  machines.find((machine) => machine.field === field)?.states.find(({ code }) => code === state)?.label ?? {
    en: state,
    zh: state,
  };

const transitionTo = (entity: Entity, row: Row, { field, state }: { field: string; state: string }) =>
  [...rowOperations(entity).values()]
    .flat()
    .find(({ to, from }) => to?.field === field && to.state === state && startsFrom(from, row));
