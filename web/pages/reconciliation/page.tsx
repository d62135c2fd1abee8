import { useSuspenseQuery } from '@tanstack/react-query';
import { Alert, Button, Table, Tag } from 'antd';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fieldOf, useEntity } from '../../records/model.ts';
import { cellOf } from '../../fields/cells.ts';
import { Cell as InstantCell } from '../../fields/dateTime/cell.tsx';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import '../help/help.css';
import { check, type Difference, type CheckResult, MAX_DIFFERENCES, type Summed, summedQuery } from './source.ts';

/**
 * Page that compares, on request, every stored total with the total that the database computes from the children of its
 * row.
 */
export function ReconciliationPage(): ReactNode {
  const { t } = useTranslation();
  const { data: entities } = useSuspenseQuery(summedQuery);
  const { found, running, run } = useCheck(entities);
  const differences = entities.flatMap((entity) =>
    (found[entity.name]?.differences ?? []).map((difference) => ({
      ...difference,
      entity,
      key: `${entity.name} ${difference.id} ${difference.field}`,
    })),
  );
  return (
    <div className="page help-page">
      <div className="page-header">
        <PageHeading of={t('reconciliation.title')} />
        <div className="page-actions">
          <Button type="primary" loading={running} onClick={run}>
            {t('reconciliation.run')}
          </Button>
        </div>
      </div>
      <p className="help-about">{t('reconciliation.about')}</p>
      <EntityTable entities={entities} found={found} />
      {entities.some(({ totals }) => totals.some(({ unchecked }) => unchecked)) && <Unchecked of={entities} />}
      {differences.length > 0 && <DifferenceTable differences={differences} />}
    </div>
  );
}

/** The entities with their totals and the result of the check. */
function EntityTable({ entities, found }: { entities: Summed[]; found: Record<string, CheckResult> }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const label = useLabel();
  return (
    <section className="help-section">
      <Table
        pagination={false}
        size="small"
        scroll={{ x: 900 }}
        rowKey="name"
        dataSource={entities}
        columns={[
          { title: t('reconciliation.records'), dataIndex: 'label', width: 160, render: label },
          {
            title: t('reconciliation.totals'),
            dataIndex: 'totals',
            render: (totals: Summed['totals']) =>
              totals.map((total) => label(total.label)).join(t('reconciliation.and')),
          },
          {
            title: t('reconciliation.rows'),
            width: 130,
            align: 'right',
            render: (_, { name }) => (found[name] ? numberText(found[name].rows) : ''),
          },
          { title: t('reconciliation.result'), width: 200, render: (_, { name }) => <Result of={found[name]} /> },
          {
            title: t('reconciliation.at'),
            width: 180,
            render: (_, { name }) => <InstantCell value={found[name]?.at} />,
          },
        ]}
      />
    </section>
  );
}

interface DifferenceRow extends Difference {
  key: string;
  entity: Summed;
}

/** The stored totals that differ from the computed ones, with both values. */
function DifferenceTable({ differences }: { differences: DifferenceRow[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <section className="help-section">
      <h2>{t('reconciliation.differences')}</h2>
      <Table
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        size="small"
        scroll={{ x: 900 }}
        rowKey="key"
        dataSource={differences}
        columns={[
          {
            title: t('reconciliation.record'),
            render: (_, { entity, id, title }) => (
              <>
                <Link to={`/${entity.area}/${entity.name}/${id}`}>{label(title) || id}</Link>{' '}
                <span className="help-spec">{label(entity.label)}</span>
              </>
            ),
          },
          {
            title: t('reconciliation.total'),
            render: (_, { entity, field }) => label(entity.totals.find(({ name }) => name === field)!.label),
          },
          {
            title: t('reconciliation.stored'),
            align: 'right',
            render: (_, { entity, ...difference }) => <Value entity={entity.name} of={difference} side="stored" />,
          },
          {
            title: t('reconciliation.worked'),
            align: 'right',
            render: (_, { entity, ...difference }) => <Value entity={entity.name} of={difference} side="worked" />,
          },
        ]}
      />
    </section>
  );
}

interface Check {
  /** results by the name of the entity */
  found: Record<string, CheckResult>;
  running: boolean;
  run: () => void;
}

/** Checks the entities one after another; stops when the page closes. */
function useCheck(entities: readonly Summed[]): Check {
  const [found, setFound] = useState<Record<string, CheckResult>>({});
  const [running, setRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const run = useCallback(() => {
    const { signal } = (controller.current = new AbortController());
    setFound({});
    setRunning(true);
    void (async () => {
      for (const { name } of entities) {
        const report = (result: CheckResult): void => setFound((before) => ({ ...before, [name]: result }));
        try {
          await check(name, report, signal);
        } catch (failed) {
          setFound((before) => ({
            ...before,
            [name]: { rows: 0, differences: [], at: '', ...before[name], done: true, failed },
          }));
        }
        if (signal.aborted) return;
      }
      setRunning(false);
    })();
  }, [entities]);
  return { found, running, run };
}

function Result({ of }: { of: CheckResult | undefined }): ReactNode {
  const { t } = useTranslation();
  if (!of) return <span className="help-none">{t('reconciliation.notRun')}</span>;
  if (of.failed !== undefined) return <span className="help-none">{errorText(of.failed, t)}</span>;
  if (!of.done) return t('reconciliation.running');
  const { length } = of.differences;
  if (length === 0) return <Tag color="success">{t('reconciliation.equal')}</Tag>;
  return (
    <Tag color="error">
      {length >= MAX_DIFFERENCES
        ? t('reconciliation.many', { count: length })
        : t('reconciliation.differ', { count: length })}
    </Tag>
  );
}

/** A value as on the page of the record. */
function Value(props: { entity: string; of: Difference; side: 'stored' | 'worked' }): ReactNode {
  return (
    <Suspense fallback={null}>
      <ValueCell {...props} />
    </Suspense>
  );
}

function ValueCell({
  entity: name,
  of,
  side,
}: {
  entity: string;
  of: Difference;
  side: 'stored' | 'worked';
}): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(name);
  const field = fieldOf(entity, of.field);
  if (of[side] === null || !field) return <span className="help-none">{t('reconciliation.nothing')}</span>;
  const Cell = cellOf(field);
  return <Cell field={field} value={of[side]} />;
}

/** The totals that the database cannot compute. */
function Unchecked({ of }: { of: readonly Summed[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const named = of.flatMap((entity) =>
    entity.totals.filter(({ unchecked }) => unchecked).map((total) => `${label(entity.label)}: ${label(total.label)}`),
  );
  return <Alert type="warning" showIcon message={t('reconciliation.unchecked', { totals: named.join('; ') })} />;
}
