import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { useTitles } from '../../fields/ref/titles.ts';
import type { Group } from '../../records/list/group.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { Bars } from '../dashboard/bars.tsx';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { sumOf } from '../dashboard/sums.ts';
import { CURRENCY, LITIGATION } from './source.ts';

/** Chart of all cases by stage, in the order of the state machine. */
export function ByStage({ groups }: { groups: readonly Group[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(LITIGATION.entity);
  const { address } = useFigureSource(entity, { entity: LITIGATION.entity });
  const figureText = useFigureText(entity, LITIGATION.claimed);
  const states = entity.machines.find(({ field }) => field === LITIGATION.stage)?.states ?? [];
  return (
    <Bars
      title={t('litigation.byStage')}
      heading={label(fieldOf(entity, LITIGATION.stage)!.label)}
      figure={t('claims.cases')}
      bars={states.map(({ code, label: name }) => {
        const group = groups.find(({ value }) => value === code);
        return {
          key: code,
          name: label(name),
          to: address({ [LITIGATION.stage]: code }),
          parts: [String(group?.count ?? 0)],
          figure: figureText(group),
        };
      })}
    />
  );
}

/** Chart of the open cases by company, with the claimed amounts. */
export function ByCompany(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(LITIGATION.entity);
  const { where, address } = useFigureSource(entity, { entity: LITIGATION.entity, preset: LITIGATION.open });
  const { data } = useQuery(shownGroups(LITIGATION.entity, LITIGATION.company, where, [LITIGATION.claimed]));
  return (
    <ByReference
      title={t('litigation.byCompany')}
      entity={entity}
      reference={LITIGATION.company}
      amount={LITIGATION.claimed}
      groups={data}
      address={(code) => address({ [LITIGATION.company]: code })}
    />
  );
}

/** Chart of the filings of the first instance by cause of action, with their target amounts. */
export function ByCause(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(LITIGATION.filing);
  const { where, address } = useFigureSource(entity, {
    entity: LITIGATION.filing,
    filters: () => ({ [LITIGATION.instance]: 'FIRST' }),
  });
  const { data } = useQuery(shownGroups(LITIGATION.filing, LITIGATION.cause, where, [LITIGATION.target]));
  return (
    <ByReference
      title={t('litigation.byCause')}
      entity={entity}
      reference={LITIGATION.cause}
      amount={LITIGATION.target}
      groups={data}
      address={(code) => address({ [LITIGATION.cause]: code })}
    />
  );
}

interface ByReferenceProps {
  title: string;
  entity: Entity;
  /** the reference by which rows are grouped */
  reference: string;
  amount: string;
  /** undefined while they load */
  groups: readonly Group[] | undefined;
  /** address of the list of the rows with a code */
  address: (code: string) => string;
}

/** Chart of rows by a reference, the largest group first. */
function ByReference({ title, entity, reference, amount, groups, address }: ByReferenceProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const figureText = useFigureText(entity, amount);
  const field = fieldOf(entity, reference)!;
  const names = useTitles(
    field.ref,
    (groups ?? []).flatMap(({ value }) => value ?? []),
  );
  if (!groups) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (groups.length === 0) return <p className="card-empty">{t('claims.noOpen')}</p>;
  return (
    <Bars
      title={title}
      heading={label(field.label)}
      figure={t('claims.cases')}
      bars={groups.map((group) => {
        const code = group.value ?? '';
        return {
          key: code,
          name: code === '' ? t('litigation.notStated') : (names?.get(code) ?? code),
          to: code === '' ? undefined : address(code),
          parts: [String(group.count)],
          figure: figureText(group),
        };
      })}
    />
  );
}

/** Returns a function that prints the number of rows of a group with their amount. */
function useFigureText(entity: Entity, amount: string): (group: Group | undefined) => string {
  const { t } = useTranslation();
  const field = fieldOf(entity, amount)!;
  return (group) =>
    t('claims.casesWorth', { count: group?.count ?? 0, amount: amountText(sumOf(group, amount), field, CURRENCY) });
}
