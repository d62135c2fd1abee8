import { HistoryOutlined, ImportOutlined, PlusOutlined, SnippetsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { operationsOf } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { OperationDialog } from '../operations/dialog.tsx';
import { statesByName } from '../operations/states.ts';
import { clipboardCells, pasteCells } from './paste.ts';
import type { SavedRows } from './savedRows.ts';

interface Props {
  parent: Entity;
  /** the record */
  row: Row;
  rows: SavedRows;
  fields: readonly Field[];
  /** the element that takes a paste with the keyboard */
  box: RefObject<HTMLElement | null>;
  onAdd: () => void;
}

/** What to do with a table without rows: take them over from an earlier version, add, paste or import them. */
export function EmptyRows({ parent, row, rows, fields, box, onAdd }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(parent);
  const mayRows = useMay(rows.entity);
  const [isTaking, setTaking] = useState(false);
  const [needsKey, setNeedsKey] = useState(false);
  const { area, name } = rows.entity;
  const takeOver = operationsOf(parent).find(({ effect }) => effect === 'version.takeOver');
  const canTakeOver = takeOver && may(takeOver.name) && statesByName(row).get(takeOver.name)?.enabled !== false;
  const paste = async (): Promise<void> => {
    const text = await readClipboard();
    if (text)
      return pasteCells(clipboardCells(text), { rows, fields, shown: [], id: undefined, column: 0, mayAdd: true });
    setNeedsKey(true);
    box.current?.focus();
  };
  return (
    <div className="grid-empty">
      <p>{t('grid.empty', { entity: label(rows.entity.label) })}</p>
      <div className="grid-empty-ways">
        {canTakeOver && (
          <Button type="primary" icon={<HistoryOutlined aria-hidden />} onClick={() => setTaking(true)}>
            {label(takeOver.label)}
          </Button>
        )}
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => {
            rows.add();
            onAdd();
          }}
        >
          {t('form.addRow')}
        </Button>
        <Button icon={<SnippetsOutlined aria-hidden />} onClick={() => void paste()}>
          {t('grid.paste')}
        </Button>
        {rows.entity.import && mayRows('import') && (
          <Link to={`/${area}/${name}/import`}>
            <Button icon={<ImportOutlined aria-hidden />} tabIndex={-1}>
              {t('list.import')}
            </Button>
          </Link>
        )}
      </div>
      <p className="kind-aside" role="status">
        {needsKey ? t('grid.pasteNow') : t('grid.pasteOrder')}
      </p>
      {isTaking && takeOver && (
        <OperationDialog entity={parent} operation={takeOver} row={row} onClose={() => setTaking(false)} />
      )}
    </div>
  );
}

/** The text on the clipboard; empty if the browser or the user does not permit to read it. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
