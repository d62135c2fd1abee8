import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { isWritable } from './values.ts';

/** A headed group of fields. */
export interface LayoutSection {
  label?: Label;
  fields: string[];
}
/** One tab: groups of fields, then grids of children. */
export interface LayoutTab {
  label?: Label;
  sections: LayoutSection[];
  children: Child[];
}

/** A form with more fields opens as a page. */
const MAX_IN_MODAL = 12;

/** Whether a record is created and edited in a modal over its list instead of on its own page. */
export const opensAsModal = (entity: Entity): boolean =>
  entity.children.length === 0 && entity.form.tabs === undefined && formFields(entity).length <= MAX_IN_MODAL;

/** Width of a modal form: 400 a column, at most 1200. */
export const modalWidth = (entity: Entity): number => Math.min(400 * entity.form.columns, 1200);

/** The fields that a form shows: editable and computed ones. */
const formFields = (entity: Entity): string[] =>
  entity.fields
    .filter((field) => isWritable(field) || (field.compute !== undefined && !field.state))
    .map((field) => field.name);

const formChildren = (entity: Entity): Child[] =>
  entity.children.filter(
    ({ members, grid, gate, readOnly }) => members === undefined && !grid && gate === undefined && !readOnly,
  );

/**
 * Lays out fields and children by `x-form`: in tabs, in sections, or in the schema's order. Fields that no tab or
 * section names come last, and so do children without a tab.
 *
 * @param fields which fields to lay out: a form's, or a detail page's
 * @param children which children to lay out: a form omits those that are saved by themselves (members, own gate, grids)
 *   and read-only ones
 */
export function layoutOf(
  entity: Entity,
  fields: readonly string[] = formFields(entity),
  children: readonly Child[] = formChildren(entity),
): LayoutTab[] {
  const remaining = new Set(fields);
  const take = (names: readonly string[]): string[] => names.filter((name) => remaining.delete(name));
  const tabs: LayoutTab[] = entity.form.tabs
    ? entity.form.tabs.map((tab) => ({
        label: tab.label,
        sections: [{ fields: take(tab.fields) }],
        children: (tab.children ?? []).flatMap((name) => children.filter((child) => child.entity === name)),
      }))
    : [
        {
          sections: (entity.form.sections ?? []).map((section) => ({
            label: section.label,
            fields: take(section.fields),
          })),
          children: [],
        },
      ];
  const rest = take(fields);
  if (rest.length > 0) tabs[0]?.sections.push({ fields: rest });
  const placed = new Set(tabs.flatMap((tab) => tab.children));
  for (const child of children.filter((one) => !placed.has(one))) {
    if (child.tab) tabs.push({ label: child.tab, sections: [], children: [child] });
    else tabs.at(-1)?.children.push(child);
  }
  return tabs.map((tab) => ({ ...tab, sections: tab.sections.filter((section) => section.fields.length > 0) }));
}
