import { type ThemeConfig, theme } from 'antd';

/** Tokens of both appearances. The colours of states are used for states only; the accent is one blue. */
const SEED = {
  colorPrimary: '#0B5FA5',
  colorInfo: '#0B5FA5',
  colorLink: '#0B5FA5',
  colorSuccess: '#1F7A4D',
  colorWarning: '#B25E09',
  colorError: '#C0362C',
  borderRadius: 6,
  fontSize: 14,
  fontSizeHeading1: 20,
  fontSizeHeading2: 18,
  fontSizeHeading3: 16,
  fontSizeHeading4: 15,
  fontSizeHeading5: 14,
  sizeUnit: 4,
  sizeStep: 4,
  // With motion, the loading icon stays in a button's accessible name if it is removed during its animation.
  motion: false,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.14s',
  wireframe: false,
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Helvetica Neue', Arial, sans-serif",
} as const;

const LIGHT = {
  colorPrimaryBg: '#E8F1F9',
  colorPrimaryBgHover: '#D6E6F4',
  colorInfoBg: '#E8F1F9',
  colorInfoBorder: '#B9D4EB',
  controlItemBgActive: '#E8F1F9',
  controlItemBgActiveHover: '#D6E6F4',
  colorTextBase: '#1B2733',
  // With the backgrounds that antd derives, the text of a state would have a contrast below 4.5 : 1.
  colorSuccessBg: '#E8F4EE',
  colorSuccessBorder: '#A9D3BD',
  colorWarningBg: '#FDF3E4',
  colorWarningBorder: '#EBC896',
  colorErrorBg: '#FCEDEC',
  colorErrorBorder: '#EDB4AF',
  colorBgLayout: '#F3F5F8',
  colorBgContainer: '#FFFFFF',
  colorBorder: '#C3CCD6',
  colorBorderSecondary: '#E1E6EC',
  colorTextSecondary: '#4A5866',
  colorTextTertiary: '#5F6D7B',
  colorTextPlaceholder: '#6B7885',
  colorTextDescription: '#5F6D7B',
} as const;

const DARK = {
  colorPrimary: '#2F7FC6',
  colorPrimaryHover: '#3577B4',
  colorInfo: '#2F7FC6',
  colorPrimaryBg: '#14283B',
  colorInfoBg: '#14283B',
  colorInfoBorder: '#24496B',
  colorPrimaryBgHover: '#1A344D',
  controlItemBgActive: '#14283B',
  controlItemBgActiveHover: '#1A344D',
  colorLink: '#6FB4EE',
  colorSuccess: '#4CAF7F',
  colorWarning: '#E0A04A',
  colorError: '#E8766D',
  colorTextBase: '#E6EBF0',
  colorBgBase: '#12181F',
  colorBgLayout: '#0D1218',
  colorBgContainer: '#151C24',
  colorBgElevated: '#1C252F',
  colorBorder: '#3A4755',
  colorBorderSecondary: '#27323D',
  colorTextSecondary: '#B4C0CC',
  colorTextTertiary: '#93A1AF',
  colorTextPlaceholder: '#8593A1',
  colorTextDescription: '#93A1AF',
} as const;

/** Compact components: shadows only for floating elements, table rows of 36 px. */
const COMPONENTS: NonNullable<ThemeConfig['components']> = {
  Layout: { siderBg: 'transparent', headerBg: 'transparent', headerHeight: 48, headerPadding: '0 16px' },
  Table: { cellPaddingBlockSM: 5.5, cellPaddingInlineSM: 10, headerBorderRadius: 0, cellFontSizeSM: 14 },
  Menu: {
    itemHeight: 32,
    itemMarginBlock: 2,
    subMenuItemBg: 'transparent',
    itemBorderRadius: 6,
    collapsedWidth: 48,
    activeBarBorderWidth: 0,
  },
  Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
  Tag: { defaultBg: 'transparent' },
  Modal: { titleFontSize: 16 },
};

/** On a dark background, text in the accent colour must be brighter than a fill that has white text. */
const DARK_COMPONENTS: ThemeConfig['components'] = {
  Menu: { ...COMPONENTS['Menu'], itemSelectedColor: DARK.colorLink, subMenuItemSelectedColor: DARK.colorLink },
  Dropdown: { colorPrimary: DARK.colorLink },
  Pagination: { itemActiveColor: DARK.colorLink, itemActiveColorHover: DARK.colorLink },
  Tabs: { itemSelectedColor: DARK.colorLink, itemHoverColor: DARK.colorLink },
  Tag: { ...COMPONENTS['Tag'], colorInfo: DARK.colorLink },
};

/** antd's configuration for one appearance. */
export function themeOf(dark: boolean): ThemeConfig {
  return {
    cssVar: { key: 'bordereau' },
    hashed: false,
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...SEED, ...(dark ? DARK : LIGHT) },
    components: dark ? { ...COMPONENTS, ...DARK_COMPONENTS } : COMPONENTS,
  };
}
