import { LockOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { ListLink } from '../detail/listLink.tsx';
import { AddRowButton } from './editor.tsx';
import { fillDown } from './fillDown.ts';
import { ImportButton } from './importButton.tsx';
import type { SavedRows } from './savedRows.ts';

/** What the user may do with the rows of a record. */
export interface RowRights {
  /** why no row may be edited now */
  blockReason: string | undefined;
  editable: boolean;
  mayAdd: boolean;
  selectable: boolean;
}

interface Props {
  rows: SavedRows;
  /** the record */
  row: Row;
  /** keys of the rows that match the filter */
  shown: readonly string[];
  rights: RowRights;
  filter: string;
  onFilter: (filter: string) => void;
  /** goes to the first error */
  onError: () => void;
  onAdd: () => void;
  saving: boolean;
  onSave: () => void;
}

/** Heading, filter and buttons above the child rows of a record. */
export function SavedToolbar(props: Props): ReactNode {
  const { rows, row, shown, rights, filter, onFilter, onError, onAdd, saving, onSave } = props;
  const { t } = useTranslation();
  const keys = useSyncExternalStore(rows.subscribe, rows.keys);
  const dirty = useSyncExternalStore(rows.subscribe, rows.isDirty);
  return (
    <div className="page-header">
      <Heading rows={rows} shown={shown} keys={keys} />
      <Filter text={filter} onChange={onFilter} />
      <ClosedNote reason={rights.blockReason} />
      <Unsaved rows={rows} onError={onError} />
      <ListLink child={rows.child} entity={rows.entity} row={row} />
      {rights.editable ? <FillDownButton rows={rows} shown={shown} /> : null}
      {rights.mayAdd && keys.length > 0 && !dirty ? <ImportButton rows={rows} row={row} size="small" /> : null}
      {rights.mayAdd ? (
        <AddRowButton
          rows={rows}
          onAdd={() => {
            onFilter('');
            onAdd();
          }}
        />
      ) : null}
      {rights.editable ? (
        <Button size="small" type="primary" title="Ctrl+S" loading={saving} disabled={!dirty} onClick={onSave}>
          {t('form.save')}
        </Button>
      ) : null}
    </div>
  );
}

/** Title of the table, with the number of its rows, or of those that match the filter. */
function Heading({ rows, shown, keys }: Pick<Props, 'rows' | 'shown'> & { keys: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <h2>
      {label(rows.entity.label)}{' '}
      <span className="kind-aside">
        {shown === keys ? keys.length : t('grid.some', { shown: shown.length, count: keys.length })}
      </span>
    </h2>
  );
}

/** Why no row may be edited now; without a reason the space in its place. */
function ClosedNote({ reason }: { reason: string | undefined }): ReactNode {
  const { t } = useTranslation();
  return reason === undefined ? (
    <span className="spacer" />
  ) : (
    <span className="meta grid-closed">
      <LockOutlined aria-hidden /> {t('grid.closed', { reason })}
    </span>
  );
}

/** The input that filters the rows. */
function Filter({ text, onChange }: { text: string; onChange: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Input.Search
      className="grid-filter"
      allowClear
      size="small"
      aria-label={t('grid.filter')}
      placeholder={t('grid.filter')}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Button that copies the value of the edited cell to the cells below. */
function FillDownButton({ rows, shown }: { rows: SavedRows; shown: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const cell = useSyncExternalStore(rows.subscribe, rows.activeCell);
  const below = cell ? shown.length - shown.indexOf(cell.id) - 1 : 0;
  return (
    <Button
      size="small"
      icon={<VerticalAlignBottomOutlined aria-hidden />}
      title={t('grid.fillDownHelp')}
      disabled={!cell || below === 0}
      onClick={() => cell && fillDown(rows, shown, cell)}
    >
      {t('grid.fillDown')}
    </Button>
  );
}

/**
 * Numbers of unsaved rows and of their errors. A component of its own, so that a keystroke does not render the table
 * again.
 */
function Unsaved({ rows, onError }: { rows: SavedRows; onError: () => void }): ReactNode {
  const { t } = useTranslation();
  const changed = useSyncExternalStore(rows.subscribe, rows.countChanged);
  const errors = useSyncExternalStore(rows.subscribe, rows.countErrors);
  return (
    <>
      {errors > 0 ? (
        <Button size="small" danger type="link" onClick={onError}>
          {t('grid.problems', { count: errors })}
        </Button>
      ) : null}
      {changed > 0 ? (
        <>
          <span className="meta" role="status">
            {t('grid.changed', { count: changed })}
          </span>
          <Button size="small" onClick={() => rows.discard()}>
            {t('grid.discard')}
          </Button>
        </>
      ) : null}
    </>
  );
}
