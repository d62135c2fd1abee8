import type { DomainRules } from '../../kernel/domain.ts';

/** The name of an attachment is the one that its file was uploaded with, never what a caller says (2§3 Attachment). */
export const attachmentRules: DomainRules = {
  complete: async ({ row: { path }, before }, { db }) => {
    if (before?.['path'] === path) return undefined;
    const { rows } = await db.query({ text: 'select name from kernel.file where id = $1', values: [path] });
    return { name: (rows[0] as { name: string } | undefined)?.name ?? null };
  },
};
