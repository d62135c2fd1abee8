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

/** More fields than this open as a page. */
const MOST_IN_MODAL = 12;

/** Whether a record is made and changed in a modal over its list, and not on a page of its own. */
export const opensAsModal = (entity: Entity): boolean =>
  entity.children.length === 0 && entity.form.tabs === undefined && formFields(entity).length <= MOST_IN_MODAL;

/** Width of a modal form: 400 a column, at most 1200. */
export const modalWidth = (entity: Entity): number => Math.min(400 * entity.form.columns, 1200);

/** The fields that a form shows: those that a person fills in, and the computed ones. */
const formFields = (entity: Entity): string[] =>
  entity.fields
    .filter((field) => isWritable(field) || (field.compute !== undefined && !field.state))
    .map((field) => field.name);

const formChildren = (entity: Entity): Child[] =>
  entity.children.filter(
    ({ members, grid, gate, readOnly }) => members === undefined && !grid && gate === undefined && !readOnly,
  );

/**
 * What stands where, by `x-form`: tabs, or sections, or all fields in the schema's order. Fields that no tab or section
 * names come after the others, so that each can be reached; so do child grids without a tab.
 *
 * @param fields which fields to lay out: a form's, or a detail page's
 * @param shown which children: a form leaves out members and parts with a gate of their own, which are saved by
 *   themselves, grids, which are edited on the record’s page, and what nobody writes
 */
export function layoutOf(
  entity: Entity,
  fields: readonly string[] = formFields(entity),
  shown: readonly Child[] = formChildren(entity),
): LayoutTab[] {
  const wanted = new Set(fields);
  const take = (names: readonly string[]): string[] => names.filter((name) => wanted.delete(name));
  const tabs: LayoutTab[] = entity.form.tabs
    ? entity.form.tabs.map((tab) => ({
        label: tab.label,
        sections: [{ fields: take(tab.fields) }],
        children: (tab.children ?? []).flatMap((name) => shown.filter((child) => child.entity === name)),
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
  for (const child of shown.filter((one) => !placed.has(one))) {
    if (child.tab) tabs.push({ label: child.tab, sections: [], children: [child] });
    else tabs.at(-1)?.children.push(child);
  }
  return tabs.map((tab) => ({ ...tab, sections: tab.sections.filter((section) => section.fields.length > 0) }));
}
