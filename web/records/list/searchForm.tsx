import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { filterFields } from './filter.ts';
import { FilterInput } from './filterInput.tsx';

interface Props {
  entity: Entity;
  filters: Record<string, string>;
  onSearch: (filters: Record<string, string>) => void;
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** A row has four cells; the last has the buttons. */
const FIELDS_BESIDE_BUTTONS = 3;

/** Search form of a list: one row, or all fields when expanded. Fields with a filter are always visible. */
export function SearchForm({ entity, filters, onSearch, unfolded, onFold }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const prefix = useId();
  const [draft, setDraft] = useState(filters);
  // The back button, a saved view or a link changes the filters: the inputs are set to them. Other input is kept.
  const [followed, setFollowed] = useState(filters);
  if (followed !== filters) {
    setFollowed(filters);
    setDraft(filters);
  }

  // References to records that the reader may not read are left out.
  const fields = filterFields(entity).filter(({ ref }) => !ref?.closed);
  const folds = fields.length > FIELDS_BESIDE_BUTTONS;
  const shown =
    unfolded || !folds ? fields : fields.filter(({ name }, index) => index < FIELDS_BESIDE_BUTTONS || filters[name]);
  if (fields.length === 0) return null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(filled(draft));
  }

  return (
    <form className="search-form" role="search" onSubmit={submit} aria-label={t('list.search')}>
      {shown.map((field) => {
        const id = `${prefix}${field.name}`;
        return (
          <div key={field.name} className="search-field">
            <label htmlFor={id}>{label(field.label)}</label>
            <FilterInput
              field={field}
              id={id}
              label={label(field.label)}
              value={draft[field.name] ?? ''}
              onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
            />
          </div>
        );
      })}
      <div className="search-buttons">
        <Button htmlType="submit">{t('list.search')}</Button>
        <Button
          onClick={() => {
            setDraft({});
            onSearch({});
          }}
        >
          {t('list.reset')}
        </Button>
        {folds ? (
          <Button
            type="link"
            icon={unfolded ? <UpOutlined /> : <DownOutlined />}
            iconPosition="end"
            aria-expanded={unfolded}
            onClick={() => onFold(!unfolded)}
          >
            {t(unfolded ? 'list.fewerFilters' : 'list.moreFilters')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const filled = (draft: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text),
  );
