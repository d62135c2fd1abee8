import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { filterFields } from './filter.ts';

interface Props {
  entity: Entity;
  reason: 'noFilter' | 'noMatch' | 'noRows';
  onReset: () => void;
  /** absent without the right to add */
  onAdd?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
}

/** Explains why a list has no rows, and offers the next step. */
export function EmptyState({ entity, reason, onReset, onAdd, onImport }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  function group(names: string[]): string {
    const fields = filterFields(entity).filter(({ name }) => names.includes(name));
    return fields.map((field) => label(field.label)).join(t('list.and'));
  }

  return (
    <div className="empty-state">
      {reason === 'noFilter' ? (
        <p>{t('list.filterNeeded', { fields: entity.list.requireFilter.map(group).join(t('list.or')) })}</p>
      ) : null}
      {reason === 'noMatch' ? (
        <>
          <p>{t('list.noMatch')}</p>
          <Button onClick={onReset}>{t('list.reset')}</Button>
        </>
      ) : null}
      {reason === 'noRows' ? (
        <>
          <p>{t('list.noRows', { entity: label(entity.label) })}</p>
          <Space>
            {onAdd ? (
              <Button type="primary" onClick={onAdd}>
                {t('list.add')}
              </Button>
            ) : null}
            {onImport ? <Button onClick={onImport}>{t('list.import')}</Button> : null}
          </Space>
        </>
      ) : null}
    </div>
  );
}
