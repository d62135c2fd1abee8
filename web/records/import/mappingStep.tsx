import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel, useListed } from '../../fields/language.ts';
import { ColumnTable } from './columnTable.tsx';
import type { Preview } from './contract.ts';
import { decide, type Decisions, missingFields, undecidedHeadings } from './mapping.ts';
import { UnmappedFields } from './unmappedFields.tsx';

interface Props {
  entity: Entity;
  file: File;
  preview: Preview;
  decisions: Decisions;
  /** the decisions were made for an earlier file with the same columns */
  isReused: boolean;
  onChange: (decisions: Decisions) => void;
  onBack: () => void;
  onNext: () => void;
}

/** Step that chooses the field of each column, and the source of fields without a column. */
export function MappingStep(props: Props): ReactNode {
  const { entity, file, preview, decisions, isReused, onChange, onBack, onNext } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const listed = useListed();
  const [showsUndecided, setShowsUndecided] = useState(false);
  const layout = entity.import?.layouts?.find(({ id }) => id === preview.layout);
  const open = undecidedHeadings(decisions);
  const unmapped = missingFields(entity, decisions).map((field) => label(field.label));
  const omitOpen = (): void => onChange(open.reduce((all, heading) => decide(all, heading, 'ignored'), decisions));
  return (
    <div className="import-mapping">
      <p className="meta">{t('import.fileRead', { name: file.name, count: preview.rows })}</p>
      {layout && <Alert type="info" showIcon message={t('import.layoutFound', { layout: label(layout.label) })} />}
      {isReused && <Alert type="info" showIcon message={t('import.asBefore')} />}
      <div className="import-columns">
        <section>
          <header>
            <h2>{t('import.columns')}</h2>
            {open.length > 0 && (
              <Button size="small" onClick={omitOpen}>
                {t('import.leaveRestOut', { count: open.length })}
              </Button>
            )}
          </header>
          <ColumnTable {...{ entity, preview, decisions, showsUndecided, onChange }} />
        </section>
        <UnmappedFields entity={entity} rows={preview.rows} decisions={decisions} onChange={onChange} />
      </div>
      {showsUndecided && open.length > 0 && (
        <Alert type="error" showIcon message={t('import.undecided', { headings: listed(open) })} />
      )}
      {unmapped.length > 0 && (
        <Alert type="warning" showIcon message={t('import.stillMissing', { fields: listed(unmapped) })} />
      )}
      <footer>
        <Button onClick={onBack}>{t('import.otherFile')}</Button>
        <Button type="primary" onClick={() => (open.length > 0 ? setShowsUndecided(true) : onNext())}>
          {t('import.check')}
        </Button>
      </footer>
    </div>
  );
}
