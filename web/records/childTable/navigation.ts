import type { Table } from 'antd';
import { type ComponentRef, type RefObject, useCallback, useRef } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { isAbsent } from '../../fields/types.ts';
import type { ChildRows } from './childRows.ts';
import { showColumnSpan, useSyncedScroll } from './horizontalScroll.ts';

/** Tables with more rows fill the window, scroll under their headings, and render only the visible rows. */
const MAX_ROWS_RENDERED = 14;

/** Widths of the columns in pixels. */
export interface ColumnWidths {
  /** width of each column, by field name */
  fields: ReadonlyMap<string, number>;
  /** width of the column before the fields */
  before: number;
  /** width of the column after the fields */
  after: number;
  /** the field whose column does not scroll */
  frozen: Field | undefined;
}

/** Access to a table and its cells. */
export interface Navigation {
  table: RefObject<ComponentRef<typeof Table> | null>;
  box: RefObject<HTMLDivElement | null>;
  /** whether only visible rows are rendered */
  virtual: boolean;
  /** edits a cell and scrolls to it */
  go: (id: string, name: string) => void;
  /** edits the first empty cell of the row added last */
  goToAdded: () => void;
}

/**
 * Returns functions that move between the cells of a table.
 *
 * @param shown keys of the rows that are shown
 * @param widths absent for a table that always renders all rows
 */
export function useNavigation(
  rows: ChildRows,
  fields: readonly Field[],
  shown: readonly string[],
  widths?: ColumnWidths,
): Navigation {
  const table = useRef<ComponentRef<typeof Table>>(null);
  const box = useRef<HTMLDivElement>(null);
  useSyncedScroll(box, table);
  const virtual = widths !== undefined && shown.length > MAX_ROWS_RENDERED;
  const go = useCallback(
    (id: string, name: string): void => {
      rows.activate({ id, name });
      if (!virtual) return showInput(box, widths);
      table.current?.scrollTo({ key: id });
      if (name !== widths.frozen?.name) showColumn({ box, table }, fields, name, widths);
    },
    [rows, fields, virtual, widths],
  );
  const goToAdded = useCallback((): void => {
    const id = rows.keys().at(-1);
    const name = id === undefined ? undefined : firstToFill(rows, fields, id);
    if (id !== undefined && name !== undefined) requestAnimationFrame(() => go(id, name));
  }, [rows, fields, go]);
  return { table, box, virtual, go, goToAdded };
}

/** Scrolls until the input of the edited cell is visible, beside the frozen column. It is rendered after this turn. */
function showInput(box: Navigation['box'], widths: ColumnWidths | undefined): void {
  requestAnimationFrame(() => {
    const input = box.current?.querySelector<HTMLElement>('.grid-input');
    if (!input) return;
    input.style.scrollMarginInlineStart = `${widths ? frozenEnd(widths) : 0}px`;
    input.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** Width of the columns that do not scroll, in pixels. */
const frozenEnd = ({ fields, before, frozen }: ColumnWidths): number =>
  before + (frozen ? fields.get(frozen.name)! : 0);

/** Scrolls horizontally until a column is visible beside the frozen one. */
function showColumn(
  virtualTable: Parameters<typeof showColumnSpan>[0],
  fields: readonly Field[],
  name: string,
  columns: ColumnWidths,
): void {
  const { fields: widths, before } = columns;
  const preceding = fields.slice(
    0,
    fields.findIndex((field) => field.name === name),
  );
  const from = preceding.reduce((sum, field) => sum + widths.get(field.name)!, before);
  showColumnSpan(virtualTable, from, from + widths.get(name)!, frozenEnd(columns));
}

/** The field of a new row to edit first: the first editable one without a value, else the first editable one. */
function firstToFill(rows: ChildRows, fields: readonly Field[], id: string): string | undefined {
  const editable = fields.filter((field) => rows.isEditable(id, field));
  return (editable.find(({ name }) => isAbsent(rows.value(id, name))) ?? editable[0])?.name;
}
