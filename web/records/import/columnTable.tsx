import { Select, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import type { Preview } from './contract.ts';
import { columnFields, decide, type Decision, type Decisions, mustBeProvided } from './mapping.ts';

interface Props {
  entity: Entity;
  preview: Preview;
  decisions: Decisions;
  /** marks columns without a decision as errors */
  showsUndecided: boolean;
  onChange: (decisions: Decisions) => void;
}

/** Value of the option that omits a column; it is not a field name. */
const OMIT = '-';
/** Values of a column that are shown beside its heading. */
const MAX_SAMPLES = 3;

/** The columns of a file with sample values, each with a select of its field. */
export function ColumnTable({ entity, preview, decisions, showsUndecided, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Table
      size="small"
      rowKey="index"
      pagination={false}
      dataSource={preview.headings
        .map((heading, index) => ({ heading, index }))
        .filter(({ heading }) => heading in decisions.headings)}
      columns={[
        { key: 'heading', dataIndex: 'heading', title: t('import.heading'), width: '28%' },
        {
          key: 'sample',
          title: t('import.sample'),
          width: '32%',
          ellipsis: true,
          className: 'meta',
          render: (_, { index }) => samplesOf(preview, index).join(' · '),
        },
        {
          key: 'field',
          title: t('import.field'),
          render: (_, { heading }) => (
            <FieldSelect
              entity={entity}
              heading={heading}
              decision={decisions.headings[heading]}
              showsUndecided={showsUndecided}
              onChange={(decision) => onChange(decide(decisions, heading, decision))}
            />
          ),
        },
      ]}
    />
  );
}

interface FieldProps {
  entity: Entity;
  heading: string;
  decision: Decision | undefined;
  showsUndecided: boolean;
  onChange: (decision: Decision) => void;
}

/** The select of the field of a column. */
function FieldSelect({ entity, heading, decision, showsUndecided, onChange }: FieldProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Select
      className="kind-wide"
      showSearch
      optionFilterProp="label"
      aria-label={t('import.fieldOf', { heading })}
      placeholder={t('import.chooseField')}
      status={showsUndecided && decision === 'undecided' ? 'error' : ''}
      options={[
        { value: OMIT, label: t('import.leaveColumnOut') },
        ...columnFields(entity).map((field) => ({
          value: field.name,
          label: `${label(field.label)}${mustBeProvided(field) ? ' *' : ''}`,
        })),
      ]}
      value={optionOf(decision)}
      onChange={(chosen: string) => onChange(chosen === OMIT ? 'ignored' : { field: chosen })}
    />
  );
}

/** The chosen option of a column; null for none. */
function optionOf(decision: Decision | undefined): string | null {
  if (decision === 'ignored') return OMIT;
  return typeof decision === 'object' ? decision.field : null;
}

/** The first different values of a column. */
function samplesOf({ sample }: Preview, index: number): string[] {
  const values = sample.map((row) => row[index] ?? '').filter((text) => text !== '');
  return [...new Set(values)].slice(0, MAX_SAMPLES);
}
