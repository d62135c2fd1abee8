import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { FormPanel, FormSection } from '../../../generator/model/form.ts';
import { isWritable } from './values.ts';

/** A headed group of fields. */
export interface LayoutSection {
  label?: Label;
  fields: string[];
  /** the page of a record shows fields without values on request only */
  isFolded?: true;
}
/** One tab: sections of fields, tables of children, then what only the page of a record shows. */
export interface LayoutTab {
  label?: Label;
  sections: LayoutSection[];
  children: Child[];
  /** entities of `x-related` */
  related?: string[];
  panels?: FormPanel[];
}

/** Maximum number of fields in a modal; a form with more fields is a page. */
const MAX_MODAL_FIELDS = 12;

/** Whether a record is created and edited in a modal over its list instead of on its own page. */
export const opensAsModal = (entity: Entity): boolean =>
  entity.children.length === 0 && entity.form.tabs === undefined && formFields(entity).length <= MAX_MODAL_FIELDS;

/** Width of a modal form in pixels: 400 for each column, up to 1200. */
export const modalWidth = (entity: Entity): number => Math.min(400 * entity.form.columns, 1200);

/** The fields that a form shows: editable and computed ones. */
const formFields = (entity: Entity): string[] =>
  entity.fields
    .filter((field) => isWritable(field) || (field.compute !== undefined && !field.state))
    .map((field) => field.name);

/** The children that are edited in the form of their parent. */
const formChildren = (entity: Entity): Child[] =>
  entity.children.filter(
    ({ members, grid, gate, readOnly }) => members === undefined && !grid && gate === undefined && !readOnly,
  );

/**
 * Lays out fields and children by `x-form`: in tabs, in sections, or in the schema's order. Fields that no tab or
 * section names are in a last section of the first tab, children without a tab at the end of the last tab.
 *
 * Tabs without content are omitted, except the first one.
 *
 * @param fields which fields to lay out: a form's, or a detail page's
 * @param children which children to lay out: a form omits read-only children and children that are saved separately
 *   (members, own gate, grids)
 */
export function layoutOf(
  entity: Entity,
  fields: readonly string[] = formFields(entity),
  children: readonly Child[] = formChildren(entity),
): LayoutTab[] {
  const remaining = new Set(fields.filter((name) => !entity.form.hidden?.includes(name)));
  const take = (names: readonly string[]): string[] => names.filter((name) => remaining.delete(name));
  const tabs = declaredTabs(entity, take, children);
  const rest = take(fields);
  if (rest.length > 0) tabs[0]?.sections.push({ fields: rest, isFolded: true });
  const placed = new Set(tabs.flatMap((tab) => tab.children));
  for (const child of children.filter((one) => !placed.has(one))) {
    if (child.tab) tabs.push({ label: child.tab, sections: [], children: [child] });
    else tabs.at(-1)?.children.push(child);
  }
  return tabs
    .map((tab) => ({ ...tab, sections: tab.sections.filter((section) => section.fields.length > 0) }))
    .filter((tab, index) => index === 0 || isFilled(tab) || tab.panels !== undefined);
}

const isFilled = ({ sections, children }: LayoutTab): boolean => sections.length > 0 || children.length > 0;

/** The tabs and sections of `x-form`. @param take removes the names of fields that are not laid out */
function declaredTabs(
  { form }: Entity,
  take: (names: readonly string[]) => string[],
  children: readonly Child[],
): LayoutTab[] {
  const titled = ({ label, fields }: FormSection): LayoutSection => ({ label, fields: take(fields), isFolded: true });
  if (!form.tabs) return [{ sections: (form.sections ?? []).map(titled), children: [] }];
  return form.tabs.map(({ label, fields, sections = [], children: names = [], related, panels }) => ({
    label,
    sections: [{ fields: take(fields) }, ...sections.map(titled)],
    children: names.flatMap((name) => children.filter((child) => child.entity === name)),
    ...(related && { related }),
    ...(panels && { panels }),
  }));
}

/** Lays out the form of a record with the children that it can have (`x-child.when`). */
export const formLayout = (entity: Entity, mayHave: (child: string) => boolean): LayoutTab[] =>
  layoutOf(
    entity,
    formFields(entity),
    formChildren(entity).filter((child) => mayHave(child.entity)),
  ).filter((tab, index) => index === 0 || isFilled(tab));
