import { useQueries, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Field } from '../../../generator/model/field.ts';
import type { Condition } from '../../api/where.ts';
import { useNumberText } from '../../fields/language.ts';
import { useTitles } from '../../fields/ref/titles.ts';
import { textOf } from '../../fields/types.ts';
import { countOf, type Group } from '../../records/list/group.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { shownDistinct, shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { Card } from '../dashboard/card.tsx';
import { sumOf } from '../dashboard/sums.ts';
import { type Amount, amountsOf, addUp, compareAmounts, currencyOfGroup, largestFirst } from './amounts.ts';
import { PremiumByYear } from './byYear.tsx';
import { type ComparedRow, ComparisonTable } from './comparison.tsx';
import { CurrencyBars, type MoneyBar } from './currencyBars.tsx';
import { NoCovers } from './empty.tsx';
import type { KindFields, PremiumKind } from './kinds.ts';
import { useKindFields } from './useKinds.ts';
import { usePremiumTexts } from './texts.ts';
import { coversAddress, decidingOfType, inVersions, type Version } from './versions.ts';

const MAX_OBJECTS = 10;

interface Props {
  kind: PremiumKind;
  version: Version;
  /** all versions of the kind */
  versions: readonly Version[];
}

/**
 * Figures of a version: totals, premium by year, company, fleet and insured object, and the estimate compared with the
 * actual premium.
 */
export function PremiumFigures({ kind, version, versions }: Props): ReactNode {
  const { t } = useTranslation();
  const fields = useKindFields(kind);
  const ofYear = versions.filter(({ year }) => year === version.year);
  const [estimate, actual] = [decidingOfType(ofYear, 'estimate'), decidingOfType(ofYear, 'actual')];
  const shown = [...new Set([version, estimate, actual].filter((one) => one !== undefined))];
  const sums = [fields.due, ...fields.parts, ...fields.returns].map(({ name }) => name);
  const { data, error, refetch } = useQuery(shownGroups(kind.entity, kind.version, inVersions(kind, shown), sums));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const groupsOf = ({ id }: Version): Group[] => data.filter(({ value }) => value === id);
  const groups = groupsOf(version);
  if (groups.length === 0) return <NoCovers version={version} />;
  const amounts = amountsOf(kind, groups);
  return (
    <>
      <Tiles kind={kind} fields={fields} version={version} groups={groups} />
      <div className="dashboard-pair">
        <Breakdowns kind={kind} fields={fields} version={version} versions={versions} />
        <div>
          <Card title={t('premium.estimateActual', { year: version.year })}>
            {estimate && actual ? (
              <Comparison
                kind={kind}
                fields={fields}
                estimate={{ version: estimate, groups: groupsOf(estimate) }}
                actual={{ version: actual, groups: groupsOf(actual) }}
              />
            ) : (
              <p className="card-empty">{t('premium.noComparison', { year: version.year })}</p>
            )}
          </Card>
          <TopObjects kind={kind} fields={fields} version={version} amounts={amounts} />
        </div>
      </div>
    </>
  );
}

/** The premium by year, fleet and company. */
function Breakdowns({ kind, fields, version, versions }: Props & { fields: KindFields }): ReactNode {
  const { t } = useTranslation();
  const references = [
    { title: t('premium.byFleet'), field: fields.fleet },
    { title: t('premium.byCompany'), field: fields.payer },
  ];
  return (
    <div>
      <Card title={t('premium.byYear')}>
        <PremiumByYear kind={kind} versions={versions} />
      </Card>
      {references.map(({ title, field }) =>
        field ? (
          <Card key={title} title={title}>
            <ByReference title={title} kind={kind} version={version} field={field} />
          </Card>
        ) : null,
      )}
    </div>
  );
}

interface TilesProps {
  kind: PremiumKind;
  fields: KindFields;
  version: Version;
  /** the premium of the version by currency */
  groups: readonly Group[];
}

/** The number of covers in a version, and their totals in each currency. */
function Tiles({ kind, fields, version, groups }: TilesProps): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const { labelOf, figure, inCurrency } = usePremiumTexts();
  const counted = fields.isVessel ? fields.object.map(({ name }) => name) : undefined;
  const { data } = useQuery({
    ...shownDistinct(kind.entity, kind.version, inVersions(kind, [version]), counted ?? []),
    enabled: counted !== undefined,
  });
  const byCurrency = groups.toSorted((a, b) => currencyOfGroup(kind, a).localeCompare(currencyOfGroup(kind, b)));
  return (
    <div className="figures">
      <Link className="figure-tile" to={coversAddress(kind, version)}>
        <strong>{numberText(data?.[0]?.distinct ?? countOf(groups))}</strong>
        <span>{t(fields.isVessel ? 'premium.vessels' : 'premium.covers')}</span>
      </Link>
      {[fields.due, ...fields.returns].flatMap((field) =>
        byCurrency.map((group) => {
          const currency = currencyOfGroup(kind, group);
          return (
            <Link
              key={`${field.name} ${currency}`}
              className="figure-tile"
              to={coversAddress(kind, version, groups.length > 1 ? { currency } : {})}
            >
              <strong>{figure(sumOf(group, field.name), currency)}</strong>
              <span>{inCurrency(labelOf(field), currency)}</span>
            </Link>
          );
        }),
      )}
    </div>
  );
}

