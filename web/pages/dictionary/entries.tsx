import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { fieldOf } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { type Draft, isChanged, valueOf, withValue } from './drafts.ts';
import { type EntriesModel, useEntries } from './entriesModel.ts';
import { useKeepUnsaved } from './leave.ts';

const COLUMNS = ['code', 'nameEn', 'nameCh', 'colour', 'sortNo', 'activeFlag'];

interface Props {
  entity: Entity;
  list: string;
  name: string;
}

/** The entries of one list, edited in place and saved together. */
export function Entries({ entity, list, name }: Props): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const model = useEntries(entity, list);
  const { changed, saving, isLoaded } = model;
  useKeepUnsaved(changed.length > 0);
  return (
    <section className="dictionary-entries" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="meta">{list}</span>
        <span className="spacer" />
        {may('add') ? (
          <Button icon={<PlusOutlined aria-hidden />} onClick={model.add}>
            {t('dictionary.add')}
          </Button>
        ) : null}
        {may('add') || may('edit') ? (
          <Button type="primary" loading={saving} disabled={changed.length === 0} onClick={() => void model.save()}>
            {t('form.save')}
            {changed.length > 0 ? ` (${changed.length})` : ''}
          </Button>
        ) : null}
      </header>
      {isLoaded ? (
        <EntryTable entity={entity} model={model} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </section>
  );
}

function EntryTable({ entity, model }: { entity: Entity; model: EntriesModel }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const fields = COLUMNS.flatMap((column) => fieldOf(entity, column) ?? []);
  return (
    <div className="dictionary-table" {...(may('edit') ? {} : { tabIndex: 0 })}>
      <table>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.name} scope="col">
                {label(field.label)}
              </th>
            ))}
            <th>
              <span className="unseen">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {model.drafts.map((draft) => (
            <EntryRow key={draft.key} entity={entity} fields={fields} draft={draft} model={model} />
          ))}
        </tbody>
      </table>
      {model.drafts.length === 0 ? <p className="card-empty">{t('dictionary.empty')}</p> : null}
    </div>
  );
}

interface RowProps {
  entity: Entity;
  fields: readonly Field[];
  draft: Draft;
  model: EntriesModel;
}

function EntryRow({ entity, fields, draft, model: { saving, put, remove } }: RowProps): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  return (
    <tr data-changed={isChanged(draft)}>
      {fields.map((field) => (
        <td key={field.name}>
          {may(draft.stored ? 'edit' : 'add') ? (
            <EditableCell field={field} draft={draft} disabled={saving} onChange={put} />
          ) : (
            <ReadOnlyCell entity={entity} field={field} draft={draft} />
          )}
        </td>
      ))}
      <td>
        {!draft.stored || may('delete') ? (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            title={t('action.delete')}
            aria-label={`${t('action.delete')} ${textOf(valueOf(draft, 'code'))}`}
            disabled={saving}
            onClick={() => remove(draft)}
          />
        ) : null}
      </td>
    </tr>
  );
}

/** A value without an input, for users who may not change it. */
function ReadOnlyCell({ entity, field, draft }: { entity: Entity; field: Field; draft: Draft }): ReactNode {
  const Cell = cellOf(field);
  return (
    <span className="dictionary-read">
      <Cell field={field} value={valueOf(draft, field.name)} row={draft.stored ?? {}} entity={entity} />
    </span>
  );
}

interface CellProps {
  field: Field;
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}

/** An input with the problem that the server reported. The code of a stored entry is read-only. */
function EditableCell({ field, draft, disabled, onChange }: CellProps): ReactNode {
  const label = useLabel();
  const problem = draft.problems.find((one) => one.field === field.name);
  if (field.name === 'code' && draft.stored)
    return (
      <span className="dictionary-code">
        {textOf(draft.stored['code'])}
        {problem ? <em>{problem.message}</em> : null}
      </span>
    );
  const Input = inputOf(field);
  return (
    <>
      <Input
        compact
        field={field}
        value={valueOf(draft, field.name) ?? null}
        disabled={disabled}
        aria-label={`${label(field.label)} ${textOf(valueOf(draft, 'code'))}`}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(value) => onChange(withValue(draft, field.name, value))}
      />
      {problem ? <em>{problem.message}</em> : null}
    </>
  );
}
