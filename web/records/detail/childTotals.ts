import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Group } from '../list/group.ts';

/** Counts and totals of the rows of a child. */
export interface ChildTotals {
  /** the rows by the currency of their totals */
  groups: readonly Group[];
  /** what is counted: rows, or different values (`distinct`) */
  count: number;
  /** number of rows without the amount that an action computes (`calculatedBy`) */
  uncalculated: number;
  /** number of rows that must be finished before the record can go on (`x-child.figures.unfinished`) */
  unfinished: number;
  /** the rows of each of `x-child.figures.parts` by currency */
  parts: readonly (readonly Group[])[];
}

/** The rows of a child, counted and totalled. */
export interface ChildGroups extends ChildTotals {
  child: Child;
  entity: Entity;
}

/** A table whose amounts an action computes, and this action. */
export interface ToCalculate {
  table: ChildGroups;
  action: string;
}

/** The first table with rows that must be finished before the record can go on. */
export const tableToFinish = (tables: readonly ChildGroups[]): ChildGroups | undefined =>
  tables.find(({ unfinished }) => unfinished > 0);

/**
 * The first table with rows that lack the amount that an action computes, or without a row for each insured object, or
 * empty while another table has rows.
 */
export function tableToCalculate(tables: readonly ChildGroups[]): ToCalculate | undefined {
  for (const table of tables) {
    const { child, entity, count, uncalculated } = table;
    const action = child.figures?.calculatedBy;
    const source = tables.find((other) => other.entity.name === entity.premium?.calculate?.each);
    const isMissing = count === 0 && tables.some((other) => other.count > 0);
    if (action !== undefined && (uncalculated > 0 || isMissing || (source !== undefined && source.count > count)))
      return { table, action };
  }
  return undefined;
}
