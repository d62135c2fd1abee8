import { CloseOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { inputOf } from '../../fields/inputs.ts';
import { type Decisions, importFields, mappedFields, missingFields, type Source } from './mapping.ts';
import { RequiredMark } from '../requiredMark.tsx';
import { CounterInput } from './counterInput.tsx';
import { suggestCounter } from './counter.ts';

interface Props {
  entity: Entity;
  rows: number;
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
}

/** Fields without a column: one value for all rows, or a counter. */
export function UnmappedFields({ entity, rows, decisions, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { unmapped } = decisions;
  const required = missingFields(entity, decisions);
  const listed = importFields(entity).filter((field) => unmapped[field.name] ?? required.includes(field));
  const others = importFields(entity).filter(
    (field) => !listed.includes(field) && !mappedFields(decisions).includes(field.name),
  );

  function set(field: string, source: Source | undefined): void {
    const next = { ...unmapped };
    if (source) next[field] = source;
    else delete next[field];
    onChange({ ...decisions, unmapped: next });
  }

  return (
    <section>
      <header>
        <h2>{t('import.missing')}</h2>
      </header>
      {listed.length === 0 ? <p className="meta">{t('import.nothingLacking')}</p> : null}
      <ul className="import-unmapped">
        {listed.map((field) => (
          <UnmappedField
            key={field.name}
            entity={entity}
            field={field}
            isRequired={required.includes(field) || field.required}
            rows={rows}
            source={unmapped[field.name]}
            onChange={(source) => set(field.name, source)}
          />
        ))}
      </ul>
      <AddField fields={others} onAdd={(name) => set(name, { constant: null })} />
    </section>
  );
}

/** Select of a further field without a column. */
function AddField({ fields, onAdd }: { fields: readonly Field[]; onAdd: (name: string) => void }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Select
      className="kind-wide"
      showSearch
      optionFilterProp="label"
      aria-label={t('import.addField')}
      placeholder={t('import.addField')}
      value={null}
      options={fields.map((field) => ({ value: field.name, label: label(field.label) }))}
      onChange={(name: string) => onAdd(name)}
    />
  );
}

/** A field without a column, with its source. */
function UnmappedField({ isRequired, ...source }: SourceProps & { isRequired: boolean }): ReactNode {
  const label = useLabel();
  return (
    <li>
      <span className="import-unmapped-name">
        {label(source.field.label)}
        {isRequired ? <RequiredMark /> : null}
      </span>
      <SourceInput {...source} />
    </li>
  );
}

interface SourceProps {
  entity: Entity;
  field: Field;
  rows: number;
  source: Source | undefined;
  onChange: (source: Source | undefined) => void;
}

/** The value or counter of a field, and a button that removes it. */
function SourceInput({ entity, field, rows, source, onChange }: SourceProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const Input = inputOf(field);
  const mayCount = (field.kind === 'code' || field.kind === 'text') && !field.options;
  const counter = source && 'counter' in source ? source.counter : undefined;
  return (
    <div className="import-source">
      {mayCount ? (
        <SourceSort
          isCounter={counter !== undefined}
          onChange={(isCounter) => onChange(isCounter ? { counter: suggestCounter(field.maxLength, rows) } : undefined)}
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
      {source ? <RemoveButton name={label(field.label)} onRemove={() => onChange(undefined)} /> : null}
      {counter ? (
        <CounterInput
          entity={entity}
          field={field}
          counter={counter}
          rows={rows}
          onChange={(changed) => onChange({ counter: changed })}
        />
      ) : null}
    </div>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }): ReactNode {
  const { t } = useTranslation();
  const text = t('import.noSource', { field: name });
  return <Button type="text" size="small" icon={<CloseOutlined />} title={text} aria-label={text} onClick={onRemove} />;
}

/** Chooses between one value for all rows and a counter. */
function SourceSort({
  isCounter,
  onChange,
}: {
  isCounter: boolean;
  onChange: (isCounter: boolean) => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <Segmented
      size="small"
      options={[
        { value: 'constant', label: t('import.constant') },
        { value: 'counter', label: t('import.counter') },
      ]}
      value={isCounter ? 'counter' : 'constant'}
      onChange={(chosen) => onChange(chosen === 'counter')}
    />
  );
}
