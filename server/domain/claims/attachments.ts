import { build, prepared } from '../../db/statement.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';

const fileName = prepared<{ id: string }>()(($) =>
  build.selectFrom('kernel.file').select('name').where('id', '=', $('id')),
);

/** Sets the name of an attachment to that of its uploaded file; callers cannot set it (2§3 Attachment). */
export const attachmentRules: DomainRules = {
  complete: async ({ row: { path }, before }, { db }) =>
    before?.['path'] === path ? undefined : { name: (await fileName.first(db, { id: path as string }))?.name ?? null },
};
