import { Button, List, Popconfirm, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import { personText } from '../../fields/ref/title.ts';
import { ConflictDifferences } from './conflictDifferences.tsx';
import { type Choices, isDecided, isSettled, settle } from './conflicts.ts';
import type { Conflict, Edits } from './contract.ts';
import { isOmitted, omitRows, restore } from './corrections.ts';

interface Props {
  entity: Entity;
  conflicts: Conflict[];
  /** number of all conflicts; further conflicts are listed after these are settled */
  count: number;
  /** text of the key of a row in the file */
  keyOf: (row: number) => string;
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/**
 * Records that others changed after the file was made: both values of each field, with a choice of the value to write.
 */
export function ConflictList({ entity, conflicts, count, keyOf, edits, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Choices>({});
  const open = conflicts.filter((conflict) => !isOmitted(edits, conflict.row) && !isSettled(edits, conflict));
  const listed = conflicts.length;
  return (
    <section className="import-conflicts">
      <h2>{t('import.conflicts')}</h2>
      <p className="meta">{t('import.conflictsExplain', { count })}</p>
      {listed < count ? <p className="meta">{t('import.conflictsListed', { listed, count })}</p> : null}
      {open.length > 1 ? <DecideAll open={open} choices={choices} edits={edits} onChange={onChange} /> : null}
      <List
        dataSource={conflicts}
        rowKey="row"
        split={false}
        pagination={conflicts.length > 10 ? { pageSize: 10, showSizeChanger: false, size: 'small' } : false}
        renderItem={(conflict) => (
          <List.Item>
            <ConflictItem
              entity={entity}
              conflict={conflict}
              title={keyOf(conflict.row)}
              choices={choices}
              onChoose={setChoices}
              edits={edits}
              onChange={onChange}
            />
          </List.Item>
        )}
      />
    </section>
  );
}

interface DecideAllProps extends Pick<Props, 'edits' | 'onChange'> {
  /** the records that await a decision */
  open: Conflict[];
  choices: Choices;
}

/** Buttons that decide about all remaining records. */
function DecideAll({ open, choices, edits, onChange }: DecideAllProps): ReactNode {
  const { t } = useTranslation();
  const rows = open.map(({ row }) => row);
  return (
    <Space className="import-conflicts-all">
      <Button size="small" onClick={() => onChange(omitRows(edits, rows))}>
        {t('import.keepAllStored', { count: rows.length })}
      </Button>
      <Overwrite
        label={t('import.writeAllChosen', { count: rows.length })}
        disabled={!open.every((conflict) => isDecided(choices, conflict))}
        onConfirm={() => onChange(settle(edits, open, choices))}
      />
    </Space>
  );
}

interface ItemProps extends DecisionProps {
  entity: Entity;
  title: string;
  onChoose: (choices: Choices) => void;
}

/** One record in conflict, with the decision about it. */
function ConflictItem({ entity, title, onChoose, ...decision }: ItemProps): ReactNode {
  const { t } = useTranslation();
  const { conflict, choices, edits } = decision;
  const { row, id } = conflict;
  return (
    <article className="import-conflict">
      <header>
        <strong>{t('import.row', { row })}</strong>
        <Link to={`/${entity.area}/${entity.name}/${id}`} target="_blank">
          {title}
        </Link>
        <span className="meta">
          <ChangedBy conflict={conflict} />
        </span>
      </header>
      <ConflictDifferences
        entity={entity}
        conflict={conflict}
        choices={choices}
        onChoose={onChoose}
        disabled={isOmitted(edits, row) || isSettled(edits, conflict)}
      />
      <Decision {...decision} />
    </article>
  );
}

interface DecisionProps extends Pick<Props, 'edits' | 'onChange'> {
  conflict: Conflict;
  choices: Choices;
}

/** The decision about one record, which can be taken back, or the buttons that decide. */
function Decision({ conflict, choices, edits, onChange }: DecisionProps): ReactNode {
  const { t } = useTranslation();
  const { row } = conflict;
  const omitted = isOmitted(edits, row);
  if (omitted || isSettled(edits, conflict))
    return (
      <Space>
        <span className="meta">{t(omitted ? 'import.storedKept' : 'import.chosenWritten')}</span>
        <Button size="small" onClick={() => onChange(restore(edits, [row]))}>
          {t('import.takeBack')}
        </Button>
      </Space>
    );
  return (
    <Space>
      <Button size="small" onClick={() => onChange(omitRows(edits, [row]))}>
        {t('import.keepStored')}
      </Button>
      <Overwrite
        disabled={!isDecided(choices, conflict)}
        label={t('import.writeChosen')}
        onConfirm={() => onChange(settle(edits, [conflict], choices))}
      />
    </Space>
  );
}

const UPDATED_AT = KERNEL_FIELDS.find(({ name }) => name === 'updateAt')!;

function ChangedBy({ conflict: { updater, updaterName, updateAt } }: { conflict: Conflict }): ReactNode {
  const { t } = useTranslation();
  const When = cellOf(UPDATED_AT);
  const who = personText(updater, updaterName);
  return (
    <>
      {t('import.changedBy', { who })} <When field={UPDATED_AT} value={updateAt} />
    </>
  );
}

interface OverwriteProps {
  label: string;
  /** a choice is missing */
  disabled: boolean;
  onConfirm: () => void;
}

/** Button that overwrites values saved by somebody else, after a confirmation. */
function Overwrite({ label, disabled, onConfirm }: OverwriteProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Popconfirm
      title={t('import.overwriteConfirm')}
      okText={t('import.overwriteOk')}
      cancelText={t('action.cancel')}
      onConfirm={onConfirm}
      disabled={disabled}
    >
      <Button size="small" disabled={disabled}>
        {label}
      </Button>
    </Popconfirm>
  );
}
