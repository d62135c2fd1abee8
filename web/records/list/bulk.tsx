import { App } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { RefusedTogether } from '../operations/outcome.ts';
import { type BulkOperation, bulkOperationOf, deletion } from './bulkOperation.ts';
import { useBulkRun } from './bulkRun.ts';
import type { ListRow } from './columns.tsx';

const DecidedRecords = lazyChunk(async () => (await import('../operations/decidedRecords.tsx')).DecidedRecords);

/** Functions that perform an operation on several rows. */
export interface Bulk {
  remove: (rows: ListRow[]) => void;
  /** performs an operation on the rows after a confirmation */
  perform: (operation: Operation, rows: ListRow[]) => void;
  /**
   * performs an operation on the rows with the input of its dialog. @returns why all of them are refused together, for
   * the dialog to show; undefined if it can close
   */
  performWith: (operation: Operation, rows: ListRow[], input: Row) => Promise<RefusedTogether | undefined>;
  /** an operation is running */
  busy: boolean;
}

/**
 * Runs bulk operations: confirms, calls the server and reports each failed row. `onDone` receives the ids of the
 * successful rows.
 */
export function useBulk(entity: Entity, onDone: (done: Set<string>) => void): Bulk {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const label = useLabel();
  const { busy, run } = useBulkRun(entity, onDone);
  const confirm = (work: BulkOperation, rows: ListRow[]): void => {
    modal.confirm({
      title: work.question(rows.length),
      width: 520,
      content: (
        <Suspense fallback={null}>
          <DecidedRecords entity={entity} rows={rows} />
        </Suspense>
      ),
      maskClosable: false,
      okText: work.okText,
      cancelText: t('action.cancel'),
      ...(work.danger && { okButtonProps: { danger: true } }),
      onOk: async () => {
        await run(work, rows, false);
      },
    });
  };
  return {
    busy,
    remove: (rows) => confirm(deletion(t), rows),
    perform: (operation, rows) => confirm(bulkOperationOf(operation, label(operation.label), t), rows),
    performWith: async (operation, rows, input) => {
      const work = { ...bulkOperationOf(operation, label(operation.label), t), input };
      if (operation.together) return run(work, rows, false);
      void run(work, rows, false);
      return undefined;
    },
  };
}
