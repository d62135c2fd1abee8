import { type ClipboardEvent, memo, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { alignOf, cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { isAbsent } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
import { useFieldProblems, useFieldValue, useRowProblems } from './hooks.ts';
import { useProblemText } from '../../api/problemText.ts';
import { statusOf } from './problem.ts';
import { isOpen } from './values.ts';

interface Props {
  row: Draft;
  /** from 1, as a reader counts */
  number: number;
  fields: readonly Field[];
  /** the row that is worked in */
  active: boolean;
  onActivate: (row: Draft) => void;
  onPaste: (event: ClipboardEvent, row: Draft, column: number) => void;
  remove: ReactNode;
}

/** One row of a child grid; one that is worked in from the start, since it was just added, takes the focus. */
export function ChildRow({ row, number, fields, active, onActivate, onPaste, remove }: Props): ReactNode {
  const wanted = useRef(active ? firstToFill(row, fields) : undefined);
  return (
    <>
      <tr data-active={active}>
        <td className="form-row-number">{number}</td>
        {fields.map((field, column) => (
          <td key={field.name} data-align={alignOf(field)} onPaste={(event) => onPaste(event, row, column)}>
            <GridCell
              row={row}
              field={field}
              editing={active && isOpen(field, row.original)}
              focus={wanted.current === field.name}
              onEnter={() => {
                wanted.current = field.name;
                onActivate(row);
              }}
            />
          </td>
        ))}
        <td>{remove}</td>
      </tr>
      <RowProblems row={row} columns={fields.length + 2} />
    </>
  );
}

/** Where typing begins in a new row: past what it was given, such as its number. */
function firstToFill(row: Draft, fields: readonly Field[]): string | undefined {
  const open = fields.filter((field) => isOpen(field, row.original));
  return (open.find(({ name }) => isAbsent(row.value(name))) ?? open[0])?.name;
}

/**
 * What is wrong with a row, in words below it: a cell has room for a red border alone, and a rule may stand at a field
 * that is no column.
 */
function RowProblems({ row, columns }: { row: Draft; columns: number }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const text = useProblemText();
  const wrong = useRowProblems(row);
  if (wrong.length === 0) return null;
  return (
    <tr className="form-row-problems">
      <td />
      <td colSpan={columns - 1}>
        <div role="alert">
          {wrong.map(({ field, problem }) => {
            const name = row.entity.fields.find((one) => one.name === field)?.label;
            const words = text(problem);
            // most sentences begin with the field's name, or have it in them
            const isNamed = name === undefined || words.toLowerCase().includes(label(name).toLowerCase());
            return (
              <div key={`${field} ${problem.key}`} data-level={problem.level ?? 'error'}>
                {isNamed ? '' : t('form.atField', { field: label(name) })}
                {words}
              </div>
            );
          })}
        </div>
      </td>
    </tr>
  );
}

interface CellProps {
  row: Draft;
  field: Field;
  editing: boolean;
  focus: boolean;
  onEnter: () => void;
}

const GridCell = memo(
  function GridCell({ row, field, editing, focus, onEnter }: CellProps): ReactNode {
    const label = useLabel();
    const text = useProblemText();
    const value = useFieldValue(row, field.name);
    // an amount is drawn with its currency, which another field may hold
    useFieldValue(row, field.currency && 'field' in field.currency ? field.currency.field : field.name);
    const problems = useFieldProblems(row, field.name);
    const status = statusOf(problems);
    const Input = inputOf(field);
    const Cell = cellOf(field);
    if (editing) {
      return (
        <div ref={focus ? focusFirst : undefined} title={problems.map(text).join('\n') || undefined}>
          <Input
            field={field}
            value={value}
            compact
            entity={row.entity}
            row={row.beside}
            aria-label={label(field.label)}
            {...(status && { status })}
            onChange={(next, fill) => row.set(field.name, next, fill)}
          />
        </div>
      );
    }
    const tabbable = isOpen(field, row.original);
    return (
      <div
        className="form-cell"
        data-status={status}
        title={problems.map(text).join('\n') || undefined}
        {...(tabbable && { tabIndex: 0, role: 'button', onFocus: onEnter })}
      >
        {tabbable && <span className="unseen">{label(field.label)} </span>}
        <Cell field={field} value={value} row={row.values} entity={row.entity} />
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.field === after.field &&
    before.editing === after.editing &&
    before.focus === after.focus,
);

/** A cell that was entered becomes an input; the focus moves into it. */
function focusFirst(container: HTMLDivElement | null): void {
  container?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]')?.focus();
}
