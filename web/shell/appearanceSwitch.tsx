import { BulbOutlined, DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appearance } from '../api/appearance.ts';
import { choose } from '../api/preferences.ts';
import { useAppearance } from './appearance.tsx';

const ICONS: Record<Appearance, ReactNode> = {
  light: <SunOutlined />,
  dark: <MoonOutlined />,
  system: <DesktopOutlined />,
};

/** Menu to choose the appearance. */
export function AppearanceSwitch(): ReactNode {
  const { t } = useTranslation();
  const { appearance } = useAppearance();
  const items = (Object.keys(ICONS) as Appearance[]).map((one) => ({
    key: one,
    icon: ICONS[one],
    label: t(`appearance.${one}`),
    onClick: () => void choose({ theme: one }),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [appearance] }}>
      <Button type="text" icon={<BulbOutlined />} aria-label={t('appearance.title')} />
    </Dropdown>
  );
}
