import { Alert, Button } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { EnabledByRight } from '../../rights/enabledByRight.tsx';
import { operationStates } from '../operations/states.ts';
import { useForm } from './controller.tsx';
import { Draft } from './draft.ts';
import { useUnsavedPrompt } from './unsavedPrompt.ts';
import { useDirty } from './draftHooks.ts';
import { useRow } from './row.ts';
import { useRules } from './useRules.ts';
import { PageTitle } from '../../shell/pageTitle.tsx';

/** A page for a new record. */
export const CreatePage = ({ entity }: { entity: string }): ReactNode => <FormPage entity={entity} row={undefined} />;

/** A page to change a record. */
export function EditPage({ entity, id = '' }: { entity: string; id?: string }): ReactNode {
  const row = useRow(entity, id);
  return <FormPage entity={entity} row={row} />;
}

/** The form of a new or changed record, as a page. */
function FormPage({ entity: name, row }: { entity: string; row: Row | undefined }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const rules = useRules(name);
  const { entity } = rules;
  const [draft] = useState(() => new Draft(rules, row));
  useUnsavedPrompt(draft);
  const dirty = useDirty(draft);

  const address = `/${entity.area}/${entity.name}`;
  const onSaved = useCallback(
    (saved: Row) => void navigate(`${address}/${String(saved['id'])}`, { replace: true }),
    [navigate, address],
  );
  const { body, saving, save } = useForm(draft, onSaved);
  const blocked = row && operationStates(row).find((action) => action.name === 'edit' && !action.enabled);
  const title = row ? label(titlesOf(entity, row)) : t('form.createTitle', { entity: label(entity.label) });
  return (
    <div className="page form-page">
      <PageTitle of={row ? titlesOf(entity, row) : title} />
      <div className="page-header">
        <h1>{title}</h1>
        {row && <span className="meta">{label(entity.label)}</span>}
        <PageActions
          entity={entity}
          row={row}
          isDirty={dirty}
          isSaving={saving}
          isBlocked={blocked !== undefined}
          onSave={() => void save()}
        />
      </div>
      {blocked && <Alert className="form-alert" type="warning" showIcon message={blocked.reason} />}
      {body}
    </div>
  );
}

interface ActionsProps {
  entity: Entity;
  /** absent: a new record */
  row: Row | undefined;
  isDirty: boolean;
  isSaving: boolean;
  isBlocked: boolean;
  onSave: () => void;
}

/** Buttons that leave the page and save the record, and a note of unsaved changes. */
function PageActions({ entity, row, isDirty, isSaving, isBlocked, onSave }: ActionsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = `/${entity.area}/${entity.name}`;
  return (
    <span className="page-actions">
      {isDirty && (
        <span className="meta" role="status">
          {t('form.unsaved')}
        </span>
      )}
      <Button
        onClick={() => void (row ? navigate(`${address}/${String(row['id'])}`) : navigate(address, { replace: true }))}
      >
        {t('action.cancel')}
      </Button>
      <EnabledByRight resource={entity.name} action={row ? 'edit' : 'add'}>
        <Button
          type="primary"
          aria-keyshortcuts="Control+S"
          title="Ctrl+S"
          loading={isSaving}
          disabled={isBlocked}
          onClick={onSave}
        >
          {t('form.save')}
        </Button>
      </EnabledByRight>
    </span>
  );
}
