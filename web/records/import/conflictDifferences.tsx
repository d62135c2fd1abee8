import { Radio, Table } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import { choose, type Choices, isReadable, type Side, sideOf } from './conflicts.ts';
import type { Conflict, ConflictingField } from './contract.ts';

interface Props {
  entity: Entity;
  conflict: Conflict;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  disabled: boolean;
}

/**
 * The fields in conflict with their exported value, the value in the file and the stored value, and a choice of the
 * value to write.
 */
export function ConflictDifferences(props: Props): ReactNode {
  const { entity, conflict } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const id = useId();
  const value = (side: Side | 'original', key: string) => ({
    title: t(key),
    key: side,
    render: (_: unknown, field: ConflictingField) => <Value entity={entity} difference={field} side={side} />,
  });
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
          render: (_, field) => <SideChoice {...props} field={field} labelledBy={`${id}${field.field}`} />,
        },
      ]}
    />
  );
}

interface ChoiceProps extends Omit<Props, 'entity'> {
  field: ConflictingField;
  /** id of the element with the name of the field */
  labelledBy: string;
}

/** Choice of the value to write. A stored value that the user may not read cannot be chosen. */
function SideChoice({ conflict, choices, onChoose, disabled, field, labelledBy }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const options: { value: Side; label: string; disabled?: boolean }[] = [
    { value: 'mine', label: t('import.sideFile') },
    { value: 'theirs', label: t('import.sideStored'), disabled: !isReadable(field) },
  ];
  return (
    <div role="radiogroup" aria-labelledby={labelledBy}>
      <Radio.Group
        size="small"
        optionType="button"
        disabled={disabled}
        value={sideOf(choices, conflict, field)}
        options={options}
        onChange={(event) => onChoose(choose(choices, conflict, field.field, event.target.value as Side))}
      />
    </div>
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
