import { useQuery } from '@tanstack/react-query';
import { InputNumber, Input as TextInput, Select } from 'antd';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { freeStart } from './calls.ts';
import { capacity, codeAt, type Counter, patternOf, withPrefix } from './counter.ts';

/** Maximum number of places; a longer number in base 36 is not exact in JavaScript. */
const MAX_PLACES = 10;
const DEFAULT_MAX_LENGTH = 20;

const DIGITS: { value: Counter['digits']; label: string }[] = [
  { value: 'decimal', label: '0–9' },
  { value: 'base36', label: '0–9 A–Z' },
];

interface Props {
  entity: Entity;
  field: Field;
  counter: Counter;
  rows: number;
  onChange: (counter: Counter) => void;
}

/** Inputs of a counter: prefix, digits, places and start. Unless the user enters a start, codes in use are skipped. */
export function CounterInput(props: Props): ReactNode {
  const { field, counter, rows, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const maxLength = field.maxLength ?? DEFAULT_MAX_LENGTH;
  useFreeStart(props);
  return (
    <div className="import-counter">
      <label htmlFor={`${id}prefix`}>{t('import.prefix')}</label>
      <label htmlFor={`${id}digits`}>{t('import.digits')}</label>
      <label htmlFor={`${id}places`}>{t('import.places')}</label>
      <label htmlFor={`${id}start`}>{t('import.start')}</label>
      <TextInput
        id={`${id}prefix`}
        size="small"
        value={counter.prefix}
        maxLength={maxLength - 1}
        onChange={(event) => onChange(withPrefix(counter, event.target.value, maxLength))}
      />
      <Select
        id={`${id}digits`}
        size="small"
        value={counter.digits}
        options={DIGITS}
        onChange={(digits) => onChange({ ...counter, digits })}
      />
      <NumberInput
        id={`${id}places`}
        min={1}
        max={Math.min(maxLength - counter.prefix.length, MAX_PLACES)}
        value={counter.places}
        onChange={(places) => places && onChange({ ...counter, places })}
      />
      <NumberInput
        id={`${id}start`}
        min={0}
        value={counter.start}
        onChange={(start) =>
          onChange(start === null ? { ...counter, hasOwnStart: false } : { ...counter, start, hasOwnStart: true })
        }
      />
      <CodeRange counter={counter} rows={rows} />
    </div>
  );
}

interface NumberInputProps {
  id: string;
  min: number;
  max?: number;
  value: number;
  onChange: (value: number | null) => void;
}

/** Input of a whole number. */
function NumberInput(props: NumberInputProps): ReactNode {
  return <InputNumber size="small" precision={0} {...props} />;
}

/** Sets the start to the first number from which enough codes are free, unless the user entered a start. */
function useFreeStart({ entity, field, counter, rows, onChange }: Props): void {
  const query = { field: field.name, pattern: patternOf(counter), rows };
  const { data: free } = useQuery({
    queryKey: ['free-codes', entity.name, query],
    queryFn: () => freeStart(entity.name, query),
    // not cached: an import may have taken these codes a moment ago
    gcTime: 0,
    enabled: !counter.hasOwnStart,
  });
  // after every render: with two counters, the later answer must not undo the start that the earlier one set
  useEffect(() => {
    if (free !== undefined && !counter.hasOwnStart && free !== counter.start) onChange({ ...counter, start: free });
  });
}

/** The first and the last code of the rows, or the error that the counter has too few codes. */
function CodeRange({ counter, rows }: { counter: Counter; rows: number }): ReactNode {
  const { t } = useTranslation();
  if (capacity(counter) < rows)
    return <p className="import-too-few">{t('import.counterTooFew', { capacity: capacity(counter), rows })}</p>;
  const example = t('import.counterExample', { first: codeAt(counter, 0), last: codeAt(counter, rows - 1) });
  const isMoved = !counter.hasOwnStart && counter.start !== 1;
  return <p className="meta">{isMoved ? example + t('import.counterFree') : example}</p>;
}
