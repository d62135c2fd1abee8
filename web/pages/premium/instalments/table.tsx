import { Empty, Table, type TableColumnGroupType, type TableColumnType } from 'antd';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../../generator/model/entity.ts';
import { useBodyHeight } from '../../../records/list/bodyHeight.ts';
import { fieldOf, useEntity } from '../../../records/model.ts';
import { groupDigits } from '../../../../generator/language/groupDigits.ts';
import { cellOf } from '../../../fields/cells.ts';
import { CURRENCY, SOURCE } from '../versions.ts';
import { INSTALMENTS, SPLIT, type SplitType } from './source.ts';
import { isNothing, type Line, type Plan, type PlanRow, type Stage } from './plan.ts';

/** From this many rows on only those in sight are drawn. */
const DRAW_ALL_UP_TO = 30;
const WIDTH = { vessel: 200, stage: 164, amount: 124, version: 104 };
/** The heading with its dates and the line of totals, as rows of headings. */
const LINES = 3;

interface Props {
  plan: Plan;
  rows: readonly PlanRow[];
  stages: readonly Stage[];
  type: SplitType;
}

/** Vessels down, stages across; each amount leads to its instalment. */
export function PlanTable({ plan, rows, stages, type }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(INSTALMENTS.lines);
  const columns = useColumns(entity, plan, stages, type);
  const width = columns.reduce((sum, { width: own }) => sum + Number(own), 0);
  const box = useRef<HTMLDivElement>(null);
  const many = rows.length > DRAW_ALL_UP_TO;
  const height = useBodyHeight(box, LINES);
  const totals = [...plan.stages, ...(hasOthers(plan) ? [plan.others] : []), plan.total, plan.premium];
  return (
    <div ref={box} className={many ? 'instalment-table instalment-many' : 'instalment-table'}>
      <Table<PlanRow>
        size="small"
        bordered
        rowKey="vessel"
        pagination={false}
        virtual={many}
        dataSource={[...rows]}
        columns={columns}
        scroll={many ? { x: width, y: height } : { x: width }}
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

type Column = TableColumnType<PlanRow> | TableColumnGroupType<PlanRow>;

function useColumns(entity: Entity, plan: Plan, stages: readonly Stage[], type: SplitType): Column[] {
  const { t } = useTranslation();
  return useMemo(
    (): Column[] => [
      {
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
      },
      ...stages.map((stage, index): Column => ({
        key: `stage-${stage.no}`,
        align: 'right',
        width: WIDTH.stage,
        title: <StageHeading stage={stage} />,
        render: (_, row) => <Lines entity={entity} lines={row.stages[index]!} stage={stage} />,
      })),
      ...(hasOthers(plan)
        ? [
            {
              key: 'others',
              align: 'right' as const,
              width: WIDTH.stage,
              title: t('instalments.additional'),
              render: (_: unknown, row: PlanRow) => <Lines entity={entity} lines={row.others} />,
            },
          ]
        : []),
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
          premium ? <Link to={`/premium/${SOURCE.versions}/${premium.version.id}`}>{premium.version.no}</Link> : null,
      },
      {
        key: 'difference',
        title: t('instalments.difference'),
        fixed: 'right',
        align: 'right',
        width: WIDTH.version,
        render: (_, { difference }) => <Difference amount={difference} />,
      },
    ],
    [entity, plan, stages, type, t],
  );
}

/** Which stage, its days, and when it is due. */
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

/** The instalments of one vessel in one stage; a day that is not the stage's is told. */
function Lines({ entity, lines, stage }: { entity: Entity; lines: readonly Line[]; stage?: Stage }): ReactNode {
  const { t } = useTranslation();
  const status = fieldOf(entity, 'recordStatus')!;
  const State = cellOf(status);
  return lines.map((line) => (
    <span key={line.id} className="instalment-line">
      <Link
        to={`/premium/${INSTALMENTS.lines}/${line.id}`}
        title={t('instalments.line', { no: line.no, day: line.due })}
      >
        <Figure amount={line.amount} />
        {line.currency === CURRENCY ? null : <span className="kind-aside"> {line.currency}</span>}
      </Link>
      <State field={status} value={line.status} row={line.row} entity={entity} />
      {line.due === stage?.due ? null : <small>{t('instalments.due', { day: line.due })}</small>}
    </span>
  ));
}

const Figure = ({ amount }: { amount: string }): ReactNode => (
  <span className="kind-figure">{groupDigits(amount, 2)}</span>
);

const Difference = ({ amount }: { amount: string }): ReactNode => (
  <span className="kind-figure" data-settled={isNothing(amount)}>
    {groupDigits(amount, 2)}
  </span>
);
