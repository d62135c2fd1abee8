import {
  ApartmentOutlined, AppstoreOutlined, BankOutlined, BookOutlined, ClusterOutlined, ContainerOutlined, DashboardOutlined, DollarOutlined, EnvironmentOutlined,
  FileOutlined, FolderOutlined, GlobalOutlined, IdcardOutlined, ProfileOutlined, SettingOutlined, SwapOutlined, TagsOutlined, TeamOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** The icons that a menu may name; the whole icon library would be fetched by everyone otherwise. */
const ICONS: Record<string, ComponentType> = {
  ApartmentOutlined, AppstoreOutlined, BankOutlined, BookOutlined, ClusterOutlined, ContainerOutlined, DashboardOutlined, DollarOutlined, EnvironmentOutlined,
  FileOutlined, FolderOutlined, GlobalOutlined, IdcardOutlined, ProfileOutlined, SettingOutlined, SwapOutlined, TagsOutlined, TeamOutlined,
};

/** The icon of a menu node; a group that names an unknown one gets a folder, a screen none. */
export function menuIcon(name: string | null | undefined, isGroup: boolean): ReactNode {
  const Icon = (name ? ICONS[name] : undefined) ?? (isGroup ? FolderOutlined : undefined);
  return Icon ? <Icon /> : null;
}
