import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titlesOf } from '../../../generator/language/title.ts';
import { useSearch } from '../ref/search.ts';
import { withTitle } from '../ref/title.ts';
import { useTitles } from '../ref/titles.ts';
import { useLabel } from '../language.ts';
import { MultiSelect } from '../multiSelect.tsx';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Select of several rows of another entity. */
export function Input({ field, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { rows, target, searching, failed } = useSearch(field, typed, open);
  const codes = Array.isArray(value) ? value.map(textOf) : [];
  const label = useLabel();
  const titles = useTitles(field.ref, codes);
  const by = field.ref?.by ?? '';
  const options = target
    ? rows.map((row) => ({ value: textOf(row[by]), label: withTitle(textOf(row[by]), label(titlesOf(target, row))) }))
    : [];
  return (
    <MultiSelect
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      {...(field.maxItems !== undefined && { maxCount: field.maxItems })}
      className="kind-wide"
      disabled={disabled ?? false}
      filterOption={false}
      labelInValue
      popupMatchSelectWidth={false}
      classNames={{ popup: { root: 'kind-picker' } }}
      options={[...new Map(options.map((option) => [option.value, option])).values()]}
      loading={open && searching}
      searchValue={typed}
      onSearch={setTyped}
      onOpenChange={(opened) => {
        setOpen(opened);
        if (!opened) setTyped('');
      }}
      notFoundContent={t(failed ? 'kinds.searchFailed' : searching ? 'kinds.searching' : 'kinds.nothingFound')}
      value={codes.map((code) => ({ value: code, label: withTitle(code, titles?.get(code)) }))}
      onChange={(chosen: { value: string }[]) => {
        setTyped('');
        onChange(chosen.length === 0 ? null : chosen.map((one) => one.value));
      }}
    />
  );
}
