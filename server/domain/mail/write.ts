import { databaseTime } from '../../db/clock.ts';
import type { Label } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { rowsByKey } from '../../kernel/read/byKey.ts';
import { createRow } from '../../kernel/write/save.ts';
import { escapeHtml, fillTemplate } from './template.ts';

/**
 * Creates a draft of a mail from a template, filled in with the case (2§7 Mail sending for claims).
 *
 * It is addressed to the contact in the input, or without one to the receivers in the vessel's mail configuration.
 * Copies go to the addresses in the configuration.
 *
 * @param from the address under which the product sends
 * @throws Refusal 409 if there is neither a contact nor a mail configuration (1§8), 400 for a template that is not for
 *   this type of contact (2§5)
 */
export const writeMail =
  (from: string): Effect =>
  async (kernel, { runtime, row, input }, context) => {
    const language = input['mailLanguage'] === 'zh-CN' ? 'zh' : 'en';
    const configured = await rowOfKey(kernel, 'mail-config', row['vslCde'], context);
    const contact =
      input['contactId'] == null
        ? undefined
        : await rowWhere(kernel, { name: 'claim-contact', field: 'id', value: input['contactId'] }, context);
    if (!configured && !contact)
      throw refuseFields(
        [{ field: '', key: 'MSG_claim_0131', params: { vessel: row['vslNme'] ?? row['vslCde'] } }],
        'conflict',
      );
    const template = await rowOfKey(kernel, 'mail-template', input['templateCde'], context);
    if (!template) throw refuseFields([{ field: 'templateCde', key: 'MSG_mail_0125', params: {} }]);
    if (contact) checkContact(kernel, template, contact);
    const text = (name: string, escape?: (value: string) => string): string =>
      fillTemplate(String(template[`${name}${language === 'zh' ? 'Ch' : 'En'}`]), runtime.entity, row, {
        side: language,
        escape,
      });
    const values = {
      title: text('subject'),
      content: text('content', escapeHtml),
      sender: from,
      receiver: contact ? contact['contactsMail'] : configured!['receivers'],
      copies: configured?.['copies'] ?? null,
      sendDate: databaseTime(),
      caseId: String(row['id']),
      billCompany: row['billCompany'],
      sendStatus: 'Draft',
    };
    const mail = await createRow(
      kernel,
      { runtime: entityNamed(kernel, 'mail'), input: {}, system: { values } },
      asSystem(context),
    );
    return { made: { entity: 'mail', id: mail.id } };
  };

/** Checks that the template is for contacts of this type. @throws Refusal (400) */
function checkContact(kernel: Kernel, template: Row, { companyType }: Row): void {
  const types = (template['contactTypes'] ?? []) as string[];
  if (types.length === 0 || types.includes(String(companyType))) return;
  const labels = (codes: readonly string[]): Label => {
    const options = entityNamed(kernel, 'claim-contact')
      .fields.get('companyType')!
      .options!.filter(({ code }) => codes.includes(code));
    return { en: options.map(({ en }) => en).join(', '), zh: options.map(({ zh }) => zh).join('、') };
  };
  throw refuseFields([
    {
      field: 'contactId',
      key: 'MSG_mail_0126',
      params: {
        template: { en: template['nameEn'], zh: template['nameCh'] },
        types: labels(types),
        type: labels([String(companyType)]),
      },
    },
  ]);
}

/** The live row of an entity whose key is one field. */
const rowOfKey = (kernel: Kernel, name: string, key: unknown, context: Context): Promise<Row | undefined> =>
  rowWhere(kernel, { name, field: entityNamed(kernel, name).entity.key[0]!, value: key }, context);

/** The live row of an entity with this value in a unique field. */
async function rowWhere(
  kernel: Kernel,
  { name, field, value }: { name: string; field: string; value: unknown },
  context: Context,
): Promise<Row | undefined> {
  return (await rowsByKey(entityNamed(kernel, name), { key: [field], rows: [{ [field]: value }] }, context))
    .values()
    .next().value;
}
