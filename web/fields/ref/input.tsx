import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label, Ref } from '../../../generator/model/field.ts';
import { useLabel } from '../language.ts';
import { SingleSelect } from '../singleSelect.tsx';
import type { InputProps, Row } from '../types.ts';
import { textOf } from '../types.ts';
import { fillOf } from './fill.ts';
import { useOfferedCompany } from './ownCompany.ts';
import { RowChoice } from './rowChoice.tsx';
import { useSearch } from './search.ts';
import { withTitle } from './title.ts';
import { keepTitle, useTitle } from './titles.ts';

/**
 * Select of a row of another entity. Typing searches its code and its names; choosing also copies the fields of
 * `x-ref.fill`.
 */
export function Input({ field, value, onChange, disabled, id, status, entity, row, ...aria }: InputProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { rows, target, searching, failed } = useSearch(useOfferedCompany(entity, field), typed, open, row);
  const code = textOf(value);
  const title = useTitle(field.ref, code);
  const options = target && field.ref ? choicesOf(target, field.ref, rows, { typed: typed.trim(), label }) : [];
  return (
    <SingleSelect
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-wide"
      disabled={disabled ?? false}
      showSearch
      filterOption={false}
      labelInValue
      popupMatchSelectWidth={false}
      classNames={{ popup: { root: 'kind-picker' } }}
      options={options}
      {...(target?.list.picker && {
        optionRender: ({ label: title, data }: { label?: ReactNode; data: Choice }): ReactNode => (
          <RowChoice target={target} title={title} row={data.row} />
        ),
      })}
      loading={open && searching}
      pending={searching}
      searchValue={typed}
      onSearch={setTyped}
      onOpenChange={(opened) => {
        setOpen(opened);
        if (!opened) setTyped('');
      }}
      notFoundContent={t(failed ? 'kinds.searchFailed' : searching ? 'kinds.searching' : 'kinds.nothingFound')}
      value={code === '' ? null : { value: code, label: shownTitle(field.ref, code, title) }}
      onChange={(_, option) => {
        const chosen = (option as Choice | undefined)?.row;
        if (!chosen || !field.ref || !target) return onChange(null);
        keepTitle(client, field.ref, textOf(chosen[field.ref.by]), titlesOf(target, chosen));
        // typed text fills no other fields
        onChange(chosen[field.ref.by], 'id' in chosen ? fillOf(field.ref, chosen) : {});
      }}
    />
  );
}

/** The title of the chosen row, after its code unless the code is an id; the id until the title is loaded. */
const shownTitle = (ref: Ref | undefined, code: string, title: string | undefined): string =>
  ref?.by === 'id' ? (title ?? `#${code}`) : withTitle(code, title);

interface Choice {
  value: string;
  label: string;
  row: Row;
}

/** The options of the found rows, and the typed text if the reference accepts values without a row (`open`). */
function choicesOf(
  target: Entity,
  ref: Ref,
  rows: Row[],
  { typed, label }: { typed: string; label: (title: Label) => string },
): Choice[] {
  const found = optionsOf(target, ref, rows, label);
  return ref.open && typed !== '' ? [...found, ...asTyped(ref, typed, found)] : found;
}

/**
 * One option for each row; the row's id separates options with the same code, of which those with the same title are
 * one. If only the code is copied from a row, rows with the same code are one option. Its title is that of the latest
 * of dated rows, or the code itself (`bare`).
 */
function optionsOf(target: Entity, ref: Ref, rows: Row[], read: (title: Label) => string): Choice[] {
  const seen = new Set<string>();
  if (!ref.unique && ref.fill === undefined) {
    return [...Map.groupBy(rows, (row) => textOf(row[ref.by]))].map(([code, sameCode]): Choice => {
      const row =
        sameCode.find((one) => target.latest !== undefined && one[target.latest.field] === 'Y') ?? sameCode[0]!;
      return { value: code, label: ref.bare ? code : optionLabel(ref, code, read(titlesOf(target, row))), row };
    });
  }
  return rows.flatMap((row): Choice[] => {
    const code = textOf(row[ref.by]);
    const title = read(titlesOf(target, row));
    const label = optionLabel(ref, code, title);
    if (!ref.unique && seen.has(label)) return [];
    seen.add(label);
    return [{ value: ref.unique ? code : `${code}#${textOf(row['id'])}`, label, row }];
  });
}

/** The title of a row, after its code unless the code is an id. */
const optionLabel = ({ by }: Ref, code: string, title: string): string =>
  by === 'id' ? title : withTitle(code, title);

/** The typed text as an option, unless a row has it as its code. */
const asTyped = ({ by }: Ref, typed: string, found: readonly Choice[]): Choice[] =>
  found.some(({ row }) => textOf(row[by]).toLowerCase() === typed.toLowerCase())
    ? []
    : [{ value: typed, label: typed, row: { [by]: typed } }];
