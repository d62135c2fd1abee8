import { CheckCircleFilled, PartitionOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { isSubmitted } from '../approval/isSubmitted.ts';
import { roundsQuery } from '../approval/rounds.ts';
import type { IsMet } from '../isMet.ts';
import { isPossible, statesByName } from '../operations/states.ts';
import { openOperations, type StepLine as Line, stepLineOf } from '../operations/steps.ts';
import { fieldOf } from '../model.ts';
import type { ChildGroups, ToCalculate } from './childTotals.ts';
import { Machines } from './machines.tsx';

interface Props {
  entity: Entity;
  row: Row;
  isMet: IsMet;
  /** the table to fill first; absent for a record that has rows */
  emptyTable?: string | undefined;
  /** the table with rows that lack the amount that an action computes */
  toCalculate?: ToCalculate | undefined;
  /** the table with rows that must be finished before the record can go on */
  toFinish?: ChildGroups | undefined;
}

/** The path of a record through its states on one line, the next step as a sentence, and the diagram on demand. */
export function StepLine({ entity, row, isMet, emptyTable, toCalculate, toFinish }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const [isOpen, setOpen] = useState(false);
  const line = stepLineOf(entity, row, isMet);
  const calculation = useCalculation(entity, row, toCalculate);
  const nextStep = useNextStep(entity, row, line, emptyTable);
  const approver = useApprover(entity, row);
  const finish = useFinish(row, toFinish);
  const sentence = approver ?? calculation ?? finish ?? nextStep;
  if (!line) return null;
  return (
    <div className="step-line">
      <ol aria-label={t('steps.path')}>
        {line.steps.map(({ field, state, label: name, status }) => (
          <li key={`${field} ${state}`} data-status={status} {...(status === 'current' && { 'aria-current': 'step' })}>
            {status === 'done' && <CheckCircleFilled aria-label={t('steps.done')} />}
            {label(name)}
          </li>
        ))}
      </ol>
      <p className="step-next">{sentence}</p>
      <Button type="link" size="small" icon={<PartitionOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('steps.diagram')}
      </Button>
      <Modal
        open={isOpen}
        centered
        destroyOnHidden
        width={1000}
        title={t('steps.diagram')}
        footer={null}
        onCancel={() => setOpen(false)}
      >
        <Machines entity={entity} row={row} />
      </Modal>
    </div>
  );
}

/** The sentence that names whom an open approval of the record waits for; undefined without one. */
function useApprover(entity: Entity, row: Row): string | undefined {
  const { t } = useTranslation();
  const label = useLabel();
  const { data } = useQuery({ ...roundsQuery(entity.name, textOf(row['id'])), enabled: isSubmitted(entity, row) });
  const role = isSubmitted(entity, row) ? data?.find(({ open }) => open)?.role : undefined;
  return role ? t('approval.waitsFor', { role: label(role) }) : undefined;
}

/** The sentence that asks for an action that computes amounts; undefined if it is not possible or not necessary. */
function useCalculation(entity: Entity, row: Row, toCalculate: ToCalculate | undefined): string | undefined {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const action = entity.actions.find(({ name }) => name === toCalculate?.action);
  if (!toCalculate || !action || !may(action.name) || !statesByName(row).get(action.name)?.enabled) return undefined;
  const { child, entity: childEntity } = toCalculate.table;
  const amount = fieldOf(childEntity, child.figures!.compare!)!;
  return t('steps.calculate', { action: label(action.label), amount: label(amount.label) });
}

/** The sentence that names the rows to finish; undefined without any, or if the record cannot be edited. */
function useFinish(row: Row, toFinish: ChildGroups | undefined): string | undefined {
  const { t } = useTranslation();
  const label = useLabel();
  if (!toFinish || !statesByName(row).get('edit')?.enabled) return undefined;
  const { child, entity: childEntity, unfinished } = toFinish;
  return t('steps.finish', {
    what: label(child.figures!.unfinished!.label),
    table: label(child.tab ?? childEntity.label),
    count: unfinished,
  });
}

/** The sentence about the next step: the rows to enter, or the next transition and what it waits for. */
function useNextStep(entity: Entity, row: Row, line: Line | undefined, emptyTable: string | undefined): string {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  if (!line) return '';
  if (emptyTable !== undefined) return t('steps.enterRows', { table: emptyTable });
  if (line.isComplete) {
    const open = openOperations(entity, row).find(({ name }) => may(name));
    return open ? t('steps.completeThen', { action: label(open.label) }) : t('steps.complete');
  }
  const { next } = line;
  if (!next) return t('steps.noneNow');
  const action = label(next.label);
  const state = statesByName(row).get(next.name);
  if (isPossible(next.to?.state, state)) return t(may(next.name) ? 'steps.next' : 'steps.nextByOthers', { action });
  return t('steps.nextBlocked', { action, reason: state?.reason ?? t('steps.closed') });
}
