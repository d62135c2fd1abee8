import { TranslationOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choose } from '../api/preferences.ts';

/** Button that switches to the other language, named in that language. */
export function LanguageSwitch(): ReactNode {
  const { i18n } = useTranslation();
  const chinese = i18n.language === 'zh-CN';
  return (
    <Button
      type="text"
      icon={<TranslationOutlined />}
      lang={chinese ? 'en' : 'zh-CN'}
      onClick={() => void choose({ language: chinese ? 'en-US' : 'zh-CN' })}
    >
      {chinese ? 'English' : '中文'}
    </Button>
  );
}
