import { Alert, Button, Select, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel, useListed } from '../../fields/language.ts';
import type { Preview } from './contract.ts';
import { UnmappedFields } from './unmappedFields.tsx';
import { columnFields, decide, type Decision, type Decisions, missing, mustBeProvided, undecided } from './mapping.ts';

interface Props {
  entity: Entity;
  file: File;
  preview: Preview;
  decisions: Decisions;
  /** they are those for another file with the same columns */
  asBefore: boolean;
  onChange: (decisions: Decisions) => void;
  onBack: () => void;
  onNext: () => void;
}

/** Not a field name: choosing it leaves the column out. */
const LEAVE_OUT = '-';
/** Values of a column that are shown beside its heading. */
const SAMPLES = 3;

/** Says which field each column of the file is, and where the fields that the file lacks come from. */
export function MappingStep({
  entity,
  file,
  preview,
  decisions,
  asBefore,
  onChange,
  onBack,
  onNext,
}: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const listed = useListed();
  const [asked, setAsked] = useState(false);
  const layout = entity.import?.layouts?.find(({ id }) => id === preview.layout);
  const open = undecided(decisions);
  const unmapped = missing(entity, decisions).map((field) => label(field.label));
  const options = [
    { value: LEAVE_OUT, label: t('import.leaveColumnOut') },
    ...columnFields(entity).map((field) => ({
      value: field.name,
      label: `${label(field.label)}${mustBeProvided(field) ? ' *' : ''}`,
    })),
  ];

  const leaveRestOut = (): void => onChange(open.reduce((so, heading) => decide(so, heading, 'ignored'), decisions));

  return (
    <div className="import-mapping">
      <p className="meta">{t('import.fileRead', { name: file.name, count: preview.rows })}</p>
      {layout ? (
        <Alert type="info" showIcon message={t('import.layoutFound', { layout: label(layout.label) })} />
      ) : null}
      {asBefore ? <Alert type="info" showIcon message={t('import.asBefore')} /> : null}
      <div className="import-columns">
        <section>
          <header>
            <h2>{t('import.columns')}</h2>
            {open.length > 0 ? (
              <Button size="small" onClick={leaveRestOut}>
                {t('import.leaveRestOut', { count: open.length })}
              </Button>
            ) : null}
          </header>
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
                render: (_, { index }) => samples(preview, index).join(' · '),
              },
              {
                key: 'field',
                title: t('import.field'),
                render: (_, { heading }) => (
                  <Select
                    className="kind-wide"
                    showSearch
                    optionFilterProp="label"
                    aria-label={t('import.fieldOf', { heading })}
                    placeholder={t('import.chooseField')}
                    status={asked && decisions.headings[heading] === 'undecided' ? 'error' : ''}
                    options={options}
                    value={shownDecision(decisions.headings[heading])}
                    onChange={(chosen: string) =>
                      onChange(decide(decisions, heading, chosen === LEAVE_OUT ? 'ignored' : { field: chosen }))
                    }
                  />
                ),
              },
            ]}
          />
        </section>
        <UnmappedFields entity={entity} rows={preview.rows} decisions={decisions} onChange={onChange} />
      </div>
      {asked && open.length > 0 ? (
        <Alert type="error" showIcon message={t('import.undecided', { headings: listed(open) })} />
      ) : null}
      {unmapped.length > 0 ? (
        <Alert type="warning" showIcon message={t('import.stillMissing', { fields: listed(unmapped) })} />
      ) : null}
      <footer>
        <Button onClick={onBack}>{t('import.otherFile')}</Button>
        <Button type="primary" onClick={() => (open.length > 0 ? setAsked(true) : onNext())}>
          {t('import.check')}
        </Button>
      </footer>
    </div>
  );
}

function shownDecision(decision: Decision | undefined): string | null {
  if (decision === 'ignored') return LEAVE_OUT;
  return typeof decision === 'object' ? decision.field : null;
}

/** The first different values of a column. */
function samples({ sample }: Preview, index: number): string[] {
  const values = sample.map((row) => row[index] ?? '').filter((text) => text !== '');
  return [...new Set(values)].slice(0, SAMPLES);
}
