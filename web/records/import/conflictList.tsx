import { Button, List, Popconfirm, Radio, Space, Table } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { personText } from '../../fields/ref/title.ts';
import { isAbsent } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import { choose, type Choices, isDecided, isReadable, isSettled, settle, type Side, sideOf } from './conflicts.ts';
import type { Conflict, ConflictingField, Edits } from './contract.ts';
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
  const rows = open.map(({ row }) => row);
  const listed = conflicts.length;
  return (
    <section className="import-conflicts">
      <h2>{t('import.conflicts')}</h2>
      <p className="meta">{t('import.conflictsExplain', { count })}</p>
      {listed < count ? <p className="meta">{t('import.conflictsListed', { listed, count })}</p> : null}
      {open.length > 1 ? (
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
      ) : null}
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

interface ItemProps {
  entity: Entity;
  conflict: Conflict;
  title: string;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/** One record in conflict, with the decision about it. */
function ConflictItem({ entity, conflict, title, choices, onChoose, edits, onChange }: ItemProps): ReactNode {
  const { t } = useTranslation();
  const { row, id } = conflict;
  const [omitted, settled] = [isOmitted(edits, row), isSettled(edits, conflict)];
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
      <Differences
        entity={entity}
        conflict={conflict}
        choices={choices}
        onChoose={onChoose}
        disabled={omitted || settled}
      />
      {omitted || settled ? (
        <Space>
          <span className="meta">{t(omitted ? 'import.storedKept' : 'import.chosenWritten')}</span>
          <Button size="small" onClick={() => onChange(restore(edits, [row]))}>
            {t('import.takeBack')}
          </Button>
        </Space>
      ) : (
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
      )}
    </article>
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

type DifferencesProps = Pick<ItemProps, 'entity' | 'conflict' | 'choices' | 'onChoose'> & { disabled: boolean };

/**
 * The fields in conflict with their exported value, the value in the file and the stored value, and a choice of the
 * value to write.
 */
function Differences({ entity, conflict, choices, onChoose, disabled }: DifferencesProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const id = useId();
  const value = (side: Side | 'original', key: string) => ({
    title: t(key),
    key: side,
    render: (_: unknown, field: ConflictingField) => <Value entity={entity} difference={field} side={side} />,
  });
  const options = (field: ConflictingField): { value: Side; label: string; disabled?: boolean }[] => [
    { value: 'mine', label: t('import.sideFile') },
    { value: 'theirs', label: t('import.sideStored'), disabled: !isReadable(field) },
  ];
  return (
    <Table<ConflictingField>
      size="small"
      pagination={false}
      rowKey="field"
      dataSource={conflict.fields}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: t('import.field'),
          key: 'field',
          render: (_, { field }) => <span id={`${id}${field}`}>{label(fieldOf(entity, field)!.label)}</span>,
        },
        value('original', 'import.exported'),
        value('mine', 'import.inFile'),
        value('theirs', 'import.storedNow'),
        {
          title: t('import.sideWritten'),
          key: 'side',
          width: 160,
          render: (_, field) => (
            <div role="radiogroup" aria-labelledby={`${id}${field.field}`}>
              <Radio.Group
                size="small"
                optionType="button"
                disabled={disabled}
                value={sideOf(choices, conflict, field)}
                options={options(field)}
                onChange={(event) => onChoose(choose(choices, conflict, field.field, event.target.value as Side))}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

interface ValueProps {
  entity: Entity;
  difference: ConflictingField;
  side: Side | 'original';
}

function Value({ entity, difference, side }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const field = fieldOf(entity, difference.field)!;
  if (!(side in difference)) return <span className="meta">{t('import.notKnown')}</span>;
  const value = difference[side];
  if (!isReadable(difference)) return String(value);
  const Cell = cellOf(field);
  if (isAbsent(value)) return <span className="meta">{t('import.blank')}</span>;
  return <Cell field={field} value={value} entity={entity} />;
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
