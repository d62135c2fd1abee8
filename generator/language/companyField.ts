import type { Access } from '../model/access.ts';

/** Whether a field contains the company that owns the row (`x-access.company` with scope `own`). */
export const isCompanyOf = ({ access }: { access?: Access }, { name }: { name: string }): boolean =>
  access?.scope === 'own' && access.company === name;
