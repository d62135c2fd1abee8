import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../fields/types.ts';
import { operationStates } from '../operations/states.ts';
import { useForm } from './controller.tsx';
import { Draft } from './draft.ts';
import { useRow } from './row.ts';
import { useUnsavedPrompt } from './unsavedPrompt.ts';
import { useRules } from './useRules.ts';

interface Props {
  entity: string;
  id: string;
  onSaved: (row: Row) => void;
  onClose: () => void;
}

/** Form of a record in a drawer whose address it is part of: leaving the address asks before changes are discarded. */
export function DrawerForm({ entity, id, onSaved, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const row = useRow(entity, id);
  const rules = useRules(entity);
  const [draft] = useState(() => new Draft(rules, row));
  const [unsaved] = useState(() => ({
    isDirty: () => draft.isDirty(),
    subscribe: draft.subscribe,
    lostWithQuery: true,
  }));
  useUnsavedPrompt(unsaved);
  const { body, saving, save } = useForm(draft, onSaved);
  const isBlocked = operationStates(row).some(({ name, enabled }) => name === 'edit' && !enabled);
  return (
    <>
      {body}
      <div className="drawer-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" title="Ctrl+S" loading={saving} disabled={isBlocked} onClick={() => void save()}>
          {t('form.save')}
        </Button>
      </div>
    </>
  );
}
