import { Empty, Table, type TableColumnType } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../../generator/model/entity.ts';
import { useBodyHeight } from '../../../records/list/bodyHeight.ts';
import { fieldOf, useEntity } from '../../../records/model.ts';
import { groupDigits } from '../../../../generator/language/groupDigits.ts';
import { cellOf } from '../../../fields/cells.ts';
import { textOf } from '../../../fields/types.ts';
import { type PremiumKind, VERSIONS } from '../kinds.ts';
import { INSTALMENTS } from './source.ts';
import { isZero, type Instalment, type Plan, type PlanRow, type PlanTotals, type Stage } from './plan.ts';

/** Maximum number of rows that are all rendered; a longer table renders only the visible rows. */
const MAX_RENDERED_ROWS = 30;
const WIDTH = { object: 200, currency: 72, stage: 164, amount: 124, version: 104 };
/** Height of the heading in lines. */
const HEADING_LINES = 2;

interface Props {
  plan: Plan;
  rows: readonly PlanRow[];
  stages: readonly Stage[];
  kind: PremiumKind;
  isVessel: boolean;
}

/**
 * Table of the plan: a line for each insured object, a column for each stage, and a line of totals for each currency.
 * Each amount links to its instalment.
 */
export function PlanTable({ plan, rows, stages, kind, isVessel }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(INSTALMENTS.lines);
  const columns = useColumns(entity, { plan, stages, kind, isVessel });
  const width = columns.reduce((sum, { width: columnWidth }) => sum + Number(columnWidth), 0);
  const box = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > MAX_RENDERED_ROWS;
  const height = useBodyHeight(box, HEADING_LINES + plan.totals.length);
  return (
    <div ref={box} className={isVirtual ? 'instalment-table instalment-many' : 'instalment-table'}>
      <Table<PlanRow>
        size="small"
        bordered
        rowKey="key"
        pagination={false}
        virtual={isVirtual}
        dataSource={[...rows]}
        columns={columns}
        scroll={isVirtual ? { x: width, y: height } : { x: width }}
        locale={{
          emptyText: (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={t(isVessel ? 'instalments.noMatch' : 'instalments.noObjectMatches')}
            />
          ),
        }}
        summary={() => (
          <Table.Summary fixed>
            {plan.totals.map((totals) => (
              <TotalsRow key={totals.currency} totals={totals} isVessel={isVessel} columns={columns} />
            ))}
          </Table.Summary>
        )}
      />
    </div>
  );
}

interface TotalsProps {
  totals: PlanTotals;
  isVessel: boolean;
  columns: readonly Column[];
}

