import { Input as TextInput, Space } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { choicesOf } from '../../fields/choice/options.ts';
import { useSide } from '../../fields/language.ts';
import { Input as RefInput } from '../../fields/ref/input.tsx';
import { MultiSelect } from '../../fields/multiSelect.tsx';
import { textOf } from '../../fields/types.ts';
import { Input as YesNoInput } from '../../fields/yesNo/input.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { rangeEnds, filterKindOf, joinEnds } from './filter.ts';

interface Props {
  field: Field;
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Loaded when needed: calendars are large, and most lists have none. */
const Calendar = lazyChunk(async () => (await import('./calendarFilter.tsx')).CalendarFilter);
const ActionSelect = lazyChunk(async () => (await import('../../fields/permission/select.tsx')).ActionSelect);

/** Input of a field's filter; its value is the filter's text, '' for none. */
export function FilterInput(props: Props): ReactNode {
  const { field, id, value, onChange } = props;
  switch (filterKindOf(field)) {
    case 'contains':
      return <TextInput id={id} allowClear value={value} onChange={(event) => onChange(event.target.value)} />;
    case 'exact':
      return <ExactFilter {...props} />;
    case 'many':
      return field.names === 'action' ? <ActionFilter {...props} /> : <OptionFilter {...props} />;
    case 'period':
      return <LazyCalendar {...props} />;
    case 'range':
      return <RangeFilter {...props} />;
  }
}

/** Filter for one value: a reference, yes or no, a month or a year. */
function ExactFilter(props: Props): ReactNode {
  const { field, id, value, onChange } = props;
  const Input = field.kind === 'ref' ? RefInput : field.kind === 'yesNo' ? YesNoInput : undefined;
  if (!Input) return <LazyCalendar {...props} />;
  return (
    <Input
      // a filter can always be cleared
      field={{ ...field, required: false }}
      id={id}
      value={value || null}
      onChange={(chosen) => onChange(textOf(chosen))}
    />
  );
}

const LazyCalendar = ({ field, id, value, onChange }: Props): ReactNode => (
  <Suspense fallback={<TextInput disabled />}>
    <Calendar field={field} id={id} value={value} onChange={onChange} />
  </Suspense>
);

const codesOf = (value: string): string[] => (value === '' ? [] : value.split(','));

/** Filter for several actions, of a field that names actions (`x-names`). */
const ActionFilter = ({ id, value, onChange }: Props): ReactNode => (
  <Suspense fallback={null}>
    <ActionSelect id={id} value={codesOf(value)} onChange={(actions) => onChange(actions.join(','))} />
  </Suspense>
);

/** Filter for several options of a field. */
function OptionFilter({ field, id, value, onChange }: Props): ReactNode {
  const side = useSide();
  return (
    <MultiSelect
      id={id}
      maxTagCount="responsive"
      className="kind-wide"
      optionFilterProp="label"
      options={choicesOf(field, side)}
      value={codesOf(value)}
      onChange={(codes: string[]) => onChange(codes.join(','))}
    />
  );
}

/** A range of numbers. Either end may be missing. */
function RangeFilter({ id, label, value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const [from, to] = rangeEnds(value);
  return (
    <Space.Compact block>
      <TextInput
        id={id}
        inputMode="decimal"
        placeholder={t('filter.from')}
        value={from}
        onChange={(event) => onChange(joinEnds(event.target.value, to))}
      />
      <TextInput
        aria-label={`${label} ${t('filter.to')}`}
        inputMode="decimal"
        placeholder={t('filter.to')}
        value={to}
        onChange={(event) => onChange(joinEnds(from, event.target.value))}
      />
    </Space.Compact>
  );
}
