import { useQuery } from '@tanstack/react-query';
import { InputNumber, Input as TextInput, Select } from 'antd';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { freeStart } from './calls.ts';
import { capacity, codeAt, type Counter, patternOf, withPrefix } from './running.ts';

/** Beyond this many places a number in base 36 is no longer exact. */
const MOST_PLACES = 10;

interface Props {
  entity: Entity;
  field: Field;
  counter: Counter;
  rows: number;
  onChange: (counter: Counter) => void;
}

/** How the codes that count up read. Unless the reader says where they start, they pass over those that are there. */
export function CounterInput({ entity, field, counter, rows, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const longest = field.maxLength ?? 20;
  const ask = { field: field.name, pattern: patternOf(counter), rows };
  // a file of the same register may have been written a moment ago
  const { data: free } = useQuery({
    queryKey: ['free-codes', entity.name, ask],
    queryFn: () => freeStart(entity.name, ask),
    gcTime: 0,
    enabled: !counter.given,
  });
  // after every drawing: of two codes that count, each finds its own start, and the later answer must not undo the
  // earlier
  useEffect(() => {
    if (free !== undefined && !counter.given && free !== counter.start) onChange({ ...counter, start: free });
  });
  const enough = capacity(counter) >= rows;
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
        maxLength={longest - 1}
        onChange={(event) => onChange(withPrefix(counter, event.target.value, longest))}
      />
      <Select
        id={`${id}digits`}
        size="small"
        value={counter.digits}
        options={[
          { value: 'decimal', label: '0–9' },
          { value: 'base36', label: '0–9 A–Z' },
        ]}
        onChange={(digits: Counter['digits']) => onChange({ ...counter, digits })}
      />
      <InputNumber
        id={`${id}places`}
        size="small"
        min={1}
        max={Math.min(longest - counter.prefix.length, MOST_PLACES)}
        precision={0}
        value={counter.places}
        onChange={(places) => places && onChange({ ...counter, places })}
      />
      <InputNumber
        id={`${id}start`}
        size="small"
        min={0}
        precision={0}
        value={counter.start}
        onChange={(start) =>
          onChange(start === null ? { ...counter, given: false } : { ...counter, start, given: true })
        }
      />
      <p className={enough ? 'meta' : 'import-too-few'}>
        {enough
          ? t('import.counterExample', { first: codeAt(counter, 0), last: codeAt(counter, rows - 1) }) +
            (counter.given || counter.start === 1 ? '' : t('import.counterFree'))
          : t('import.counterTooFew', { capacity: capacity(counter), rows })}
      </p>
    </div>
  );
}
