import { listOf, rawOf, type Raw } from '../compile/source.ts';

/**
 * Joins the form of a base and that of a subtype. A tab with the label of an inherited one adds its fields and children
 * to it; other tabs follow the first inherited one. Every other part of the subtype replaces the inherited part.
 */
export function inheritForm(inherited: unknown, own: unknown): Raw {
  const joined: Raw = { ...rawOf(inherited), ...rawOf(own) };
  const [base, added] = [listOf(rawOf(inherited)['tabs']), listOf(rawOf(own)['tabs'])];
  if (base.length === 0 || added.length === 0) return joined;
  const isSame = (one: Raw, other: Raw): boolean => JSON.stringify(one['label']) === JSON.stringify(other['label']);
  const [first, ...others] = base.map((tab) =>
    extendTab(
      tab,
      added.find((one) => isSame(tab, one)),
    ),
  );
  return { ...joined, tabs: [first, ...added.filter((tab) => !base.some((one) => isSame(one, tab))), ...others] };
}

/**
 * An inherited tab with what a subtype adds to it: sections before the inherited ones, fields and children after them.
 */
function extendTab(tab: Raw, { fields, sections, children }: Raw = {}): Raw {
  return {
    ...tab,
    ...(sections === undefined ? {} : { sections: [sections, tab['sections'] ?? []].flat() }),
    fields: [tab['fields'] ?? [], fields ?? []].flat(),
    ...(children === undefined ? {} : { children: [tab['children'] ?? [], children].flat() }),
  };
}
