import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useEntity, useModel } from '../model.ts';
import type { Change, ChildComparison } from '../../../generator/language/comparison.ts';
import { comparisonQuery } from '../version/comparison.ts';
import { previousVersion } from '../version/series.ts';
import { versionsQuery } from '../version/versions.ts';

const CHANGES: readonly Change[] = ['added', 'removed', 'changed'];

/** The differences to the version before: changed rows and totals of each table, with a link to the comparison. */
export function VersionChanges({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const model = useModel();
  const { data: versions } = useQuery(versionsQuery(entity, row));
  const before = versions && previousVersion(entity, versions, row);
  const id = textOf(row['id']);
  const query = comparisonQuery(entity.name, textOf(before?.['id']), id);
  const { data } = useQuery({ ...query, enabled: before !== undefined });
  if (!before) return versions ? <FirstVersion /> : null;
  const version = textOf(before[entity.version!.keys.at(-1)!]);
  const parts = data?.parts.filter(
    (part) => CHANGES.some((change) => part.counts[change] > 0) && model.some(({ name }) => name === part.entity),
  );
  return (
    <section>
      <div className="inbox-heading">
        <h3>{t('version.differenceTo', { version })}</h3>
        <Link to={`/${entity.area}/${entity.name}/${textOf(before['id'])}/compare?with=${id}`}>
          {t('inbox.compare')}
        </Link>
      </div>
      {parts?.length === 0 && <p>{t('version.noDifferences')}</p>}
      {parts?.map((part) => (
        <Part key={part.entity} part={part} />
      ))}
    </section>
  );
}

function FirstVersion(): ReactNode {
  const { t } = useTranslation();
  return <p className="kind-aside">{t('inbox.firstVersion')}</p>;
}

function Part({ part }: { part: ChildComparison }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(part.entity);
  const totals = part.totals.filter(({ difference }) => !/^-?[0.]*$/.test(difference));
  const counts = CHANGES.filter((change) => part.counts[change] > 0);
  return (
    <dl className="inbox-changes">
      <div>
        <dt>{label(entity.label)}</dt>
        <dd>{counts.map((change) => `${t(`version.change.${change}`)} ${part.counts[change]}`).join(' · ')}</dd>
      </div>
      {totals.map(({ field, currency, from, to, difference }) => {
        const found = entity.fields.find(({ name }) => name === field);
        return found ? (
          <div key={`${field} ${currency}`}>
            <dt>{label(found.label)}</dt>
            <dd>
              <span className="kind-figure">
                {groupDigits(from, 2)} → {groupDigits(to, 2)} {currency}{' '}
                <strong>
                  {difference.startsWith('-') ? '' : '+'}
                  {groupDigits(difference, 2)}
                </strong>
              </span>
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}
