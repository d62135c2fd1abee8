import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, useId, useState } from 'react';
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

/** Number of fields in the first row, whose fourth cell has the buttons. */
const FIELDS_BESIDE_BUTTONS = 3;

/** Search form of a list: one row, or all fields when expanded. Fields with a filter are always visible. */
export function SearchForm({ entity, filters, onSearch, unfolded, onFold }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const prefix = useId();
  const [draft, setDraft] = useDraftFilters(filters);
  // a closed reference has no list to choose from
  const fields = filterFields(entity).filter(({ ref }) => !ref?.closed);
  const folds = fields.length > FIELDS_BESIDE_BUTTONS;
  const shown =
    unfolded || !folds ? fields : fields.filter(({ name }, index) => index < FIELDS_BESIDE_BUTTONS || filters[name]);
  if (fields.length === 0) return null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(filled(draft));
  }
  function reset(): void {
    setDraft({});
    onSearch({});
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
        <Button onClick={reset}>{t('list.reset')}</Button>
        {folds && <FoldButton unfolded={unfolded} onFold={onFold} />}
      </div>
    </form>
  );
}

type Filters = Record<string, string>;

/**
 * The filters as the user edits them. When the back button, a saved view or a link changes the filters of the list, the
 * inputs take their values. Otherwise unsubmitted input stays.
 */
function useDraftFilters(filters: Filters): [Filters, Dispatch<SetStateAction<Filters>>] {
  const [draft, setDraft] = useState(filters);
  const [shownFilters, setShownFilters] = useState(filters);
  if (shownFilters !== filters) {
    setShownFilters(filters);
    setDraft(filters);
  }
  return [draft, setDraft];
}

function FoldButton({ unfolded, onFold }: Pick<Props, 'unfolded' | 'onFold'>): ReactNode {
  const { t } = useTranslation();
  return (
    <Button
      type="link"
      icon={unfolded ? <UpOutlined /> : <DownOutlined />}
      iconPosition="end"
      aria-expanded={unfolded}
      onClick={() => onFold(!unfolded)}
    >
      {t(unfolded ? 'list.fewerFilters' : 'list.moreFilters')}
    </Button>
  );
}

/** The filters that have a text, trimmed. */
const filled = (draft: Filters): Filters =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text),
  );
