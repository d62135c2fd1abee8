import { databaseTime } from '../../db/clock.ts';
import { problem } from '../../../generator/language/kinds/kind.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { throwViolations } from '../../errors.ts';
import type { Effect } from '../../kernel/core.ts';
import type { Files } from '../../kernel/files/files.ts';
import { addressesOf } from '../partners/mail.ts';

/** Limit of most mail servers for one mail. */
const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
const MAX_RECEIVERS = 50;

/**
 * Prepares a mail for sending; the kernel adds it to the outbox in the same transaction (2§7 Mail sending for claims).
 *
 * @param from the address under which the product sends
 * @throws Refusal (400) at missing fields and invalid addresses, and for attachments that are too large
 */
export const sendMail =
  (files: Files, from: string): Effect =>
  async (_kernel, { runtime, row }, context) => {
    const label = (name: string) => runtime.fields.get(name)!.label;
    const violations: Violation[] = [];
    const addresses = ['receiver', 'copies'].flatMap((name) => {
      const listed = addressesOf(row[name]);
      const invalid = listed.find((address) => KINDS.email.check(address, runtime.fields.get('sender')!) !== undefined);
      if (invalid !== undefined)
        violations.push({ field: name, key: 'MSG_mail_0121', params: { label: label(name), address: invalid } });
      return listed;
    });
    if (row['content'] == null)
      violations.push({ field: 'content', ...problem(runtime.fields.get('content')!, MESSAGE.required) });
    if (addresses.length > MAX_RECEIVERS)
      violations.push({ field: 'receiver', key: 'MSG_mail_0123', params: { max: MAX_RECEIVERS } });
    const attachedBytes = (await files.describe((row['mailAttachments'] ?? []) as string[], context)).reduce(
      (sum, { size }) => sum + size,
      0,
    );
    if (attachedBytes > MAX_ATTACHED_BYTES)
      violations.push({
        field: 'mailAttachments',
        key: 'MSG_mail_0122',
        params: { max: MAX_ATTACHED_BYTES / 1024 / 1024 },
      });
    throwViolations(violations);
    return {
      values: { sendDate: databaseTime(), sender: from },
      message: { key: 'MSG_mail_0120', params: { count: addresses.length } },
    };
  };
