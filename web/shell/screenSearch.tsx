import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Modal, type RefSelectProps } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMenu } from './menuData.ts';
import { screens } from './menuTree.ts';

/** Ctrl+K: type a few letters of a screen's name and go there. */
export function ScreenSearch(): ReactNode {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const tree = useMenu(i18n.language);
  const [open, setOpen] = useState(false);
  const input = useRef<RefSelectProps>(null);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const options = screens(tree).map(({ path, titles }) => ({ value: path, label: titles.join(' › ') }));
  return (
    <>
      <Button type="text" icon={<SearchOutlined />} onClick={() => setOpen(true)}>
        {t('search.open')} <kbd className="key">Ctrl K</kbd>
      </Button>
      <Modal open={open} footer={null} closable={false} title={t('search.title')} onCancel={() => setOpen(false)} destroyOnHidden afterOpenChange={(shown) => shown && input.current?.focus()}>
        <AutoComplete
          ref={input}
          defaultOpen
          defaultActiveFirstOption
          style={{ width: '100%' }}
          options={options}
          placeholder={t('search.placeholder')}
          aria-label={t('search.title')}
          notFoundContent={t('menu.nothingFound')}
          filterOption={(text, option) => (option?.label ?? '').toLowerCase().includes(text.toLowerCase())}
          onSelect={(path) => {
            setOpen(false);
            void navigate(path);
          }}
        />
      </Modal>
    </>
  );
}
