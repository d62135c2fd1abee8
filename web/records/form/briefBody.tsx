import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft.ts';
import { DraftContext } from './draftHooks.ts';
import { FormSection } from './section.tsx';

interface Props {
  draft: Draft;
  onSubmit: () => void;
  /** shows all fields */
  onAll: () => void;
}

/** The fields that a new record asks for (`x-form.create`), with a button that shows all others. */
export function BriefBody({ draft, onSubmit, onAll }: Props): ReactNode {
  const { t } = useTranslation();
  const { create = [], columns } = draft.entity.form;
  return (
    <DraftContext value={draft}>
      <section className="form-section">
        <FormSection fields={create} columns={columns} onSubmit={onSubmit} />
        <Button type="link" size="small" className="form-all-fields" data-quick="allFields" onClick={onAll}>
          {t('form.allFields')}
        </Button>
        <span className="meta">{t('form.laterFields')}</span>
      </section>
    </DraftContext>
  );
}
