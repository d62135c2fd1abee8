import {
  AccountBookOutlined, AlertOutlined, ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BarcodeOutlined, BookOutlined,
  BranchesOutlined, CalendarOutlined, CarOutlined, CarryOutOutlined, CheckSquareOutlined, ClusterOutlined, ContainerOutlined, DashboardOutlined,
  DatabaseOutlined, DollarOutlined, EnvironmentOutlined, FieldTimeOutlined, FileAddOutlined, FileDoneOutlined, FileOutlined, FileProtectOutlined,
  FileTextOutlined, FileUnknownOutlined, FolderOutlined, GlobalOutlined, IdcardOutlined, InboxOutlined, KeyOutlined, LoginOutlined, LogoutOutlined,
  MailOutlined, NotificationOutlined, PercentageOutlined, ProfileOutlined, ReadOutlined, ReconciliationOutlined, RollbackOutlined,
  SafetyCertificateOutlined, SafetyOutlined, ScheduleOutlined, SendOutlined, SettingOutlined, ShopOutlined, ShoppingOutlined, SolutionOutlined, SwapOutlined,
  TagsOutlined, TeamOutlined, ToolOutlined, TransactionOutlined, UnorderedListOutlined, UserAddOutlined, UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** The icons that a menu may name; the whole icon library would be fetched by everyone otherwise. */
export const ICONS: Record<string, ComponentType> = {
  AccountBookOutlined, AlertOutlined, ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BarcodeOutlined, BookOutlined,
  BranchesOutlined, CalendarOutlined, CarOutlined, CarryOutOutlined, CheckSquareOutlined, ClusterOutlined, ContainerOutlined, DashboardOutlined,
  DatabaseOutlined, DollarOutlined, EnvironmentOutlined, FieldTimeOutlined, FileAddOutlined, FileDoneOutlined, FileOutlined, FileProtectOutlined,
  FileTextOutlined, FileUnknownOutlined, FolderOutlined, GlobalOutlined, IdcardOutlined, InboxOutlined, KeyOutlined, LoginOutlined, LogoutOutlined,
  MailOutlined, NotificationOutlined, PercentageOutlined, ProfileOutlined, ReadOutlined, ReconciliationOutlined, RollbackOutlined,
  SafetyCertificateOutlined, SafetyOutlined, ScheduleOutlined, SendOutlined, SettingOutlined, ShopOutlined, ShoppingOutlined, SolutionOutlined, SwapOutlined,
  TagsOutlined, TeamOutlined, ToolOutlined, TransactionOutlined, UnorderedListOutlined, UserAddOutlined, UserOutlined,
};

/** The icon of a menu node; a group that names an unknown one gets a folder, a screen none. */
export function menuIcon(name: string | null | undefined, isGroup: boolean): ReactNode {
  const Icon = (name ? ICONS[name] : undefined) ?? (isGroup ? FolderOutlined : undefined);
  return Icon ? <Icon /> : null;
}
