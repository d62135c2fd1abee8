import { HistoryOutlined, PlusOutlined, SnippetsOutlined } from '@ant-design/icons';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { shownRows } from '../list/shownRows.ts';
import { earlierVersion, takenOverFields } from '../version/series.ts';
import { versionsQuery } from '../version/versions.ts';
import { clipboardCells } from './paste.ts';
import { ImportButton } from './importButton.tsx';
import { childrenQuery } from './readRows.ts';
import type { SavedRows } from './savedRows.ts';
import { usePasteCells } from './usePaste.tsx';

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
  const takeOver = useTakeOver(parent, row, rows);
  const { paste, needsKey } = usePasteButton({ rows, fields, box });
  return (
    <div className="grid-empty">
      <p>{t('grid.empty', { entity: label(rows.entity.label) })}</p>
      <div className="grid-empty-ways">
        {takeOver && (
          <Button type="primary" icon={<HistoryOutlined aria-hidden />} onClick={() => void takeOver.run()}>
            {t('grid.takeOver', { version: takeOver.title })}
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
        <ImportButton rows={rows} row={row} />
      </div>
      <p className="kind-aside" role="status">
        {needsKey ? t('grid.pasteNow') : t('grid.pasteOrder')}
      </p>
    </div>
  );
}

/** Adds the rows on the clipboard. `needsKey`: only the keyboard may paste, for which the table has the focus. */
function usePasteButton({ rows, fields, box }: Pick<Props, 'rows' | 'fields' | 'box'>) {
  const [needsKey, setNeedsKey] = useState(false);
  const pasteCells = usePasteCells();
  const paste = async (): Promise<void> => {
    const text = await readClipboard();
    if (text)
      return pasteCells(clipboardCells(text), { rows, fields, shown: [], id: undefined, column: 0, mayAdd: true });
    setNeedsKey(true);
    box.current?.focus();
  };
  return { paste, needsKey };
}

interface TakeOver {
  /** title of the earlier version */
  title: string;
  run: () => Promise<void>;
}

/**
 * Adds the rows of the latest version of an earlier series without their amounts, to be completed and saved; undefined
 * without such a version, or if it has no such rows that the user may see.
 */
function useTakeOver(parent: Entity, row: Row, rows: SavedRows): TakeOver | undefined {
  const label = useLabel();
  const client = useQueryClient();
  const { failed } = useFeedback();
  const fields = takenOverFields(parent, rows.entity);
  const { data } = useQuery(
    parent.version && fields.length > 0
      ? versionsQuery(parent, row)
      : { queryKey: ['shown', parent.name, 'versions'], queryFn: skipToken },
  );
  const source = data && earlierVersion(parent, data as Row[], row);
  const { data: ofSource } = useQuery({ ...firstRowOf(rows, source), enabled: source !== undefined });
  if (!source || !ofSource?.total) return undefined;
  const run = async (): Promise<void> => {
    try {
      const found = await client.fetchQuery(childrenQuery(parent, rows.entity, rows.child, source));
      rows.add(found.map((one) => Object.fromEntries(fields.map((name) => [name, one[name] ?? null]))));
    } catch (error) {
      failed(error);
    }
  };
  return { title: label(titlesOf(parent, source)), run };
}

/** Query of one row of a record, and of the number of its rows. */
const firstRowOf = ({ entity, child: { via } }: SavedRows, record: Row | undefined) => {
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id';
  return shownRows(entity.name, { where: [{ name: via, type: 'equal', value: record?.[by] }], pageSize: 1 });
};

/** The text on the clipboard; empty if the browser or the user does not permit to read it. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
