import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useRefresh } from '../form/save.ts';

/**
 * Returns a function that asks whether to delete a record, deletes it and goes to its list.
 *
 * @param onDeleted replaces going to the list
 */
export function useDelete(entity: Entity, row: Row, onDeleted?: () => void): () => void {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal } = App.useApp();
  const { succeeded, failedInDialog } = useFeedback();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = useRefresh(entity.name);
  const run = async (): Promise<void> => {
    try {
      const { message } = await callWithMessage('DELETE', `/api/${entity.name}/${String(row['id'])}`, {
        body: { rev: row['rev'] },
      });
      succeeded(message);
    } catch (error) {
      failedInDialog(error);
      // the record has changed since it was shown
      if (error instanceof ApiError && error.statusCode === 409) await refresh();
      return;
    }
    if (onDeleted) onDeleted();
    else await navigate(`/${entity.area}/${entity.name}`, { replace: true });
    // the page of the deleted record may still be mounted for a moment and must not read the record again
    client.removeQueries({ queryKey: ['row', entity.name, String(row['id'])] });
    await refresh();
  };
  return () => {
    modal.confirm({
      title: t('list.confirmDelete', { count: 1 }),
      content: label(titlesOf(entity, row)),
      maskClosable: false,
      okText: t('action.delete'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      onOk: run,
    });
  };
}
