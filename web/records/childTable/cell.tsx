import { Tooltip } from 'antd';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { useProblemText } from '../../api/problemText.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { useLabel } from '../../fields/language.ts';
import { statusOf } from '../form/problem.ts';
import type { ChildRows } from './childRows.ts';

interface Props {
  rows: ChildRows;
  id: string;
  field: Field;
  /** whether the user may edit rows of this table; the state of a single row may still forbid it */
  editable: boolean;
  /** moves to the cell above or below */
  onMove: (id: string, field: Field, by: 1 | -1) => void;
  /** copies the value to the cells below */
  onFill: (id: string, field: Field) => void;
}

/** One cell: its value, or its input while it is edited. */
export const ChildCell = memo(function ChildCell({ rows, id, field, editable, onMove, onFill }: Props): ReactNode {
  const subscribe = useCallback((listener: () => void) => rows.subscribeRow(id, listener), [rows, id]);
  const isEditable = useSyncExternalStore(subscribe, () => editable && rows.isEditable(id, field));
  const isEdited = useSyncExternalStore(subscribe, () => rows.isEdited(id, field.name));
  // an amount is shown with its currency, which may be in another field
  useSyncExternalStore(subscribe, () =>
    field.currency && 'field' in field.currency ? rows.value(id, field.currency.field) : undefined,
  );
  return isEditable && isEdited ? (
    <EditedCell rows={rows} id={id} field={field} subscribe={subscribe} onMove={onMove} onFill={onFill} />
  ) : (
    <ShownCell rows={rows} id={id} field={field} subscribe={subscribe} isEditable={isEditable} />
  );
});

interface CellProps extends Pick<Props, 'rows' | 'id' | 'field'> {
  /** subscribes to the row */
  subscribe: (listener: () => void) => () => void;
}

const useValue = ({ rows, id, field, subscribe }: CellProps): unknown =>
  useSyncExternalStore(subscribe, () => rows.value(id, field.name));

/** The status of a cell, and the messages of its problems. */
function useProblems({ rows, id, field, subscribe }: CellProps) {
  const text = useProblemText();
  const problems = useSyncExternalStore(subscribe, () => rows.problems(id, field.name));
  return { status: statusOf(problems), messages: problems.map(text).join('\n') };
}

function ShownCell({ rows, id, field, subscribe, isEditable }: CellProps & { isEditable: boolean }): ReactNode {
  const label = useLabel();
  const value = useValue({ rows, id, field, subscribe });
  const { status, messages } = useProblems({ rows, id, field, subscribe });
  const changed = useSyncExternalStore(subscribe, () => rows.isChanged(id, field.name));
  const Cell = cellOf(field);
  return (
    <div
      className="grid-cell"
      data-status={status}
      data-changed={changed || undefined}
      title={messages || undefined}
      {...(isEditable && { tabIndex: 0, role: 'button', onFocus: () => rows.activate({ id, name: field.name }) })}
    >
      {isEditable && <span className="unseen">{label(field.label)} </span>}
      <Cell field={field} value={value} row={rows.row(id)} entity={rows.entity} />
      {messages && rows.unit === 'cell' && <span className="unseen">{messages}</span>}
    </div>
  );
}

function EditedCell({
  rows,
  id,
  field,
  subscribe,
  onMove,
  onFill,
}: CellProps & Pick<Props, 'onMove' | 'onFill'>): ReactNode {
  const { status, messages } = useProblems({ rows, id, field, subscribe });
  const isActive = useSyncExternalStore(subscribe, () => rows.isActive(id, field.name));
  const showsTooltip = rows.unit === 'cell' && messages !== '';
  /** Ctrl+D copies the value to the cells below; other keys go to the cell above or below. */
  function onKeyDown(event: KeyboardEvent): void {
    const isFill = (event.ctrlKey || event.metaKey) && event.key === 'd';
    const by = directionOf(event);
    if (isFill || by !== undefined) event.preventDefault();
    if (isFill) onFill(id, field);
    else if (by !== undefined) onMove(id, field, by);
  }
  return (
    <Tooltip
      open={showsTooltip}
      title={messages}
      placement="bottomLeft"
      classNames={{ root: `grid-wrong grid-wrong-${status ?? 'none'}` }}
      getPopupContainer={sectionOf}
    >
      <div
        className="grid-input"
        title={showsTooltip ? undefined : messages || undefined}
        ref={isActive ? focusInside : undefined}
        onKeyDown={onKeyDown}
      >
        <CellInput rows={rows} id={id} field={field} subscribe={subscribe} status={status} />
        {showsTooltip && (
          <span className="unseen" role="alert">
            {messages}
          </span>
        )}
      </div>
    </Tooltip>
  );
}

/** The input of a cell. A component of its own, so that a keystroke does not render the frame of the messages again. */
function CellInput({ status, ...cell }: CellProps & { status: ReturnType<typeof statusOf> }): ReactNode {
  const { rows, id, field } = cell;
  const label = useLabel();
  const value = useValue(cell);
  const Input = inputOf(field);
  return (
    <Input
      field={field}
      value={value}
      compact
      entity={rows.entity}
      row={rows.row(id)}
      aria-label={label(field.label)}
      {...(status && { status })}
      onChange={(next, fill) => rows.set(id, field.name, next, fill)}
    />
  );
}

/**
 * Direction in which a key moves: Enter and the arrow keys go to the row above or below. Lists, calendars and
 * multi-line inputs use these keys themselves.
 */
function directionOf({ key, shiftKey, target }: KeyboardEvent): 1 | -1 | undefined {
  const input = target as Element;
  if (input.matches('[role=combobox]') || input.closest('.ant-picker')) return undefined;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (input instanceof HTMLTextAreaElement) return undefined;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
}

/** Element that contains the messages of an edited cell: the table's section, which is hidden with its tab. */
const sectionOf = (cell: HTMLElement): HTMLElement => cell.closest<HTMLElement>('.grid-section') ?? document.body;

/** Focuses the input of an active cell and selects its text, so that typing replaces it. */
function focusInside(container: HTMLDivElement | null): void {
  const input = container?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]');
  if (!input || container?.contains(document.activeElement)) return;
  input.focus({ preventScroll: true });
  if (input instanceof HTMLInputElement && !input.matches('[role=combobox]'))
    requestAnimationFrame(() => input.select());
}
