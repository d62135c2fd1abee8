import { Alert, Modal, Radio, Table } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleFields } from '../../../generator/language/title.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { personText } from '../../fields/ref/title.ts';
import { useTitle } from '../../fields/ref/titles.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import {
  type Conflicting,
  decidedValues,
  decidedChildValues,
  type Difference,
  differencesOf,
  type ConflictingChild,
  childDifferencesOf,
  childKey,
  type Side,
} from './conflict.ts';

interface Props {
  draft: Conflicting;
  /** the stored row */
  current: Row;
  /** called after the choices were applied to the draft, which is then to be saved */
  onSettled: () => void;
  /** called when the user returns to the unchanged draft */
  onCancel: () => void;
}

/** Dialog that shows the conflicting fields of a row as mine, theirs and original, and lets the user choose. */
export function ConflictDialog({ draft, current, onSettled, onCancel }: Props): ReactNode {
  const { t } = useTranslation();
  const updater = textOf(current['updater']);
  const name = useTitle(draft.entity.writers, updater);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const differences = [
    ...differencesOf(draft.entity, draft.original ?? {}, draft.values, current),
    ...childDifferencesOf(draft, current),
  ];
  const sideOf = (difference: Difference): Side => chosen[keyOf(difference)] ?? difference.proposed;
  const settle = (): void => {
    draft.rebase(current, decidedValues(differences, sideOf), decidedChildValues(differences, sideOf));
    onSettled();
  };
  return (
    <Modal
      open
      width={960}
      maskClosable={false}
      title={t('form.conflict.title')}
      okText={t('form.conflict.save')}
      cancelText={t('form.conflict.back')}
      onOk={settle}
      onCancel={onCancel}
      className="form-conflict"
    >
      <Alert
        type="warning"
        showIcon
        message={t('form.conflict.explain', { who: personText(updater, name) })}
        {...(differences.length === 0 && { description: t('form.conflict.noField') })}
      />
      {differences.length > 0 && (
        <DifferenceTable
          draft={draft}
          differences={differences}
          sideOf={sideOf}
          onChoose={(difference, side) => setChosen({ ...chosen, [keyOf(difference)]: side })}
        />
      )}
    </Modal>
  );
}

interface TableProps {
  draft: Conflicting;
  differences: readonly Difference[];
  sideOf: (difference: Difference) => Side;
  onChoose: (difference: Difference, side: Side) => void;
}

function DifferenceTable({ draft, differences, sideOf, onChoose }: TableProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const column = (side: Side | 'original') => ({
    title: t(`form.conflict.${side}`),
    key: side,
    render: (_: unknown, difference: Difference) => <FieldValue draft={draft} difference={difference} side={side} />,
  });
  return (
    <Table<Difference>
      size="small"
      pagination={false}
      rowKey={keyOf}
      dataSource={differences}
      scroll={{ y: 420 }}
      rowClassName={({ clash }) => (clash ? 'form-clash' : '')}
      columns={[
        {
          title: t('form.conflict.field'),
          key: 'field',
          render: (_, difference, index) => <FieldLabel id={`${id}${index}`} difference={difference} />,
        },
        column('original'),
        column('mine'),
        column('theirs'),
        {
          title: t('form.conflict.keep'),
          key: 'keep',
          width: 180,
          render: (_, difference, index) => (
            <SideChoice
              labelId={`${id}${index}`}
              side={sideOf(difference)}
              onChoose={(side) => onChoose(difference, side)}
            />
          ),
        },
      ]}
    />
  );
}

interface SideProps {
  /** id of the label of the field */
  labelId: string;
  side: Side;
  onChoose: (side: Side) => void;
}

/** The choice of the value to keep. */
function SideChoice({ labelId, side, onChoose }: SideProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="radiogroup" aria-labelledby={labelId}>
      <Radio.Group
        size="small"
        optionType="button"
        value={side}
        options={[
          { value: 'mine', label: t('form.conflict.mine') },
          { value: 'theirs', label: t('form.conflict.theirs') },
        ]}
        onChange={(event) => onChoose(event.target.value as Side)}
      />
    </div>
  );
}

/** Label of a field, after the title of its child row if it is not a field of the record itself. */
function FieldLabel({ id, difference: { field, child } }: { id: string; difference: Difference }): ReactNode {
  const label = useLabel();
  return (
    <span id={id}>
      {child && (
        <>
          <ChildTitle child={child} /> ·{' '}
        </>
      )}
      {label(field.label)}
    </span>
  );
}

const keyOf = ({ child, field }: Difference): string =>
  `${child ? childKey(child.entity.name, child.id) : ''} ${field.name}`;

/** Title of a child row. A title of a single field is shown like that field, such as a right by its name. */
function ChildTitle({ child: { entity, row, title } }: { child: ConflictingChild }): ReactNode {
  const label = useLabel();
  const names = titleFields(entity);
  const singleField = names.length === 1 ? fieldOf(entity, names[0]!) : undefined;
  if (!singleField) return label(title);
  const Cell = cellOf(singleField);
  return <Cell field={singleField} value={row[singleField.name]} row={row} entity={entity} />;
}

function FieldValue({
  draft,
  difference,
  side,
}: {
  draft: Conflicting;
  difference: Difference;
  side: Side | 'original';
}): ReactNode {
  const { field, original } = difference;
  const value = difference[side];
  const Cell = cellOf(field);
  const changed = side !== 'original' && textOf(value) !== textOf(original);
  return (
    <span className={changed ? 'form-changed' : undefined}>
      {isAbsent(value) ? '—' : <Cell field={field} value={value} entity={difference.child?.entity ?? draft.entity} />}
    </span>
  );
}
