import { DeleteOutlined } from '@ant-design/icons';
import { Button, type TableColumnType } from 'antd';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import type { ChildDrafts } from '../form/childDrafts.ts';
import type { Draft } from '../form/draft.ts';
import { inputId } from '../form/fieldId.ts';
import { useFieldProblems } from '../form/draftHooks.ts';
import { ProblemList } from '../form/problemList.tsx';
import type { ListRow } from '../list/columns.tsx';
import { childFields } from './childFields.ts';
import { AddRowButton, ChildTableEditor } from './editor.tsx';
import { FormRows } from './formRows.ts';
import { useNavigation } from './navigation.ts';

/** The rows of a child entity in the form of their parent, saved with it. The active row shows inputs. */
export function FormTable({ draft, name }: { draft: Draft; name: string }): ReactNode {
  const children = draft.children.get(name);
  return children ? <DraftTable draft={draft} name={name} drafts={children} /> : null;
}

interface Props {
  draft: Draft;
  name: string;
  drafts: ChildDrafts<Draft>;
}

function DraftTable({ draft, name, drafts }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const allowed = useAllowed();
  const [rows] = useState(() => new FormRows(draft, drafts));
  const { child, entity } = rows;
  const heading = label(child.tab ?? entity.label);
  const keys = useSyncExternalStore(rows.subscribe, rows.keys);
  const fields = useShownFields(rows);
  const data = useMemo(() => keys.map((id): ListRow => ({ id, rev: 0 })), [keys]);
  const navigation = useNavigation(rows, fields, keys);
  // children of a new parent are saved with it and need no right of their own
  const may = (action: string): boolean => draft.isNew || allowed(codeOf(entity, action));
  const mayAdd = may('add');
  const removal = useRemoveColumn(rows, may('delete'));
  return (
    <section className="form-children" id={inputId(draft.entity.name, name)} tabIndex={-1} aria-label={heading}>
      <header>
        <h2>{heading}</h2>
        <span className="form-count">{child.max === undefined ? keys.length : `${keys.length} / ${child.max}`}</span>
        {mayAdd && <AddRowButton rows={rows} onAdd={navigation.goToAdded} />}
      </header>
      <ChildProblems draft={draft} name={name} />
      <ChildTableEditor
        rows={rows}
        fields={fields}
        data={data}
        shown={keys}
        navigation={navigation}
        editable
        mayAdd={mayAdd}
        emptyText={t('form.noChildren')}
        before={NUMBER}
        after={removal}
      />
    </section>
  );
}

/** The columns, without fields that are hidden in all rows. */
function useShownFields(rows: FormRows): readonly Field[] {
  const { child, entity } = rows;
  const hidden = useSyncExternalStore(rows.subscribe, rows.hiddenFields);
  return useMemo(
    () => childFields(entity, child.via).filter(({ name }) => !hidden.includes(name)),
    [entity, child.via, hidden],
  );
}

/** The number of a row, from 1. */
const NUMBER: TableColumnType<ListRow> = {
  key: 'number',
  title: '#',
  className: 'form-row-number',
  render: (_, __, index) => index + 1,
};

/** The column with a button that removes its row. A sequence may allow this for its last row only. */
function useRemoveColumn(rows: FormRows, mayDelete: boolean): TableColumnType<ListRow> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      key: 'remove',
      title: <span className="unseen">{t('form.removeRow')}</span>,
      width: 40,
      fixed: 'right',
      render: (_, { id }) => {
        const isLast = id === rows.keys().at(-1);
        return rows.draft(id)?.isNew || mayDelete ? (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('form.removeRow')}
            disabled={rows.entity.sequence?.deleteLastOnly === true && !isLast}
            onClick={() => rows.remove(id)}
          />
        ) : null;
      },
    }),
    [rows, mayDelete, t],
  );
}

/** Problems that concern several rows, such as their order. */
function ChildProblems({ draft, name }: { draft: Draft; name: string }): ReactNode {
  return <ProblemList problems={useFieldProblems(draft, name)} />;
}