/** The line of totals in a currency. It is of all rows, also of those that are filtered out. */
function TotalsRow({ totals, isVessel, columns }: TotalsProps): ReactNode {
  const { t } = useTranslation();
  const texts: Record<string, ReactNode> = {
    object: t(isVessel ? 'instalments.totalOfAll' : 'instalments.totalOfObjects', { count: totals.count }),
    currency: totals.currency,
    difference: <Difference amount={totals.difference} />,
  };
  const amounts: Record<string, string> = {
    ...Object.fromEntries(totals.stages.map((amount, index) => [`stage-${index}`, amount])),
    others: totals.others,
    total: totals.total,
    premium: totals.premium,
  };
  const cellAt = (key: string): ReactNode => (key in amounts ? <Figure amount={amounts[key]!} /> : texts[key]);
  return (
    <Table.Summary.Row className="instalment-total">
      {columns.map(({ key, align }, index) => (
        <Table.Summary.Cell key={key} index={index} {...(align === 'right' && { align })}>
          {cellAt(String(key))}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  );
}

const hasOthers = (plan: Plan): boolean => plan.rows.some(({ others }) => others.length > 0);

type Column = TableColumnType<PlanRow>;

/**
 * The columns: insured object, currency if there are several, stages, instalments of no stage if there are any, total,
 * premium and difference.
 */
function useColumns(entity: Entity, { plan, stages, kind, isVessel }: Omit<Props, 'rows'>): Column[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      objectColumn(t(isVessel ? 'instalments.vessel' : 'instalments.object')),
      ...(plan.totals.length > 1 ? [currencyColumn(t)] : []),
      ...stages.map((stage, index) => stageColumn(entity, stage, index)),
      ...(hasOthers(plan)
        ? [othersColumn(entity, t(stages.length > 0 ? 'instalments.additional' : 'instalments.ofNoStage'))]
        : []),
      ...totalColumns(kind, t),
    ],
    [entity, plan, stages, kind, isVessel, t],
  );
}

const objectColumn = (title: string): Column => ({
  key: 'object',
  title,
  fixed: 'left',
  width: WIDTH.object,
  ellipsis: true,
  render: (_, { object, name }) => (
    <span title={`${object} ${name}`}>
      <strong>{object}</strong> {name}
    </span>
  ),
});

const currencyColumn = (t: TFunction): Column => ({
  key: 'currency',
  title: t('premium.currency'),
  width: WIDTH.currency,
  render: (_, { currency }) => currency,
});

const stageColumn = (entity: Entity, stage: Stage, index: number): Column => ({
  key: `stage-${index}`,
  align: 'right',
  width: WIDTH.stage,
  title: <StageHeading stage={stage} />,
  render: (_, row) => <Instalments entity={entity} row={row} instalments={row.stages[index]!} stage={stage} />,
});

const othersColumn = (entity: Entity, title: string): Column => ({
  key: 'others',
  align: 'right',
  width: WIDTH.stage,
  title,
  render: (_, row) => <Instalments entity={entity} row={row} instalments={row.others} />,
});

/** Columns of the total of the instalments, of the premium with its version, and of the difference between them. */
const totalColumns = (kind: PremiumKind, t: TFunction): Column[] => [
  {
    key: 'total',
    title: t('instalments.total'),
    align: 'right',
    width: WIDTH.amount,
    render: (_, { total }) => <Figure amount={total} />,
  },
  {
    key: 'premium',
    title: t('instalments.premium'),
    align: 'right',
    width: WIDTH.amount,
    render: (_, { premium }) =>
      premium ? (
        <Link to={`/${kind.area}/${kind.entity}/${premium.id}`}>
          <Figure amount={premium.amount} />
        </Link>
      ) : null,
  },
  {
    key: 'version',
    title: t('premium.version'),
    width: WIDTH.version,
    ellipsis: true,
    render: (_, { premium }) =>
      premium ? <Link to={`/premium/${VERSIONS}/${premium.version.id}`}>{premium.version.no}</Link> : null,
  },
  {
    key: 'difference',
    title: t('instalments.difference'),
    fixed: 'right',
    align: 'right',
    width: WIDTH.version,
    render: (_, { difference }) => <Difference amount={difference} />,
  },
];

/** Number, days and due date of a stage. */
function StageHeading({ stage }: { stage: Stage }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="instalment-heading">
      <span>{t('instalments.stage', { no: stage.no })}</span>
      <small title={`${stage.from} – ${stage.to}`}>
        {stage.from.slice(5)} – {stage.to.slice(5)}
      </small>
      <small>{t('instalments.due', { day: stage.due })}</small>
    </span>
  );
}

interface InstalmentsProps {
  entity: Entity;
  row: PlanRow;
  instalments: readonly Instalment[];
  /** absent for additional instalments */
  stage?: Stage;
}

/**
 * The instalments of an insured object in a stage. A due date is shown if it differs from the due date of the stage,
 * the insurer if the object has several.
 */
function Instalments({ entity, row, instalments, stage }: InstalmentsProps): ReactNode {
  const { t } = useTranslation();
  const [status, insurer] = [fieldOf(entity, 'recordStatus')!, fieldOf(entity, 'club')!];
  const [Status, Insurer] = [cellOf(status), cellOf(insurer)];
  return instalments.map((line) => (
    <span key={line.id} className="instalment-line">
      <Link
        to={`/premium/${INSTALMENTS.lines}/${line.id}`}
        title={t('instalments.line', { no: line.no, day: line.due })}
      >
        <Figure amount={line.amount} />
      </Link>
      <Status field={status} value={line.status} row={line.row} entity={entity} />
      {row.hasSeveralInsurers && (
        <small>
          <Insurer field={insurer} value={textOf(line.row['club'])} row={line.row} entity={entity} />
        </small>
      )}
      {line.due === stage?.due ? null : <small>{t('instalments.due', { day: line.due })}</small>}
    </span>
  ));
}

const Figure = ({ amount }: { amount: string }): ReactNode => (
  <span className="kind-figure">{groupDigits(amount, 2)}</span>
);

const Difference = ({ amount }: { amount: string }): ReactNode => (
  <span className="kind-figure" data-settled={isZero(amount)}>
    {groupDigits(amount, 2)}
  </span>
);
