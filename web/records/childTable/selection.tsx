import { CloseOutlined } from '@ant-design/icons';
import { Button, type CheckboxProps, type TableProps } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ListRow } from '../list/columns.tsx';
import { isAdded, type SavedRows } from './savedRows.ts';

/** Width of the column of check boxes, in pixels. */
export const CHECKBOX_WIDTH = 40;

interface Props {
  rows: SavedRows;
  selected: readonly ListRow[];
  onSelect: (rows: ListRow[]) => void;
  /** whether there are unsaved changes; no row can be selected then */
  dirty: boolean;
  t: TFunction;
}

/** Check boxes before stored rows, and a button that removes an added row. */
export const rowSelection = ({ rows, selected, onSelect, dirty, t }: Props): TableProps<ListRow>['rowSelection'] => ({
  fixed: true,
  columnWidth: CHECKBOX_WIDTH,
  selectedRowKeys: selected.map(({ id }) => id),
  onChange: (_: unknown, chosen: ListRow[]) => onSelect(chosen),
  getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as CheckboxProps,
  getCheckboxProps: ({ id }: ListRow) =>
    ({
      'aria-label': t('list.selectRow', { id }),
      disabled: dirty,
      ...(dirty && { title: t('grid.saveFirst') }),
    }) as CheckboxProps,
  renderCell: (_: unknown, { id }: ListRow, __: number, checkbox: ReactNode) =>
    isAdded(id) ? (
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('form.removeRow')}
        onClick={() => rows.removeAdded(id)}
      />
    ) : (
      checkbox
    ),
});
