import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect } from '../../kernel/domain.ts';
import { withEveryRight } from '../../kernel/everyRight.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import { rowsByKey } from '../../kernel/read/byKey.ts';
import type { Row } from '../../kernel/write/body.ts';
import { createRow } from '../../kernel/write/save.ts';
import { asHtml, filledIn } from './template.ts';

/**
 * Begins a mail of a case from a template (2§7 Mail sending for claims): a draft to the receivers that the vessel's mail configuration
 * names, with the case filled in, for its writer to finish and send.
 *
 * @param from the address under which the product sends
 * @throws Refusal 409 where the vessel has no mail configuration (1§8)
 */
export const writeMail = (from: string): Effect => async (kernel, { runtime, row, input }, context) => {
  const side = input['mailLanguage'] === 'zh-CN' ? 'zh' : 'en';
  const configured = await rowNamed(kernel, 'mail-config', row['vslCde'], context);
  if (!configured) throw refuseFields([{ field: '', key: 'MSG_claim_0131', params: { vessel: row['vslNme'] ?? row['vslCde'] } }], 'conflict');
  const template = await rowNamed(kernel, 'mail-template', input['templateCde'], context);
  if (!template) throw refuseFields([{ field: 'templateCde', key: 'MSG_mail_0125', params: {} }]);
  const text = (name: string, escape?: (part: string) => string): string => filledIn(String(template[`${name}${side === 'zh' ? 'Ch' : 'En'}`]), runtime.entity, row, side, escape);
  const values = {
    title: text('subject'), content: text('content', asHtml), sender: from, receiver: configured['receivers'], copies: configured['copies'], sendDate: new Date().toISOString(),
    caseId: String(row['id']), billCompany: row['billCompany'], sendStatus: 'Draft',
  };
  const mail = await createRow(kernel, entityNamed(kernel, 'mail'), {}, withEveryRight(context), { values });
  return { made: { entity: 'mail', id: mail.id } };
};

/** The live row of an entity whose key is one field. */
async function rowNamed(kernel: Kernel, name: string, key: unknown, context: Context): Promise<Row | undefined> {
  const runtime = entityNamed(kernel, name);
  const [field] = runtime.entity.key;
  return (await rowsByKey(runtime, [field!], [{ [field!]: key }], context)).values().next().value;
}
