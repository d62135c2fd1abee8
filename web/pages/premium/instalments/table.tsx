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
import { CURRENCY, PREMIUM } from '../versions.ts';
import { INSTALMENTS, SPLIT, type SplitType } from './source.ts';
import { isZero, type Instalment, type Plan, type PlanRow, type Stage } from './plan.ts';

/** Maximum number of rows that are all rendered; a longer table renders only the visible rows. */
const MAX_RENDERED_ROWS = 30;
const WIDTH = { vessel: 200, stage: 164, amount: 124, version: 104 };
/** Height of the heading and the line of totals, in lines. */
const HEADING_LINES = 3;

interface Props {
  plan: Plan;
  rows: readonly PlanRow[];
  stages: readonly Stage[];
  type: SplitType;
}

/** Table of the plan: a line for each vessel, a column for each stage. Each amount links to its instalment. */
export function PlanTable({ plan, rows, stages, type }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(INSTALMENTS.lines);
  const columns = useColumns(entity, plan, stages, type);
  const width = columns.reduce((sum, { width: columnWidth }) => sum + Number(columnWidth), 0);
  const box = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > MAX_RENDERED_ROWS;
  const height = useBodyHeight(box, HEADING_LINES);
  const totals = [...plan.stages, ...(hasOthers(plan) ? [plan.others] : []), plan.total, plan.premium];
  return (
    <div ref={box} className={isVirtual ? 'instalment-table instalment-many' : 'instalment-table'}>
      <Table<PlanRow>
        size="small"
        bordered
        rowKey="vessel"
        pagination={false}
        virtual={isVirtual}
        dataSource={[...rows]}
        columns={columns}
        scroll={isVirtual ? { x: width, y: height } : { x: width }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('instalments.noMatch')} /> }}
        summary={() => (
          <Table.Summary fixed>
            <Table.Summary.Row className="instalment-total">
              <Table.Summary.Cell index={0}>
                {t('instalments.totalOfAll', { count: plan.rows.length })}
              </Table.Summary.Cell>
              {totals.map((amount, index) => (
                <Table.Summary.Cell key={columns[index + 1]!.key} index={index + 1} align="right">
                  <Figure amount={amount} />
                </Table.Summary.Cell>
              ))}
              <Table.Summary.Cell index={totals.length + 1} />
              <Table.Summary.Cell index={totals.length + 2} align="right">
                <Difference amount={plan.difference} />
              </Table.Summary.Cell>
            </Table.Summary.Row>
          </Table.Summary>
        )}
      />
    </div>
  );
}

const hasOthers = (plan: Plan): boolean => plan.rows.some(({ others }) => others.length > 0);

type Column = TableColumnType<PlanRow>;

/** The columns: vessel, stages, additional instalments if a vessel has any, total, premium and difference. */
function useColumns(entity: Entity, plan: Plan, stages: readonly Stage[], type: SplitType): Column[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      vesselColumn(t),
      ...stages.map((stage, index) => stageColumn(entity, stage, index)),
      ...(hasOthers(plan) ? [additionalColumn(entity, t)] : []),
      ...totalColumns(type, t),
    ],
    [entity, plan, stages, type, t],
  );
}

const vesselColumn = (t: TFunction): Column => ({
  key: 'vessel',
  title: t('instalments.vessel'),
  fixed: 'left',
  width: WIDTH.vessel,
  ellipsis: true,
  render: (_, { vessel, name }) => (
    <span title={`${vessel} ${name}`}>
      <strong>{vessel}</strong> {name}
    </span>
  ),
});

const stageColumn = (entity: Entity, stage: Stage, index: number): Column => ({
  key: `stage-${stage.no}`,
  align: 'right',
  width: WIDTH.stage,
  title: <StageHeading stage={stage} />,
  render: (_, { stages }) => <Instalments entity={entity} instalments={stages[index]!} stage={stage} />,
});

const additionalColumn = (entity: Entity, t: TFunction): Column => ({
  key: 'others',
  align: 'right',
  width: WIDTH.stage,
  title: t('instalments.additional'),
  render: (_, { others }) => <Instalments entity={entity} instalments={others} />,
});

/** Columns of the total of the instalments, of the premium with its version, and of the difference between them. */
const totalColumns = (type: SplitType, t: TFunction): Column[] => [
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
        <Link to={`/premium/${SPLIT[type].entity}/${premium.id}`}>
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
      premium ? <Link to={`/premium/${PREMIUM.versions}/${premium.version.id}`}>{premium.version.no}</Link> : null,
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
  instalments: readonly Instalment[];
  /** absent for additional instalments */
  stage?: Stage;
}

/** The instalments of a vessel in a stage. A due date is shown if it differs from the due date of the stage. */
function Instalments({ entity, instalments, stage }: InstalmentsProps): ReactNode {
  const { t } = useTranslation();
  const status = fieldOf(entity, 'recordStatus')!;
  const Status = cellOf(status);
  return instalments.map((line) => (
    <span key={line.id} className="instalment-line">
      <Link
        to={`/premium/${INSTALMENTS.lines}/${line.id}`}
        title={t('instalments.line', { no: line.no, day: line.due })}
      >
        <Figure amount={line.amount} />
        {line.currency === CURRENCY ? null : <span className="kind-aside"> {line.currency}</span>}
      </Link>
      <Status field={status} value={line.status} row={line.row} entity={entity} />
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
