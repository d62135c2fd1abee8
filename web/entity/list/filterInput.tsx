import { DatePicker, Input as TextInput, Select, Space } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/types.ts';
import { useSide } from '../../kinds/language.ts';
import { inputOf } from '../../kinds/registry.ts';
import { textOf } from '../../kinds/types.ts';
import { ends, filterSort } from './filter.ts';

interface Props { field: Field; id: string; label: string; value: string; onChange: (value: string) => void }

const DAY = 'YYYY-MM-DD';

/** The input by which a list is searched for one field; its value is the filter's text, '' for none. */
export function FilterInput({ field, id, label, value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const side = useSide();
  const [from, to] = ends(value);
  switch (filterSort(field)) {
    case 'contains':
      return <TextInput id={id} allowClear value={value} onChange={(event) => onChange(event.target.value)} />;
    case 'exact': {
      const Input = inputOf(field);
      // a filter may be left empty again, whatever the field
      return <Input field={{ ...field, required: false }} id={id} value={value || null} onChange={(chosen) => onChange(textOf(chosen))} />;
    }
    case 'many':
      return (
        <Select
          id={id} mode="multiple" allowClear maxTagCount="responsive" className="kind-wide" optionFilterProp="label"
          options={(field.options ?? []).map((option) => ({ value: option.code, label: option[side] }))}
          value={value === '' ? [] : value.split(',')}
          onChange={(codes: string[]) => onChange(codes.join(','))}
        />
      );
    case 'period':
      return (
        <DatePicker.RangePicker
          id={{ start: id, end: `${id}-to` }} className="kind-wide" format={DAY} allowEmpty={[true, true]}
          placeholder={[t('filter.from'), t('filter.to')]}
          value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
          onChange={(days) => onChange(joined(days?.[0]?.format(DAY), days?.[1]?.format(DAY)))}
        />
      );
    case 'range':
      return (
        <Space.Compact block>
          <TextInput id={id} inputMode="decimal" placeholder={t('filter.from')} value={from} onChange={(event) => onChange(joined(event.target.value, to))} />
          <TextInput aria-label={`${label} ${t('filter.to')}`} inputMode="decimal" placeholder={t('filter.to')} value={to} onChange={(event) => onChange(joined(from, event.target.value))} />
        </Space.Compact>
      );
  }
}

const joined = (from = '', to = ''): string => (from.trim() || to.trim() ? `${from.trim()}|${to.trim()}` : '');
