import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNumberText } from '../../fields/language.ts';
import type { Group } from '../../records/list/group.ts';
import { shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useTitles } from '../../fields/ref/titles.ts';
import { textOf } from '../../fields/types.ts';
import { Bars } from '../dashboard/bars.tsx';
import { Card } from '../dashboard/card.tsx';
import { sumOf } from '../dashboard/sums.ts';
import { PremiumByYear } from './byYear.tsx';
import { Comparison } from './comparison.tsx';
import { usePremiumTexts } from './texts.ts';
import { coversAddress, decidingOfType, inVersions, PREMIUM, type Version } from './versions.ts';

const SUMS = [PREMIUM.total, ...PREMIUM.kinds, ...PREMIUM.others];
const MAX_VESSELS = 10;

interface Props {
  version: Version;
  /** all versions of its year */
  ofYear: readonly Version[];
}

/** Figures of a version: totals, premium by year, fleet and vessel, and the estimate compared with the actual premium. */
export function PremiumFigures({ version, ofYear }: Props): ReactNode {
  const { t } = useTranslation();
  const [estimate, actual] = [decidingOfType(ofYear, 'estimate'), decidingOfType(ofYear, 'actual')];
  const compared = [version, estimate, actual].filter((one) => one !== undefined);
  const distinct = [...new Map(compared.map((one) => [one.id, one])).values()];
  const { data: groups } = useQuery(shownGroups(PREMIUM.covers, 'versionId', inVersions(distinct), SUMS));
  if (!groups) return <Skeleton active paragraph={{ rows: 8 }} />;
  const groupOf = ({ id }: Version): Group | undefined => groups.find(({ value }) => value === id);
  const group = groupOf(version);
  if (!group) return <NoCovers version={version} />;
  return (
    <>
      <Tiles version={version} group={group} />
      <div className="dashboard-pair">
        <div>
          <Card title={t('premium.byYear')}>
            <PremiumByYear />
          </Card>
          <Card title={t('premium.byFleet')}>
            <ByFleet version={version} />
          </Card>
        </div>
        <div>
          <Card title={t('premium.estimateActual', { year: version.year })}>
            {estimate && actual ? (
              <Comparison
                estimate={{ version: estimate, group: groupOf(estimate) }}
                actual={{ version: actual, group: groupOf(actual) }}
              />
            ) : (
              <p className="card-empty">{t('premium.noComparison', { year: version.year })}</p>
            )}
          </Card>
          <Card
            title={t('premium.topVessels', { count: MAX_VESSELS })}
            more={{ text: t('premium.allVessels'), to: coversAddress(version, { _sort: `-${PREMIUM.total}` }) }}
          >
            <TopVessels version={version} />
          </Card>
        </div>
      </div>
    </>
  );
}

function NoCovers({ version }: { version: Version }): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.noLines')}>
      <Link to={`/premium/${PREMIUM.versions}/${version.id}`}>
        <Button type="primary">{t('premium.openVersion')}</Button>
      </Link>
    </Empty>
  );
}

/** The number of covers in a version, and their totals. */
function Tiles({ version, group }: { version: Version; group: Group }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const { labelOf, amountText } = usePremiumTexts();
  return (
    <div className="figures">
      <Link className="figure-tile" to={coversAddress(version)}>
        <strong>{numberText(group.count)}</strong>
        <span>{t('premium.covers')}</span>
      </Link>
      {[PREMIUM.total, ...PREMIUM.others].map((name) => (
        <Link key={name} className="figure-tile" to={coversAddress(version)}>
          <strong>{amountText(sumOf(group, name))}</strong>
          <span>{labelOf(name)}</span>
        </Link>
      ))}
    </div>
  );
}

function ByFleet({ version }: { version: Version }): ReactNode {
  const { t } = useTranslation();
  const { labelOf, amountText } = usePremiumTexts();
  const { entity } = useEntity(PREMIUM.covers);
  const { data: fleets } = useQuery(shownGroups(PREMIUM.covers, 'fleet', inVersions([version]), [PREMIUM.total]));
  const names = useTitles(
    fieldOf(entity, 'fleet')?.ref,
    (fleets ?? []).flatMap(({ value }) => value ?? []),
  );
  if (!fleets) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <Bars
      title={t('premium.byFleet')}
      heading={labelOf('fleet')}
      figure={labelOf(PREMIUM.total)}
      bars={fleets.map((group) => ({
        key: group.value ?? '',
        name: group.value === null ? t('welcome.noValue') : (names?.get(group.value) ?? group.value),
        to: coversAddress(version, group.value === null ? {} : { fleet: group.value }),
        parts: [sumOf(group, PREMIUM.total)],
        figure: amountText(sumOf(group, PREMIUM.total)),
      }))}
    />
  );
}

/** The covers with the highest premium. */
function TopVessels({ version }: { version: Version }): ReactNode {
  const { t } = useTranslation();
  const { labelOf, amountText } = usePremiumTexts();
  const { data: covers } = useQuery(
    shownRows(PREMIUM.covers, { where: inVersions([version]), sort: `-${PREMIUM.total}`, pageSize: MAX_VESSELS }),
  );
  if (!covers) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <Bars
      title={t('premium.topVessels', { count: MAX_VESSELS })}
      heading={labelOf('vslCde')}
      figure={labelOf(PREMIUM.total)}
      bars={covers.records
        .filter((row) => textOf(row[PREMIUM.total]) !== '')
        .map((row) => ({
          key: row.id,
          name: `${textOf(row['vslCde'])} ${textOf(row['vslNme'])}`,
          to: `/premium/${PREMIUM.covers}/${row.id}`,
          parts: [textOf(row[PREMIUM.total])],
          figure: amountText(textOf(row[PREMIUM.total])),
        }))}
    />
  );
}
