import type { Label } from '../../../generator/model/field.ts';
import type { Adapter } from './adapter.ts';
import { captive } from './captive.ts';
import { mailAdapter } from './mail.ts';
import { plainAdapter } from './plain.ts';
import { sap } from './sap.ts';

/** Partners that receive messages (1§1 Integration partners). The address is in the setting `PARTNER_<NAME>_URL`. */
export const PARTNERS = ['captive', 'piclub', 'container', 'ledger', 'sap', 'smp', 'customs'] as const;
/** Name of a partner in settings and in the outbox. */
export type PartnerName = (typeof PARTNERS)[number];

/** Receivers of the outbox: the partners and the mail server. */
export type Receiver = PartnerName | 'mail';

/** What messages call a receiver. */
export const PARTNER_LABELS: Readonly<Record<Receiver, Label>> = {
  captive: { en: 'captive insurer', zh: '自保公司' },
  piclub: { en: 'P&I club', zh: '保赔协会' },
  container: { en: 'container insurer', zh: '集装箱险保险人' },
  ledger: { en: 'finance ledger', zh: '财务总账系统' },
  sap: { en: 'SAP system', zh: 'SAP 财务系统' },
  smp: { en: 'case system', zh: '海事案件系统' },
  customs: { en: 'customs service', zh: '海关服务' },
  mail: { en: 'mail server', zh: '邮件服务器' },
};

/** The adapters of the receivers. */
export const ADAPTERS: Readonly<Record<Receiver, Adapter>> = {
  captive,
  piclub: plainAdapter,
  container: plainAdapter,
  ledger: plainAdapter,
  sap,
  smp: plainAdapter,
  customs: plainAdapter,
  mail: mailAdapter,
};

/** Whether a name is that of a partner. */
export const isPartner = (name: string): name is PartnerName => (PARTNERS as readonly string[]).includes(name);

/** Whether a name is that of a receiver of the outbox. */
export const isReceiver = (name: string): name is Receiver => name === 'mail' || isPartner(name);

/** Name of the setting with the address of a partner. */
export const settingOf = (partner: PartnerName): string => `PARTNER_${partner.toUpperCase()}_URL`;
