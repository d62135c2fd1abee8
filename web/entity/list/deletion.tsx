import { useInvalidate } from '@refinedev/core';
import { App, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useLabel } from '../../kinds/language.ts';
import { titlesOf } from '../../kinds/ref/target.ts';
import { errorText } from '../../shell/errorText.ts';
import type { Entity } from '../../../generator/model/types.ts';
import type { ListRow } from './columns.tsx';

/** What became of one row of a bulk call. */
interface Outcome { id: string; ok: boolean; key: string | null; message: string | null }

/** As many rows as the API takes in one bulk call. */
const MOST_AT_ONCE = 1000;

/** Asks, deletes the rows and tells what became of each; `onDone` is called with the ids that are gone. */
export function useDeletion(entity: Entity, onDone: (gone: Set<string>) => void): (rows: ListRow[]) => void {
  const { t } = useTranslation();
  const { modal, message } = App.useApp();
  const label = useLabel();
  const invalidate = useInvalidate();

  async function run(rows: ListRow[]): Promise<void> {
    try {
      const outcomes: Outcome[] = [];
      for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
        const items = rows.slice(from, from + MOST_AT_ONCE).map(({ id, rev }) => ({ id, rev }));
        outcomes.push(...await call<Outcome[]>('POST', `/api/${entity.name}/bulk/delete`, { body: { items } }));
      }
      const kept = outcomes.filter(({ ok }) => !ok);
      void invalidate({ resource: entity.name, invalidates: ['list'] });
      onDone(new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id)));
      if (kept.length === 0) message.success(t('list.deleted', { count: outcomes.length }));
      else showKept(rows, kept, outcomes.length - kept.length);
    } catch (error) {
      message.error(errorText(error, t));
    }
  }

  function showKept(rows: ListRow[], kept: Outcome[], gone: number): void {
    const titles = new Map(rows.map((row) => [row.id, label(titlesOf(entity, row)) || `#${row.id}`]));
    modal.warning({
      title: t('list.notAllDeleted', { gone, kept: kept.length }),
      width: 640,
      content: (
        <Table
          size="small"
          rowKey="id"
          pagination={kept.length > 10 ? { pageSize: 10 } : false}
          dataSource={kept}
          columns={[
            { key: 'row', title: label(entity.label), render: (_, { id }) => titles.get(id) },
            { key: 'reason', dataIndex: 'message', title: t('list.reason') },
          ]}
        />
      ),
    });
  }

  return (rows) => modal.confirm({
    title: t('list.confirmDelete', { count: rows.length }),
    content: rows.length === 1 ? label(titlesOf(entity, rows[0]!)) : undefined,
    okText: t('action.delete'),
    okButtonProps: { danger: true },
    onOk: () => run(rows),
  });
}
