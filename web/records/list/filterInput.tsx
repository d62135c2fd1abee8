import { Input as TextInput, Space } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { useSide } from '../../fields/language.ts';
import { Input as RefInput } from '../../fields/ref/input.tsx';
import { Several } from '../../fields/several.tsx';
import { textOf } from '../../fields/types.ts';
import { Input as YesNoInput } from '../../fields/yesNo/input.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ends, filterSort, joined } from './filter.ts';

interface Props {
  field: Field;
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Calendars are large, and most lists load without one. */
const Calendar = lazyChunk(async () => (await import('./calendarFilter.tsx')).CalendarFilter);
const ActionSelect = lazyChunk(async () => (await import('../../fields/permission/select.tsx')).ActionSelect);

/** Input of a field's filter; its value is the filter's text, '' for none. */
export function FilterInput({ field, id, label, value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const side = useSide();
  const [from, to] = ends(value);
  switch (filterSort(field)) {
    case 'contains':
      return <TextInput id={id} allowClear value={value} onChange={(event) => onChange(event.target.value)} />;
    case 'exact': {
      const Input = field.kind === 'ref' ? RefInput : field.kind === 'yesNo' ? YesNoInput : undefined;
      if (!Input)
        return (
          <Suspense fallback={<TextInput disabled />}>
            <Calendar field={field} id={id} value={value} onChange={onChange} />
          </Suspense>
        );
      // A filter can always be cleared.
      return (
        <Input
          field={{ ...field, required: false }}
          id={id}
          value={value || null}
          onChange={(chosen) => onChange(textOf(chosen))}
        />
      );
    }
    case 'many':
      if (field.names === 'action')
        return (
          <Suspense fallback={null}>
            <ActionSelect
              id={id}
              value={value === '' ? [] : value.split(',')}
              onChange={(actions) => onChange(actions.join(','))}
            />
          </Suspense>
        );
      return (
        <Several
          id={id}
          maxTagCount="responsive"
          className="kind-wide"
          optionFilterProp="label"
          options={(field.options ?? []).map((option) => ({ value: option.code, label: option[side] }))}
          value={value === '' ? [] : value.split(',')}
          onChange={(codes: string[]) => onChange(codes.join(','))}
        />
      );
    case 'period':
      return (
        <Suspense fallback={<TextInput disabled />}>
          <Calendar field={field} id={id} value={value} onChange={onChange} />
        </Suspense>
      );
    case 'range':
      return (
        <Space.Compact block>
          <TextInput
            id={id}
            inputMode="decimal"
            placeholder={t('filter.from')}
            value={from}
            onChange={(event) => onChange(joined(event.target.value, to))}
          />
          <TextInput
            aria-label={`${label} ${t('filter.to')}`}
            inputMode="decimal"
            placeholder={t('filter.to')}
            value={to}
            onChange={(event) => onChange(joined(from, event.target.value))}
          />
        </Space.Compact>
      );
  }
}
