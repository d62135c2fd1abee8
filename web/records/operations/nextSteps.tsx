import { CheckCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Machine, Operation } from '../../../generator/model/operation.ts';
import { useLabel, useSide } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { conditionText } from '../conditionText.ts';
import { fieldOf } from '../model.ts';
import { isPossible, startsFrom, statesByName } from './states.ts';

interface Props {
  entity: Entity;
  machine: Machine;
  row: Row;
}

/** The transitions from the current state of a record, with their requirements and whether they are possible. */
export function NextSteps({ entity, machine, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const requirements = useRequirements(entity);
  const states = statesByName(row);
  const steps = [...rowOperations(entity).values()]
    .flat()
    .filter(({ name, from, to }) => to?.field === machine.field && startsFrom(from, row) && may(name))
    // of several variants of one operation, only the possible one is shown
    .filter(({ name, to }) => isPossible(to?.state, states.get(name)) || states.get(name)?.enabled === false);
  if (steps.length === 0) return null;
  return (
    <ul className="detail-steps" aria-label={t('steps.title')}>
      {steps.map((step) => {
        const state = states.get(step.name);
        const possible = isPossible(step.to?.state, state);
        const required = requirements(step);
        const to = machine.states.find(({ code }) => code === step.to?.state);
        return (
          <li key={`${step.name} ${step.to!.state}`} data-open={possible}>
            {possible ? (
              <CheckCircleOutlined aria-label={t('steps.open')} />
            ) : (
              <MinusCircleOutlined aria-label={t('steps.closed')} />
            )}
            <span>
              <strong>{label(step.label)}</strong> → {to ? label(to.label) : step.to!.state}
              {required.length > 0 && (
                <span className="kind-aside"> {t('steps.asks', { what: required.join(t('steps.also')) })}</span>
              )}
              {!possible && <span className="detail-steps-reason"> {state?.reason}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a function that describes what an operation requires: its actor, states, conditions and fields. */
function useRequirements(entity: Entity): (operation: Operation) => string[] {
  const { t } = useTranslation();
  const label = useLabel();
  const side = useSide();
  const statesText = (field: string, codes: readonly string[]): string => {
    const states = entity.machines.find((machine) => machine.field === field)?.states ?? [];
    const labels = codes.map((code) => {
      const state = states.find((one) => one.code === code);
      return state ? label(state.label) : code;
    });
    return t('steps.inState', { field: label(fieldOf(entity, field)!.label), states: labels.join(t('steps.or')) });
  };
  return ({ name, actor, guard, needs }) => {
    const guards = [...(guard ? [guard] : []), ...(entity.guards[name] ?? [])];
    const fields = [...new Set(needs)].flatMap((field) => fieldOf(entity, field) ?? []);
    return [
      ...(actor === undefined || actor === 'reader'
        ? []
        : [t(actor === 'approver' && !entity.approval ? 'steps.actor.other' : `steps.actor.${actor}`)]),
      ...Object.entries(entity.gate[name] ?? {}).map(([field, codes]) => statesText(field, codes)),
      // the message of a guard says why a step is closed, which is shown where it is
      ...new Set(guards.flatMap(({ expr }) => conditionText(entity, expr, side) ?? [])),
      ...(fields.length === 0
        ? []
        : [t('steps.filled', { fields: fields.map((field) => label(field.label)).join(t('steps.comma')) })]),
    ];
  };
}
