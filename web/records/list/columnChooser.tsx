import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { listFields } from './columns.tsx';

interface Props {
  entity: Entity;
  shown: string[];
  onChange: (shown: string[]) => void;
  /** restores the schema's columns and widths */
  onReset: () => void;
}

/** Menu to choose and order the columns of a list. */
export function ColumnChooser(props: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Popover trigger="click" placement="bottomRight" content={<Choices {...props} />}>
      <Button icon={<SettingOutlined />} title={t('list.columns')} aria-label={t('list.columns')} />
    </Popover>
  );
}

function Choices({ entity, shown, onChange, onReset }: Props): ReactNode {
  const { t } = useTranslation();
  const fields = listFields(entity);
  const ordered = [
    ...shown.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !shown.includes(name)),
  ];
  return (
    <section className="column-chooser" aria-label={t('list.columns')}>
      <h2>{t('list.columns')}</h2>
      <ul>
        {ordered.map((field) => (
          <li key={field.name}>
            <ColumnChoice field={field} shown={shown} onChange={onChange} />
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={onReset}>
        {t('list.columnsReset')}
      </Button>
    </section>
  );
}

/** Shows or hides a column, and moves a shown one. */
function ColumnChoice({ field, shown, onChange }: Pick<Props, 'shown' | 'onChange'> & { field: Field }): ReactNode {
  const { t } = useTranslation();
  const name = useLabel()(field.label);
  const index = shown.indexOf(field.name);
  const isShown = index >= 0;
  const move = (by: -1 | 1): void => onChange(shown.toSpliced(index, 1).toSpliced(index + by, 0, field.name));
  return (
    <>
      <Checkbox
        checked={isShown}
        disabled={isShown && shown.length === 1}
        onChange={({ target }) => onChange(target.checked ? [...shown, field.name] : shown.toSpliced(index, 1))}
      >
        {name}
      </Checkbox>
      {isShown && (
        <span className="column-moves">
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            disabled={index === 0}
            aria-label={t('list.columnUp', { name })}
            onClick={() => move(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            disabled={index === shown.length - 1}
            aria-label={t('list.columnDown', { name })}
            onClick={() => move(1)}
          />
        </span>
      )}
    </>
  );
}
