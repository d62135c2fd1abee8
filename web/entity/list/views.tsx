import { CloseOutlined, StarOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

interface Props {
  /** the address's query by name */
  views: Record<string, string>;
  onChange: (views: Record<string, string>) => void;
}

/** Searches that the reader has named: filters, sort and page size, as the address says them. */
export function SavedViews({ views, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { search } = useLocation();
  const [name, setName] = useState('');
  const names = Object.keys(views);

  function keep(): void {
    onChange({ ...views, [name.trim()]: search });
    setName('');
  }

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('views.title')}
      content={(
        <div className="views">
          {names.length === 0 ? <p>{t('views.empty')}</p> : (
            <ul>
              {names.map((one) => (
                <li key={one}>
                  <Link to={{ search: views[one]! }}>{one}</Link>
                  <Button
                    type="text" size="small" icon={<CloseOutlined />} aria-label={t('views.remove', { name: one })}
                    onClick={() => onChange(Object.fromEntries(Object.entries(views).filter(([other]) => other !== one)))}
                  />
                </li>
              ))}
            </ul>
          )}
          <Space.Compact block>
            <Input size="small" maxLength={40} value={name} placeholder={t('views.name')} aria-label={t('views.name')} onChange={(event) => setName(event.target.value)} onPressEnter={() => name.trim() && keep()} />
            <Button size="small" type="primary" disabled={name.trim() === ''} onClick={keep}>{t('views.keep')}</Button>
          </Space.Compact>
        </div>
      )}
    >
      <Button icon={<StarOutlined />} title={t('views.title')} aria-label={t('views.title')} />
    </Popover>
  );
}
