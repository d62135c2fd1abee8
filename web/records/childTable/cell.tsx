import { Tooltip } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, useSyncExternalStore } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { statusOf } from '../form/problem.ts';
import type { GridRows } from './gridRows.ts';

interface Props {
  rows: GridRows;
  id: string;
  field: Field;
  /** the reader may edit the rows; each row has a state of its own besides */
  editable: boolean;
  onPaste: (event: ClipboardEvent, id: string, field: Field) => void;
  /** to the cell above or below */
  onMove: (id: string, field: Field, by: 1 | -1) => void;
}

/**
 * One cell: its value, or its input while it is worked in. It is drawn again only when something that it shows changes.
 */
export const GridCell = memo(function GridCell({ rows, id, field, editable, onPaste, onMove }: Props): ReactNode {
  const label = useLabel();
  const text = useProblemText();
  const value = useSyncExternalStore(rows.subscribe, () => rows.value(id, field.name));
  // an amount is drawn with its currency, which another field may hold
  useSyncExternalStore(rows.subscribe, () =>
    field.currency && 'field' in field.currency ? rows.value(id, field.currency.field) : undefined,
  );
  const problems = useSyncExternalStore(rows.subscribe, () => rows.problems(id, field.name));
  const active = useSyncExternalStore(rows.subscribe, () => rows.isActive(id, field.name));
  const changed = useSyncExternalStore(rows.subscribe, () => rows.isChanged(id, field.name));
  const open = useSyncExternalStore(rows.subscribe, () => editable && rows.isOpen(id, field));
  const status = statusOf(problems);
  const wrong = problems.map(text).join('\n');
  if (active && open) {
    const Input = inputOf(field);
    const keyDown = (event: KeyboardEvent): void => {
      const inList =
        (event.target as Element).matches('[role=combobox]') ||
        (event.target as Element).closest('.ant-picker') !== null;
      if (event.key === 'Enter' && !inList) onMove(id, field, event.shiftKey ? -1 : 1);
      else if (
        !inList &&
        (event.key === 'ArrowDown' || event.key === 'ArrowUp') &&
        !(event.target instanceof HTMLTextAreaElement)
      )
        onMove(id, field, event.key === 'ArrowUp' ? -1 : 1);
      else return;
      event.preventDefault();
    };
    return (
      <Tooltip
        open={wrong !== ''}
        title={wrong}
        placement="bottomLeft"
        classNames={{ root: `grid-wrong grid-wrong-${status ?? 'none'}` }}
        getPopupContainer={sectionOf}
      >
        <div
          className="grid-input"
          ref={focusInside}
          onKeyDown={keyDown}
          onPaste={(event) => onPaste(event, id, field)}
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
          {wrong && (
            <span className="unseen" role="alert">
              {wrong}
            </span>
          )}
        </div>
      </Tooltip>
    );
  }
  const Cell = cellOf(field);
  return (
    <div
      className="grid-cell"
      data-status={status}
      data-changed={changed || undefined}
      title={wrong || undefined}
      {...(open && { tabIndex: 0, role: 'button', onFocus: () => rows.activate({ id, name: field.name }) })}
    >
      {open && <span className="unseen">{label(field.label)} </span>}
      <Cell field={field} value={value} row={rows.row(id)} entity={rows.entity} />
      {wrong && <span className="unseen">{wrong}</span>}
    </div>
  );
});

/**
 * What is wrong with the cell that is worked in stands beside it, in the section of the table, which is hidden with its
 * tab.
 */
const sectionOf = (cell: HTMLElement): HTMLElement => cell.closest<HTMLElement>('.grid-section') ?? document.body;

/** A cell that was entered becomes an input: the focus moves into it, and typing replaces what stands there. */
function focusInside(container: HTMLDivElement | null): void {
  const input = container?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]');
  if (!input || container?.contains(document.activeElement)) return;
  input.focus({ preventScroll: true });
  if (input instanceof HTMLInputElement && !input.matches('[role=combobox]'))
    requestAnimationFrame(() => input.select());
}
