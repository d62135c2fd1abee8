import { useQueries, useSuspenseQueries } from '@tanstack/react-query';
import { Alert } from 'antd';
import dayjs from 'dayjs';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { searchWith } from '../detail/openChild.ts';
import { schemaQuery, useModel } from '../model.ts';
import { isSubmitted } from './isSubmitted.ts';
import { roundsQuery } from './rounds.ts';
import type { ApprovalRound } from './round.ts';
import { Withdraw } from './withdraw.tsx';

/** A record, or one of its children, that waits for an approval. */
interface Subject {
  entity: Entity;
  row: Row;
  child?: Child;
}

/** Who must decide on the record or its children, since when, and what cannot be done until then (`x-form.waiting`). */
export function WaitingBanner({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const subjects = useWaiting(entity, row);
  const results = useQueries({
    queries: subjects.map((subject) => roundsQuery(subject.entity.name, textOf(subject.row['id']))),
  });
  return subjects.map((subject, index) => {
    const round = results[index]?.data?.find(({ open }) => open);
    return round && <Waiting key={round.id} parent={entity} subject={subject} round={round} />;
  });
}

/** The record and its children that are submitted. Suspends until the schemas of the children are loaded. */
function useWaiting(entity: Entity, row: Row): Subject[] {
  const model = useModel();
  const children = entity.form.waiting
    ? entity.children.filter((child) => child.opens && model.some(({ name }) => name === child.entity))
    : [];
  const schemas = useSuspenseQueries({ queries: children.map((child) => schemaQuery(child.entity)) });
  if (!entity.form.waiting) return [];
  return [
    { entity, row },
    ...children.flatMap((child, index) =>
      ((row[child.entity] ?? []) as Row[]).map((one) => ({ entity: schemas[index]!.data.entity, row: one, child })),
    ),
  ].filter((subject) => isSubmitted(subject.entity, subject.row));
}

/** Number of people that the banner names. */
const MAX_NAMED = 3;

/** The first names of a list, with the number of the others. */
const someOf = (names: readonly string[], t: TFunction): string =>
  names.length <= MAX_NAMED
    ? names.join(t('approval.nameSeparator'))
    : t('approval.andOthers', {
        names: names.slice(0, MAX_NAMED).join(t('approval.nameSeparator')),
        count: names.length - MAX_NAMED,
      });

interface WaitingProps {
  subject: Subject;
  round: ApprovalRound;
  parent: Entity;
}

function Waiting({ subject, round, parent }: WaitingProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { pathname, search } = useLocation();
  const { entity, row, child } = subject;
  return (
    <Alert
      className="waiting-banner"
      type="warning"
      showIcon
      message={
        <>
          <WaitsFor subject={subject} round={round} /> {label(parent.form.waiting!)}
        </>
      }
      action={
        <>
          <Withdraw parent={parent} entity={entity} row={row} />
          {child && (
            <Link to={`${pathname}${searchWith(search, { entity: child.entity, id: row['id'] })}`}>
              {t('approval.openWaiting')}
            </Link>
          )}
        </>
      }
    />
  );
}

/** For whom the subject waits, since when, and for which amount. */
function WaitsFor({ subject: { entity, row, child }, round }: Omit<WaitingProps, 'parent'>): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { amount, currency, role, deciders, lines } = round;
  const since = lines.findLast(({ step }) => step === 'submit' || step === 'approve')?.at;
  return (
    <strong>
      {t(deciders.length === 0 ? 'approval.waiting' : 'approval.waitingFor', {
        people: someOf(deciders, t),
        subject: child ? label(titlesOf(entity, row)) : label(entity.label),
        amount: amount === null ? '' : `${groupDigits(amount)} ${currency}`,
        role: role ? label(role) : '',
        since: since === undefined ? '' : dayjs(since).format('YYYY-MM-DD'),
      })}
    </strong>
  );
}
