import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useRowExpressions } from '../conditions.ts';

const PrintDialog = lazyChunk(async () => (await import('./printDialog.tsx')).PrintDialog);

/** Button that shows, prints and downloads the documents of a record (`x-print`); nothing if it has none. */
export function PrintButton({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const documents = entity.documents ?? [];
  const { test } = useRowExpressions(
    entity,
    documents.some(({ when }) => when !== undefined),
  );
  const shown = documents.filter(({ when }) => when === undefined || test(when, row) === true);
  if (shown.length === 0) return null;
  return (
    <>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('print.print')}
      </Button>
      {open && (
        <FailureBoundary dialog onRetry={() => setOpen(false)}>
          <Suspense fallback={null}>
            <PrintDialog entity={entity} row={row} documents={shown} onClose={() => setOpen(false)} />
          </Suspense>
        </FailureBoundary>
      )}
    </>
  );
}
