import { Button } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridRows } from './gridRows.ts';

/**
 * What is not saved yet, and what stands in its way. It counts by itself: a keystroke that changes a count draws this
 * alone, and not the table.
 */
export function Pending({ rows, onFault }: { rows: GridRows; onFault: () => void }): ReactNode {
  const { t } = useTranslation();
  const changed = useSyncExternalStore(rows.subscribe, rows.countChanged);
  const faults = useSyncExternalStore(rows.subscribe, rows.countShown);
  return (
    <>
      {faults > 0 ? (
        <Button size="small" danger type="link" onClick={onFault}>
          {t('grid.faults', { count: faults })}
        </Button>
      ) : null}
      {changed > 0 ? (
        <span className="meta" role="status">
          {t('grid.changed', { count: changed })}
        </span>
      ) : null}
      {changed > 0 ? (
        <Button size="small" onClick={() => rows.discard()}>
          {t('grid.discard')}
        </Button>
      ) : null}
    </>
  );
}
