import type { Access } from '../model/access.ts';

/** Whether a field says whose company's row it is (`x-access.company` of an `own` entity). */
export const isCompanyOf = ({ access }: { access?: Access }, { name }: { name: string }): boolean =>
  access?.scope === 'own' && access.company === name;
