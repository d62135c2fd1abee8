import { App, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { type EntitySummary, useModel } from '../model.ts';
import type { Outcome } from '../operations/outcome.ts';
import { RowLinks } from '../operations/warnedRows.tsx';
import type { ListRow } from './columns.tsx';

/** Refused rows of an operation, and what to do after the user accepts their warnings. */
interface RefusedList {
  title: string;
  rows: readonly ListRow[];
  refused: Outcome[];
  /** repeats the operation for rows that were refused only with warnings */
  onAccept: (warned: ListRow[]) => Promise<void>;
}

/** Returns a function that lists refused rows with their reasons; warnings can be accepted. */
export function useShowRefused(entity: Entity): (refused: RefusedList) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const label = useLabel();
  const model = useModel();
  const navigate = useNavigate();
  return ({ title, rows, refused, onAccept }) => {
    const titles = new Map(rows.map((row) => [row.id, titleOf(entity, row, label)]));
    const warned = new Set(refused.filter(({ level }) => level === 'warning').map(({ id }) => id));
    const open = (to: string): void => {
      dialog.destroy();
      void navigate(to);
    };
    const config = {
      title,
      width: 640,
      content: <RefusedRows {...{ entity, titles, refused, model }} onOpen={open} />,
    };
    const dialog =
      warned.size === 0
        ? modal.warning(config)
        : modal.confirm({
            ...config,
            maskClosable: false,
            cancelText: t('action.close'),
            okText: t('list.acceptWarnings', { count: warned.size }),
            onOk: () => onAccept(rows.filter(({ id }) => warned.has(id))),
          });
  };
}

const titleOf = (entity: Entity, row: ListRow, label: (label: Label) => string): string =>
  label(titlesOf(entity, row)) || `#${row.id}`;

interface RefusedRowsProps {
  entity: Entity;
  /** titles of the rows, by id */
  titles: ReadonlyMap<string, string>;
  refused: Outcome[];
  model: readonly EntitySummary[];
  /** goes to the page of a row that a reason names */
  onOpen: (to: string) => void;
}

/** Refused rows with their reasons. The dialog is outside the router and the model's query, so it receives both. */
function RefusedRows({ entity, titles, refused, model, onOpen }: RefusedRowsProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const link = (to: string, text: string): ReactNode => (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        onOpen(to);
      }}
    >
      {text}
    </a>
  );
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={refused.length > 10 ? { pageSize: 10 } : false}
      dataSource={refused}
      columns={[
        { key: 'row', title: label(entity.label), render: (_, { id }) => titles.get(id) },
        {
          key: 'reason',
          title: t('list.reason'),
          render: (_, outcome) => (
            <>
              {outcome.message}
              <RowLinks of={outcome} model={model} link={link} />
            </>
          ),
        },
      ]}
    />
  );
}
