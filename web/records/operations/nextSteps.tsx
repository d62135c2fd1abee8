import { CheckCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isForPeople } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Machine, Transition } from '../../../generator/model/operation.ts';
import { useLabel, useSide } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { conditionText } from '../conditionText.ts';
import { fieldOf } from '../model.ts';
import { actionsOf } from './actions.ts';
import { isOpen } from './openSteps.ts';

interface Props {
  entity: Entity;
  machine: Machine;
  row: Row;
}

/**
 * The steps from the state that the record is in: what each asks for, and whether it can be taken now, as its button
 * says.
 */
export function NextSteps({ entity, machine, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const asks = useAsks(entity);
  const states = new Map(actionsOf(row).map((action) => [action.name, action]));
  const steps = machine.transitions
    .filter((step) => isForPeople(step) && step.from.includes(textOf(row[machine.field])) && may(step.action))
    // of several ways of one step, the one that is taken says enough
    .filter((step) => isOpen(step, states.get(step.action)) || states.get(step.action)?.enabled === false);
  if (steps.length === 0) return null;
  return (
    <ul className="detail-steps" aria-label={t('steps.title')}>
      {steps.map((step) => {
        const state = states.get(step.action);
        const open = isOpen(step, state);
        const asked = asks(step);
        const to = machine.states.find(({ code }) => code === step.to);
        return (
          <li key={`${step.action} ${step.to}`} data-open={open}>
            {open ? (
              <CheckCircleOutlined aria-label={t('steps.open')} />
            ) : (
              <MinusCircleOutlined aria-label={t('steps.closed')} />
            )}
            <span>
              <strong>{label(step.label)}</strong> → {to ? label(to.label) : step.to}
              {asked.length > 0 && (
                <span className="kind-aside"> {t('steps.asks', { what: asked.join(t('steps.also')) })}</span>
              )}
              {!open && <span className="detail-steps-reason"> {state?.reason}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Says what a transition asks for: who takes it, how the record must stand, what must be filled in. */
function useAsks(entity: Entity): (step: Transition) => string[] {
  const { t } = useTranslation();
  const label = useLabel();
  const side = useSide();
  return ({ action, actor, guard, needs = [] }) => {
    const gates = Object.entries(entity.gate[action] ?? {}).map(([name, codes]) => {
      const states = entity.machines.find(({ field }) => field === name)?.states ?? [];
      return t('steps.inState', {
        field: label(fieldOf(entity, name)!.label),
        states: codes
          .map((code) => {
            const state = states.find((one) => one.code === code);
            return state ? label(state.label) : code;
          })
          .join(t('steps.or')),
      });
    });
    const conditions = [
      ...new Set([...(guard === undefined ? [] : [guard]), ...(entity.guards[action] ?? []).map(({ expr }) => expr)]),
    ].map((expr) => conditionText(entity, expr, side));
    const fields = [...new Set([...needs, ...(entity.requiredAt[action] ?? [])])].flatMap(
      (name) => fieldOf(entity, name) ?? [],
    );
    return [
      ...(actor === undefined || actor === 'reader'
        ? []
        : [t(actor === 'approver' && !entity.approval ? 'steps.actor.other' : `steps.actor.${actor}`)]),
      ...gates,
      ...conditions,
      ...(fields.length === 0
        ? []
        : [t('steps.filled', { fields: fields.map((field) => label(field.label)).join(t('steps.comma')) })]),
    ];
  };
}
