import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';

interface Props {
  /** the members to move: their titles and the codes of their current parents */
  moves: { title: string; from: string }[];
  /** title of the new parent */
  to: string;
  /** the reference to the parent */
  field: Field;
  /** the entity of `field` */
  entity: Entity;
  onOk: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before members are moved to another parent, and lists their current parents. */
export function MovesDialog({ moves, to, field, entity, onOk, onCancel }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const Cell = cellOf(field);
  return (
    <Modal
      open
      centered
      maskClosable={false}
      width={520}
      title={t('members.confirmMove', { count: moves.length, parent: to, field: label(field.label) })}
      okText={t('members.move')}
      cancelText={t('action.cancel')}
      onOk={onOk}
      onCancel={onCancel}
    >
      <ul className="form-list">
        {moves.map(({ title, from }) => (
          <li key={title}>
            {title}
            {t('members.colon')}
            <Cell field={field} value={from} row={{}} entity={entity} /> → {to}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
