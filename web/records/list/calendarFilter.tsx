import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { Input } from '../../fields/date/input.tsx';
import { textOf } from '../../fields/types.ts';
import { rangeEnds, filterKindOf, joinEnds } from './filter.ts';

interface Props {
  field: Field;
  id: string;
  value: string;
  onChange: (value: string) => void;
}

const DAY = 'YYYY-MM-DD';

/** Filter of a date field: a period of days, a month or a year. */
export function CalendarFilter({ field, id, value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  // A filter can always be cleared.
  if (filterKindOf(field) === 'exact')
    return (
      <Input
        field={{ ...field, required: false }}
        id={id}
        value={value || null}
        onChange={(chosen) => onChange(textOf(chosen))}
      />
    );
  const [from, to] = rangeEnds(value);
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      className="kind-wide"
      format={DAY}
      allowEmpty={[true, true]}
      placeholder={[t('filter.from'), t('filter.to')]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={(days) => onChange(joinEnds(days?.[0]?.format(DAY), days?.[1]?.format(DAY)))}
    />
  );
}
