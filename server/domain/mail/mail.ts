import type { Area } from '../area.ts';
import { Mailer } from './mailer.ts';
import { sendMail } from './send.ts';
import { templateRules } from './template.ts';
import { mailRules, taskRules, repairUnreadCounts } from './unread.ts';
import { writeMail } from './write.ts';

/** Sender of drafts without a mail server, when no mail can be sent. */
const NO_SENDER = 'bordereau@localhost.invalid';

/** Mails of cases: templates, drafts, sending, and the counts of unread mails. */
export const mail: Area = {
  name: 'mail',
  effects: (config, areas) => ({
    'mail.write': writeMail(config.mail?.from ?? NO_SENDER),
    'mail.send': (...input) => sendMail(areas().files, config.mail?.from ?? '')(...input),
  }),
  open: ({ config, log, atStop }) => {
    const mailer = config.mail && new Mailer(config.mail, log);
    atStop('mail', async () => mailer?.close());
    return { mailer };
  },
  rules: ({ kernel }) => ({
    'mail-template': templateRules(kernel.registry.model.entities['claim']!),
    mail: mailRules(kernel),
    task: taskRules(kernel),
  }),
  jobs: ({ kernel }) => [
    {
      failure: 'some counts of unread mails are not up to date',
      atStart: true,
      run: (context) => repairUnreadCounts(kernel, context),
    },
  ],
};
