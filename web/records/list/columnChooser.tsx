import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
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
  const label = useLabel();
  const fields = listFields(entity);
  const ordered = [
    ...shown.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !shown.includes(name)),
  ];

  function move(name: string, by: -1 | 1): void {
    const from = shown.indexOf(name);
    const moved = shown.toSpliced(from, 1);
    moved.splice(from + by, 0, name);
    onChange(moved);
  }

  return (
    <section className="column-chooser" aria-label={t('list.columns')}>
      <h2>{t('list.columns')}</h2>
      <ul>
        {ordered.map((field) => {
          const place = shown.indexOf(field.name);
          const name = label(field.label);
          return (
            <li key={field.name}>
              <Checkbox
                checked={place >= 0}
                disabled={place >= 0 && shown.length === 1}
                onChange={(event) =>
                  onChange(event.target.checked ? [...shown, field.name] : shown.filter((one) => one !== field.name))
                }
              >
                {name}
              </Checkbox>
              {place >= 0 ? (
                <span className="column-moves">
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    disabled={place === 0}
                    aria-label={t('list.columnUp', { name })}
                    onClick={() => move(field.name, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    disabled={place === shown.length - 1}
                    aria-label={t('list.columnDown', { name })}
                    onClick={() => move(field.name, 1)}
                  />
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={onReset}>
        {t('list.columnsReset')}
      </Button>
    </section>
  );
}
