import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useRefresh } from '../../records/form/save.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { fieldOf } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { type Draft, isChanged, merged, valueOf, withValue } from './drafts.ts';
import { useKeepUnsaved } from './leave.ts';

const COLUMNS = ['code', 'nameEn', 'nameCh', 'colour', 'sortNo', 'activeFlag'];
const MOST = 1000;
/** Between two entries there is room for others. */
const STEP = 10;

interface Props {
  entity: Entity;
  list: string;
  name: string;
}

/** The entries of one list, edited in place; nothing is kept until "save". */
export function Entries({ entity, list, name }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const { succeeded, failedInDialog } = useFeedback();
  const may = useMay(entity);
  const refresh = useRefresh(entity.name);
  const asked = shownRows(entity.name, {
    where: [{ name: 'listCde', type: 'equal', value: list }],
    sort: 'sortNo,code',
    pageSize: MOST,
  });
  const { data } = useQuery({ ...asked, refetchInterval: false });
  const [kept, setKept] = useState<readonly Draft[]>([]);
  const [saving, setSaving] = useState(false);
  const [made, setMade] = useState(0);
  const drafts = merged(data?.records ?? [], kept);
  const changed = drafts.filter(isChanged);
  useKeepUnsaved(changed.length > 0);
  const fields = COLUMNS.flatMap((column) => fieldOf(entity, column) ?? []);

  const put = (draft: Draft): void => setKept((before) => [...before.filter(({ key }) => key !== draft.key), draft]);
  const drop = (key: string): void => setKept((before) => before.filter((draft) => draft.key !== key));

  function add(): void {
    const last = Math.max(0, ...drafts.map((draft) => Number(valueOf(draft, 'sortNo') ?? 0)).filter(Number.isFinite));
    put({ key: `new ${made}`, changes: { sortNo: last + STEP, activeFlag: 'Y' }, problems: [] });
    setMade(made + 1);
  }

  /** Each entry by itself: one that is refused keeps its changes and says why, and the others are saved. */
  async function save(): Promise<void> {
    setSaving(true);
    let done = 0;
    try {
      for (const draft of changed) {
        try {
          if (draft.stored)
            await call('PATCH', `/api/${entity.name}/${draft.stored.id}`, {
              body: { rev: draft.stored.rev, ...draft.changes },
            });
          else await call('POST', `/api/${entity.name}`, { body: { listCde: list, ...draft.changes } });
          drop(draft.key);
          done++;
        } catch (error) {
          if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
          put({ ...draft, problems: error.problems });
        }
      }
      if (done > 0) succeeded(t('dictionary.saved', { count: done }));
    } catch (error) {
      failedInDialog(error);
    } finally {
      await again();
      setSaving(false);
    }
  }

  /** The rows as they are now, and the choices of every form that has this list. */
  async function again(): Promise<void> {
    await refresh();
    await client.invalidateQueries({ queryKey: ['meta'] });
  }

  function remove(draft: Draft): void {
    const { stored } = draft;
    if (!stored) return drop(draft.key);
    modal.confirm({
      title: t('list.confirmDelete', { count: 1 }),
      content: `${textOf(stored['code'])} ${textOf(stored['nameEn'])} ${textOf(stored['nameCh'])}`,
      okText: t('action.delete'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      maskClosable: false,
      onOk: async () => {
        try {
          await call('DELETE', `/api/${entity.name}/${stored.id}`, { body: { rev: stored.rev } });
          drop(draft.key);
          await again();
        } catch (error) {
          failedInDialog(error);
        }
      },
    });
  }

  return (
    <section className="dictionary-entries" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="meta">{list}</span>
        <span className="spacer" />
        {may('add') ? (
          <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
            {t('dictionary.add')}
          </Button>
        ) : null}
        {may('add') || may('edit') ? (
          <Button type="primary" loading={saving} disabled={changed.length === 0} onClick={() => void save()}>
            {t('form.save')}
            {changed.length > 0 ? ` (${changed.length})` : ''}
          </Button>
        ) : null}
      </header>
      {data ? (
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
              {drafts.map((draft) => (
                <tr key={draft.key} data-changed={isChanged(draft)}>
                  {fields.map((field) => (
                    <td key={field.name}>
                      {may(draft.stored ? 'edit' : 'add') ? (
                        <Cell field={field} draft={draft} disabled={saving} onChange={put} />
                      ) : (
                        <Read entity={entity} field={field} draft={draft} />
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
              ))}
            </tbody>
          </table>
          {drafts.length === 0 ? <p className="card-empty">{t('dictionary.empty')}</p> : null}
        </div>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </section>
  );
}

/** One value for a reader who may not change it. */
function Read({ entity, field, draft }: { entity: Entity; field: Field; draft: Draft }): ReactNode {
  const Shown = cellOf(field);
  return (
    <span className="dictionary-read">
      <Shown field={field} value={valueOf(draft, field.name)} row={draft.stored ?? {}} entity={entity} />
    </span>
  );
}

interface CellProps {
  field: Field;
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
}

/**
 * One value in its input; what the server refused of it stands below. The code of a stored entry is in records, and
 * stays.
 */
function Cell({ field, draft, disabled, onChange }: CellProps): ReactNode {
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
