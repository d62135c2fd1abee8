import { databaseTime } from '../../db/clock.ts';
import { problem } from '../../../generator/language/kinds/kind.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import type { Effect } from '../../kernel/domain.ts';
import type { Files } from '../../kernel/files/files.ts';
import { addressesOf } from '../partners/mail.ts';

/** Most mail servers take no more in one mail. */
const MOST_ATTACHED_BYTES = 20 * 1024 * 1024;
const MOST_RECEIVERS = 50;

/**
 * Has a mail sent (2§7 Mail sending for claims): the kernel keeps it for the mail server in the same transaction.
 *
 * @param from the address under which the product sends
 * @throws Refusal (400) at what is missing or no address, and for attachments that are too much for one mail
 */
export const sendMail =
  (files: Files, from: string): Effect =>
  async (_kernel, { runtime, row }, context) => {
    const label = (name: string) => runtime.fields.get(name)!.label;
    const violations: Violation[] = [];
    const addresses = ['receiver', 'copies'].flatMap((name) => {
      const listed = addressesOf(row[name]);
      const wrong = listed.find((address) => KINDS.email.check(address, runtime.fields.get('sender')!) !== undefined);
      if (wrong !== undefined)
        violations.push({ field: name, key: 'MSG_mail_0121', params: { label: label(name), address: wrong } });
      return listed;
    });
    if (row['content'] == null)
      violations.push({ field: 'content', ...problem(runtime.fields.get('content')!, MESSAGE.required) });
    if (addresses.length > MOST_RECEIVERS)
      violations.push({ field: 'receiver', key: 'MSG_mail_0123', params: { max: MOST_RECEIVERS } });
    const attached = (await files.describe((row['mailAttachments'] ?? []) as string[], context)).reduce(
      (sum, { size }) => sum + size,
      0,
    );
    if (attached > MOST_ATTACHED_BYTES)
      violations.push({
        field: 'mailAttachments',
        key: 'MSG_mail_0122',
        params: { max: MOST_ATTACHED_BYTES / 1024 / 1024 },
      });
    if (violations.length > 0) throw refuseFields(violations);
    return {
      values: { sendDate: databaseTime(), sender: from },
      told: { key: 'MSG_mail_0120', params: { count: addresses.length } },
    };
  };