interface ByReferenceProps {
  title: string;
  kind: PremiumKind;
  version: Version;
  /** the reference by whose values the premium is grouped */
  field: Field;
}

/** Charts of the premium of a version by the rows that a field refers to, the largest first. */
function ByReference({ title, kind, version, field }: ByReferenceProps): ReactNode {
  const { t } = useTranslation();
  const { labelOf } = usePremiumTexts();
  const { data } = useQuery(shownGroups(kind.entity, field.name, inVersions(kind, [version]), [kind.due]));
  const names = useTitles(
    field.ref,
    (data ?? []).flatMap(({ value }) => value ?? []),
  );
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const currencies = new Set(data.map((group) => currencyOfGroup(kind, group)));
  return (
    <CurrencyBars
      title={title}
      heading={labelOf(field)}
      figure={t('premium.amount')}
      bars={data
        .map((group) => {
          const currency = currencyOfGroup(kind, group);
          const { value } = group;
          return {
            key: value ?? '',
            name: value === null ? t('welcome.noValue') : (names?.get(value) ?? value),
            // lists have no filter for an empty field
            to:
              value === null
                ? undefined
                : coversAddress(kind, version, {
                    ...(currencies.size > 1 && { currency }),
                    more: { [field.name]: value },
                  }),
            currency,
            amount: sumOf(group, kind.due),
          };
        })
        .toSorted(largestFirst)}
    />
  );
}

interface ComparisonProps {
  kind: PremiumKind;
  fields: KindFields;
  estimate: { version: Version; groups: readonly Group[] };
  actual: { version: Version; groups: readonly Group[] };
}

/** Table of the estimated and the actual premium and their difference, by part and currency. */
function Comparison({ kind, fields, estimate, actual }: ComparisonProps): ReactNode {
  const { t } = useTranslation();
  const { labelOf } = usePremiumTexts();
  const all = [...estimate.groups, ...actual.groups];
  const hasParts = addUp(
    all,
    fields.parts.map(({ name }) => name),
    kind.due,
  );
  const rows = (field: Field): ComparedRow[] =>
    compareAmounts(
      amountsOf({ currency: kind.currency, due: field.name }, estimate.groups),
      amountsOf({ currency: kind.currency, due: field.name }, actual.groups),
    ).map((compared) => ({
      ...compared,
      key: `${field.name} ${compared.currency}`,
      name: labelOf(field),
      estimateTo: coversAddress(kind, estimate.version, estimate.groups.length > 1 ? compared : {}),
      actualTo: coversAddress(kind, actual.version, actual.groups.length > 1 ? compared : {}),
      ...(field === fields.due && { isTotal: true }),
    }));
  return (
    <ComparisonTable
      heading={t('premium.part')}
      estimate={estimate.version.no}
      actual={actual.version.no}
      rows={[...(hasParts ? fields.parts : []), fields.due]
        .flatMap(rows)
        .toSorted((a, b) => a.currency.localeCompare(b.currency))}
    />
  );
}

interface TopProps {
  kind: PremiumKind;
  fields: KindFields;
  version: Version;
  /** the premium of the version by currency */
  amounts: readonly Amount[];
}

/** A card with the rows of the highest premium in each currency. */
function TopObjects({ kind, fields, version, amounts }: TopProps): ReactNode {
  const { t } = useTranslation();
  const { labelOf } = usePremiumTexts();
  const { currency: source, due } = kind;
  const found = useQueries({
    queries: amounts.map(({ currency }) => {
      const ofCurrency: Condition[] = 'field' in source ? [{ name: source.field, type: 'equal', value: currency }] : [];
      return shownRows(kind.entity, {
        where: [...inVersions(kind, [version]), ...ofCurrency],
        sort: `-${due}`,
        pageSize: MAX_OBJECTS,
      });
    }),
  });
  const title = t(fields.isVessel ? 'premium.topVessels' : 'premium.topObjects', { count: MAX_OBJECTS });
  return (
    <Card
      title={title}
      more={{
        text: t(fields.isVessel ? 'premium.allVessels' : 'premium.allObjects'),
        to: coversAddress(kind, version, { more: { _sort: `-${due}` } }),
      }}
    >
      {found.some(({ data }) => data === undefined) ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : (
        <CurrencyBars
          title={title}
          heading={labelOf(fields.object[0] ?? fields.due)}
          figure={labelOf(fields.due)}
          bars={amounts.flatMap(({ currency }, index) =>
            barsOf({ kind, fields, currency }, found[index]?.data?.records ?? []),
          )}
        />
      )}
    </Card>
  );
}

/** The bars of the rows with a premium in one currency. */
function barsOf(
  { kind, fields, currency }: { kind: PremiumKind; fields: KindFields; currency: string },
  rows: readonly ListRow[],
): MoneyBar[] {
  const named = [...fields.object, ...(fields.name ? [fields.name] : [])];
  return rows
    .filter((row) => textOf(row[kind.due]) !== '')
    .map((row) => ({
      key: row.id,
      name: named
        .map(({ name }) => textOf(row[name]))
        .filter(Boolean)
        .join(' '),
      to: `/${kind.area}/${kind.entity}/${row.id}`,
      currency,
      amount: textOf(row[kind.due]),
    }));
}
