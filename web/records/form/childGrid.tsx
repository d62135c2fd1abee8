import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { type ClipboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { alignOf } from '../../fields/cells.ts';
import { useProblemText } from '../../api/problemText.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { ChildRow } from './childRow.tsx';
import { ChildTotals } from './childTotals.tsx';
import type { Draft } from './draft.ts';
import { gridFields, roomOf } from './gridFields.ts';
import { useFieldProblems } from './hooks.ts';
import { inputId } from './fieldId.ts';
import { clipboardCells, rowsOf } from './pasted.ts';
import { isOpen } from './values.ts';

/**
 * The rows of a child entity, edited where they stand. The row that is worked in shows inputs, the others their values.
 */
export function ChildGrid({ draft, name }: { draft: Draft; name: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const allowed = useAllowed();
  const [active, setActive] = useState<Draft>();
  const children = draft.children.get(name);
  const rows = useSyncExternalStore(draft.subscribe, () => children?.rows);
  if (!children || !rows) return null;
  const { child, rules } = children;
  const fields = gridFields(rules.entity, child.via);
  // what is made with its parent needs no right of its own
  const may = (action: string): boolean => draft.isNew || allowed(codeOf(rules.entity, action));
  const full = child.max !== undefined && rows.length >= child.max;
  const lastOnly = rules.entity.sequence?.deleteLastOnly ?? false;

  const addRow = (): void => {
    children.add();
    setActive(children.rows.at(-1));
  };

  /** A block of cells fills the rows from here on; rows that are missing are added. */
  const paste = (event: ClipboardEvent, row: Draft | undefined, column: number): void => {
    const cells = clipboardCells(event.clipboardData.getData('text/plain'));
    if (row && cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    const pasted = rowsOf(cells, fields, column);
    const first = row ? rows.indexOf(row) : rows.length;
    pasted.slice(0, rows.length - first).forEach((values, offset) => {
      const target = rows[first + offset];
      for (const field of fields)
        if (target && isOpen(field, target.original) && field.name in values)
          target.set(field.name, values[field.name]);
    });
    const room = child.max === undefined ? Infinity : child.max - rows.length;
    const added = pasted.slice(rows.length - first).slice(0, room);
    if (added.length > 0 && may('add')) children.add(added);
  };

  return (
    <section
      className="form-children"
      id={inputId(draft.entity.name, name)}
      tabIndex={-1}
      aria-label={label(rules.entity.label)}
    >
      <header>
        <h2>{label(rules.entity.label)}</h2>
        <span className="form-count">{child.max === undefined ? rows.length : `${rows.length} / ${child.max}`}</span>
        {may('add') && (
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            disabled={full}
            title={full ? t('form.childrenFull', { max: child.max }) : undefined}
            onClick={addRow}
          >
            {t('form.addRow')}
          </Button>
        )}
      </header>
      <PartProblems draft={draft} name={name} />
      <div className="form-children-scroll">
        <table
          onPaste={(event) => {
            if (rows.length === 0) paste(event, undefined, 0);
          }}
          tabIndex={rows.length === 0 ? 0 : undefined}
        >
          <thead>
            <tr>
              <th scope="col" className="form-row-number">
                #
              </th>
              {fields.map((field) => (
                <th key={field.name} scope="col" data-align={alignOf(field)} data-room={roomOf(field)}>
                  {label(field.label)}
                  {field.required && (
                    <span className="form-required" aria-hidden>
                      {' '}
                      *
                    </span>
                  )}
                </th>
              ))}
              <th scope="col">
                <span className="unseen">{t('form.removeRow')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <ChildRow
                key={keyOf(row)}
                row={row}
                number={index + 1}
                fields={fields}
                active={row === active}
                onActivate={setActive}
                onPaste={paste}
                remove={
                  (row.isNew || may('delete')) && (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t('form.removeRow')}
                      disabled={!mayGo(row, rows, lastOnly)}
                      onClick={() => children.remove(row)}
                    />
                  )
                }
              />
            ))}
          </tbody>
          <ChildTotals draft={draft} name={name} fields={fields} />
        </table>
        {rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('form.noChildren')} />}
      </div>
    </section>
  );
}

/** What is wrong with the rows together, such as their order. */
function PartProblems({ draft, name }: { draft: Draft; name: string }): ReactNode {
  const text = useProblemText();
  const problems = useFieldProblems(draft, name);
  return (
    <div className="form-problems" aria-live="polite">
      {problems.map((problem) => (
        <div key={problem.key} className={problem.level === 'warning' ? 'form-warning' : 'form-error'}>
          {text(problem)}
        </div>
      ))}
    </div>
  );
}

/** Where only the last of a sequence may go, the others stay. */
const mayGo = (row: Draft, rows: readonly Draft[], lastOnly: boolean): boolean => !lastOnly || row === rows.at(-1);

const keys = new WeakMap<Draft, number>();
let lastKey = 0;

/** A key for a row that has no id yet. */
function keyOf(row: Draft): number {
  const known = keys.get(row);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(row, lastKey);
  return lastKey;
}
