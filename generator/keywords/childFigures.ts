import { type At, ownFieldFinder } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Child, ChildFigures } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { StatesByField } from '../model/operation.ts';

/** Checks that figures total listed amounts with a currency, and that only versions are compared. */
export function linkFigures(entity: Entity, { figures }: Child, target: Entity, report: Report): void {
  if (!figures) return;
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  figures.sums.forEach((name, place) => {
    const field = find(name, ['sums', place]);
    if (field && (field.kind !== 'money' || !field.currency || field.sensitive || !target.list.columns.includes(name)))
      report.add(['sums', place], `"${name}" must be an amount with a currency, in the columns of the list`);
    const currency = field?.currency && 'field' in field.currency ? field.currency.field : undefined;
    if (currency !== undefined && !target.list.filters.includes(currency))
      report.add(['sums', place], `"${currency}" must be in the filters of the list, because totals are by currency`);
  });
  linkCounts(entity, figures, target, report);
  if (figures.compare === undefined) return;
  if (!figures.sums.includes(figures.compare)) report.unknown(['compare'], 'total', figures.compare, figures.sums);
  if (!entity.version && figures.calculatedBy === undefined)
    report.add(['compare'], `${entity.name} has no x-version, so there is no version to compare`);
}

/** Checks what figures count and how they divide their totals: by filters of the list, as screens query it. */
function linkCounts(entity: Entity, figures: ChildFigures, target: Entity, report: Report): void {
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  const checkFilter = (name: string, at: At): void => {
    if (find(name, at) && !target.list.filters.includes(name))
      report.add(at, `"${name}" must be in the filters of the list`);
  };
  const checkCodes = (where: StatesByField, at: At): void => {
    for (const [name, codes] of Object.entries(where)) {
      checkFilter(name, [...at, name]);
      const options = target.fields.find((field) => field.name === name)?.options?.map(({ code }) => code) ?? [];
      for (const code of codes)
        if (!options.includes(code)) report.unknown([...at, name], `option of ${name}`, code, options);
    }
  };
  figures.distinct?.forEach((name, place) => checkFilter(name, ['distinct', place]));
  figures.parts?.forEach(({ of, where }, place) => {
    if (!figures.sums.includes(of)) report.unknown(['parts', place, 'of'], 'total', of, figures.sums);
    checkCodes(where, ['parts', place, 'where']);
  });
  if (figures.unfinished) checkCodes(figures.unfinished.where, ['unfinished', 'where']);
  if (figures.calculatedBy === undefined) return;
  const actions = entity.actions.map(({ name }) => name);
  if (!actions.includes(figures.calculatedBy))
    report.unknown(['calculatedBy'], `action of ${entity.name}`, figures.calculatedBy, actions);
  if (figures.compare === undefined)
    report.add(['calculatedBy'], 'needs "compare", the amount that the action computes');
}
