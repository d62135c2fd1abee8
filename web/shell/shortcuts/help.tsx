import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { areQuickKeysOn, onQuickKeys, setQuickKeys } from '../../api/quickKeys.ts';
import './help.css';

/** A shortcut in the help: its keys, and the key of its text in `locales`. */
export type ShortcutLine = readonly [keys: readonly string[], text: string];

interface Props {
  lines: readonly ShortcutLine[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Button with the help of a page's single-key shortcuts, and the switch that turns them off. */
export function ShortcutHelp({ lines, isOpen, onOpen }: Props): ReactNode {
  const { t } = useTranslation();
  const isOn = useSyncExternalStore(onQuickKeys, areQuickKeysOn);
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('quickKeys.title')}
        title={t('quickKeys.title')}
        onClick={() => onOpen(true)}
      />
      <Modal open={isOpen} title={t('quickKeys.title')} footer={null} onCancel={() => onOpen(false)} destroyOnHidden>
        <dl className="quick-keys">
          {lines.map(([keys, text]) => (
            <div key={text}>
              <dt>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 ? ' – ' : ''}
                    <kbd className="key">{key}</kbd>
                  </span>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <label className="quick-keys-switch">
          <Switch size="small" checked={isOn} onChange={setQuickKeys} aria-label={t('quickKeys.on')} />{' '}
          {t('quickKeys.on')}
        </label>
      </Modal>
    </>
  );
}
