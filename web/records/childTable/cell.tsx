import { Tooltip } from 'antd';
import { type KeyboardEvent, memo, type ReactNode, useSyncExternalStore } from 'react';
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
  /** whether the reader may edit the rows; each row has a state of its own besides */
  editable: boolean;
  /** moves to the cell above or below */
  onMove: (id: string, field: Field, by: 1 | -1) => void;
}

/** One cell: its value, or its input while it is edited. */
export const ChildCell = memo(function ChildCell({ rows, id, field, editable, onMove }: Props): ReactNode {
  const isOpen = useSyncExternalStore(rows.subscribe, () => editable && rows.isOpen(id, field));
  const isEdited = useSyncExternalStore(rows.subscribe, () => rows.isEdited(id, field.name));
  // an amount is shown with its currency, which may be in another field
  useSyncExternalStore(rows.subscribe, () =>
    field.currency && 'field' in field.currency ? rows.value(id, field.currency.field) : undefined,
  );
  return isOpen && isEdited ? (
    <EditedCell rows={rows} id={id} field={field} onMove={onMove} />
  ) : (
    <ShownCell rows={rows} id={id} field={field} isOpen={isOpen} />
  );
});

type CellProps = Pick<Props, 'rows' | 'id' | 'field'>;

/** The value of a cell, its status, and the messages of its problems. */
function useCell({ rows, id, field }: CellProps) {
  const text = useProblemText();
  const value = useSyncExternalStore(rows.subscribe, () => rows.value(id, field.name));
  const problems = useSyncExternalStore(rows.subscribe, () => rows.problems(id, field.name));
  return { value, status: statusOf(problems), messages: problems.map(text).join('\n') };
}

function ShownCell({ rows, id, field, isOpen }: CellProps & { isOpen: boolean }): ReactNode {
  const label = useLabel();
  const { value, status, messages } = useCell({ rows, id, field });
  const changed = useSyncExternalStore(rows.subscribe, () => rows.isChanged(id, field.name));
  const Cell = cellOf(field);
  return (
    <div
      className="grid-cell"
      data-status={status}
      data-changed={changed || undefined}
      title={messages || undefined}
      {...(isOpen && { tabIndex: 0, role: 'button', onFocus: () => rows.activate({ id, name: field.name }) })}
    >
      {isOpen && <span className="unseen">{label(field.label)} </span>}
      <Cell field={field} value={value} row={rows.row(id)} entity={rows.entity} />
      {messages && rows.unit === 'cell' && <span className="unseen">{messages}</span>}
    </div>
  );
}

function EditedCell({ rows, id, field, onMove }: CellProps & Pick<Props, 'onMove'>): ReactNode {
  const label = useLabel();
  const { value, status, messages } = useCell({ rows, id, field });
  const isActive = useSyncExternalStore(rows.subscribe, () => rows.isActive(id, field.name));
  const Input = inputOf(field);
  const showsBeside = rows.unit === 'cell' && messages !== '';
  return (
    <Tooltip
      open={showsBeside}
      title={messages}
      placement="bottomLeft"
      classNames={{ root: `grid-wrong grid-wrong-${status ?? 'none'}` }}
      getPopupContainer={sectionOf}
    >
      <div
        className="grid-input"
        title={showsBeside ? undefined : messages || undefined}
        ref={isActive ? focusInside : undefined}
        onKeyDown={(event) => {
          const by = moveOf(event);
          if (by === undefined) return;
          event.preventDefault();
          onMove(id, field, by);
        }}
      >
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
        {showsBeside && (
          <span className="unseen" role="alert">
            {messages}
          </span>
        )}
      </div>
    </Tooltip>
  );
}

/** Enter and the arrows move to the row above or below; lists, calendars and texts of several lines use them. */
function moveOf({ key, shiftKey, target }: KeyboardEvent): 1 | -1 | undefined {
  const input = target as Element;
  if (input.matches('[role=combobox]') || input.closest('.ant-picker')) return undefined;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (input instanceof HTMLTextAreaElement) return undefined;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
}

/** Element that contains the messages of an edited cell: the table's section, which is hidden with its tab. */
const sectionOf = (cell: HTMLElement): HTMLElement => cell.closest<HTMLElement>('.grid-section') ?? document.body;

/** Moves the focus into the input of an active cell; typing replaces its value. */
function focusInside(container: HTMLDivElement | null): void {
  const input = container?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]');
  if (!input || container?.contains(document.activeElement)) return;
  input.focus({ preventScroll: true });
  if (input instanceof HTMLInputElement && !input.matches('[role=combobox]'))
    requestAnimationFrame(() => input.select());
}
