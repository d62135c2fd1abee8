import { BadSetting, type Config } from '../../config.ts';
import type { Area } from '../area.ts';
import type { Channel } from './adapter.ts';
import { httpChannel } from './call.ts';
import { checkSends } from './checkSends.ts';
import { Delivery } from './delivery.ts';
import { mailChannel } from './mail.ts';
import { partnerOutbox } from './outbox.ts';
import { isPartner, PARTNERS, settingOf, type Receiver } from './receivers.ts';
import { sendAgain } from './sendAgain.ts';

/** Messages to partners and to the mail server: the outbox and its delivery. */
export const partners: Area = {
  name: 'partners',
  checkSettings: checkPartners,
  checkModel: checkSends,
  effects: (_config, areas) => ({ 'partner.sendAgain': sendAgain(() => areas().delivery.wake()) }),
  open: ({ config, kernel, mailer, files, log, deliveryPace }) => {
    const channels = new Map<Receiver, Channel>(
      [...config.partners].map(([name, url]) => [name as Receiver, httpChannel(url)]),
    );
    if (mailer) channels.set('mail', mailChannel(mailer, files, kernel));
    const delivery = new Delivery(kernel, channels, log, deliveryPace);
    kernel.outbox = partnerOutbox(channels, delivery.wake);
    return { delivery };
  },
  start: ({ delivery }) => {
    delivery.start();
    return () => delivery.stop();
  },
};

/** @throws BadSetting for the address of an unknown partner */
function checkPartners({ partners }: Config): void {
  const unknown = [...partners.keys()].find((name) => !isPartner(name));
  if (unknown !== undefined)
    throw new BadSetting(`PARTNER_${unknown.toUpperCase()}_URL`, `is none of ${PARTNERS.map(settingOf).join(', ')}`);
}
