import { CloseOutlined } from '@ant-design/icons';
import { Button, InputNumber, Input as TextInput, Segmented, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Field } from '../../../generator/model/types.ts';
import { useLabel } from '../../kinds/language.ts';
import { inputOf } from '../../kinds/registry.ts';
import { type Decisions, importFields, mappedFields, missing, type Source } from './mapping.ts';
import { capacity, codeAt, type Counter, suggestCounter, withPrefix } from './running.ts';

interface Props { entity: Entity; rows: number; decisions: Decisions; onChange: (decisions: Decisions) => void }

/** The fields that no column brings: one value for all rows, or a code that counts up. */
export function LackingFields({ entity, rows, decisions, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { lacking } = decisions;
  const required = missing(entity, decisions);
  const listed = importFields(entity).filter((field) => lacking[field.name] ?? required.includes(field));
  const others = importFields(entity).filter((field) => !listed.includes(field) && !mappedFields(decisions).includes(field.name));

  function set(field: string, source: Source | undefined): void {
    const next = { ...lacking };
    if (source) next[field] = source;
    else delete next[field];
    onChange({ ...decisions, lacking: next });
  }

  return (
    <section>
      <header>
        <h2>{t('import.lacking')}</h2>
      </header>
      {listed.length === 0 ? <p className="meta">{t('import.nothingLacking')}</p> : null}
      <ul className="import-lacking">
        {listed.map((field) => (
          <li key={field.name}>
            <span className="import-lacking-name">{label(field.label)}{required.includes(field) || field.required ? <span className="required" aria-hidden> *</span> : null}</span>
            <SourceInput field={field} rows={rows} source={lacking[field.name]} onChange={(source) => set(field.name, source)} />
          </li>
        ))}
      </ul>
      <Select
        className="kind-wide"
        showSearch
        optionFilterProp="label"
        aria-label={t('import.addField')}
        placeholder={t('import.addField')}
        value={null}
        options={others.map((field) => ({ value: field.name, label: label(field.label) }))}
        onChange={(name: string) => set(name, { constant: null })}
      />
    </section>
  );
}

interface SourceProps { field: Field; rows: number; source: Source | undefined; onChange: (source: Source | undefined) => void }

function SourceInput({ field, rows, source, onChange }: SourceProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const Input = inputOf(field);
  const mayCount = (field.kind === 'code' || field.kind === 'text') && !field.options;
  const counter = source && 'counter' in source ? source.counter : undefined;
  return (
    <div className="import-source">
      {mayCount ? (
        <Segmented
          size="small"
          options={[{ value: 'constant', label: t('import.constant') }, { value: 'counter', label: t('import.counter') }]}
          value={counter ? 'counter' : 'constant'}
          onChange={(chosen) => onChange(chosen === 'counter' ? { counter: suggestCounter(field.maxLength, rows) } : undefined)}
        />
      ) : null}
      {counter ? null : (
        <Input
          field={field}
          value={source && 'constant' in source ? source.constant : null}
          aria-label={t('import.constantOf', { field: label(field.label) })}
          onChange={(value) => onChange(value === null || value === '' ? undefined : { constant: value })}
        />
      )}
      {source ? <Button type="text" size="small" icon={<CloseOutlined />} title={t('import.noSource', { field: label(field.label) })} aria-label={t('import.noSource', { field: label(field.label) })} onClick={() => onChange(undefined)} /> : null}
      {counter ? <CounterInput counter={counter} maxLength={field.maxLength} rows={rows} onChange={(changed) => onChange({ counter: changed })} /> : null}
    </div>
  );
}

/** Beyond this many places a number in base 36 is no longer exact. */
const MOST_PLACES = 10;

interface CounterProps { counter: Counter; maxLength: number | undefined; rows: number; onChange: (counter: Counter) => void }

function CounterInput({ counter, maxLength, rows, onChange }: CounterProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const longest = maxLength ?? 20;
  const enough = capacity(counter) >= rows;
  return (
    <div className="import-counter">
      <label htmlFor={`${id}prefix`}>{t('import.prefix')}</label>
      <label htmlFor={`${id}digits`}>{t('import.digits')}</label>
      <label htmlFor={`${id}places`}>{t('import.places')}</label>
      <label htmlFor={`${id}start`}>{t('import.start')}</label>
      <TextInput id={`${id}prefix`} size="small" value={counter.prefix} maxLength={longest - 1} onChange={(event) => onChange(withPrefix(counter, event.target.value, longest))} />
      <Select
        id={`${id}digits`}
        size="small"
        value={counter.digits}
        options={[{ value: 'decimal', label: '0–9' }, { value: 'base36', label: '0–9 A–Z' }]}
        onChange={(digits: Counter['digits']) => onChange({ ...counter, digits })}
      />
      <InputNumber id={`${id}places`} size="small" min={1} max={Math.min(longest - counter.prefix.length, MOST_PLACES)} precision={0} value={counter.places} onChange={(places) => places && onChange({ ...counter, places })} />
      <InputNumber id={`${id}start`} size="small" min={0} precision={0} value={counter.start} onChange={(start) => start !== null && onChange({ ...counter, start })} />
      <p className={enough ? 'meta' : 'import-too-few'}>
        {enough ? t('import.counterExample', { first: codeAt(counter, 0), last: codeAt(counter, rows - 1) }) : t('import.counterTooFew', { capacity: capacity(counter), rows })}
      </p>
    </div>
  );
}
