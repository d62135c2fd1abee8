import { withoutAbsent } from '../compile/field.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Raw } from '../compile/source.ts';
import { same, type Notes } from '../diff/change.ts';
import { labelled } from '../diff/texts.ts';
import type { Entity } from '../model/entity.ts';
import type { KindName } from '../model/field.ts';
import type { Checklist, Form, FormTab, StepPath } from '../model/form.ts';
import { linkChecklist } from './checklist.ts';
import { inheritForm } from './inheritForm.ts';
import type { Keyword } from './keyword.ts';

/** Field kinds of figures, which are at the top of a record's page. */
const FIGURE_KINDS: ReadonlySet<KindName> = new Set(['money', 'decimal', 'integer', 'percent', 'rate', 'date']);

/** `x-form`: layout of the form and of the record's page. */
export const form: Keyword<Raw> = {
  word: 'x-form',
  layers: [],
  inherit: inheritForm,
  compile(word, entity) {
    entity.form = compileForm(word);
  },
  link: linkForm,
  checkExpressions(entity, { condition }) {
    for (const [name, text] of Object.entries(entity.form.show)) condition(text, ['x-form', 'show', name]);
    entity.form.steps?.forEach(({ when }, index) => condition(when, ['x-form', 'steps', index, 'when']));
  },
  diff: diffForm,
};

function compileForm(word: Raw | undefined): Form {
  return withoutAbsent<Form>({
    columns: Number(word?.['columns'] ?? 2),
    tabs: word?.['tabs'] as FormTab[] | undefined,
    sections: word?.['sections'] as FormTab[] | undefined,
    figures: word?.['figures'] as string[] | undefined,
    steps: word?.['steps'] as StepPath[] | undefined,
    checklist: word?.['checklist'] as Checklist | undefined,
    show: (word?.['show'] ?? {}) as Record<string, string>,
  });
}

function linkForm(entity: Entity, { field, fields, report }: LinkContext): void {
  const placed = new Set<string>();
  for (const part of ['tabs', 'sections'] as const) {
    entity.form[part]?.forEach((tab, index) => {
      fields(tab.fields, ['x-form', part, index, 'fields']);
      tab.fields.forEach((name, place) => {
        if (placed.has(name)) report.add(['x-form', part, index, 'fields', place], `"${name}" is in the form already`);
        placed.add(name);
      });
      const children = entity.children.map((child) => child.entity);
      tab.children?.forEach((name, place) => {
        if (!children.includes(name))
          report.unknown(['x-form', part, index, 'children', place], 'child', name, children);
      });
    });
  }
  entity.form.figures?.forEach((name, index) => {
    field(name, ['x-form', 'figures', index]);
    const shown = entity.fields.find((one) => one.name === name);
    if (shown && (shown.sensitive || !FIGURE_KINDS.has(shown.kind)))
      report.add(['x-form', 'figures', index], `"${name}" is no amount, number or day that everybody may see`);
  });
  Object.keys(entity.form.show).forEach((name) => field(name, ['x-form', 'show', name]));
  linkSteps(entity, report.within(['x-form', 'steps']));
  linkChecklist(entity, report.within(['x-form', 'checklist']));
  entity.form.checklist?.items.forEach((item, index) =>
    field(item.field, ['x-form', 'checklist', 'items', index, 'field']),
  );
}

/** Checks that each step names a state of one of the entity's machines. */
function linkSteps({ name: entityName, form: { steps }, machines }: Entity, report: Report): void {
  steps?.forEach(({ states }, path) =>
    states.forEach((step, place) => {
      for (const [name, state] of Object.entries(step)) {
        const machine = machines.find(({ field }) => field === name);
        const at = [path, 'states', place, name];
        if (!machine)
          report.unknown(
            at,
            `machine of ${entityName}`,
            name,
            machines.map(({ field }) => field),
          );
        else if (!machine.states.some(({ code }) => code === state))
          report.unknown(
            at,
            `state of ${name}`,
            state,
            machine.states.map(({ code }) => code),
          );
      }
    }),
  );
}

function diffForm(before: Entity, after: Entity, notes: Notes): void {
  const { show: shownThen, ...laidThen } = before.form;
  const { show: shownNow, ...laidNow } = after.form;
  if (!same(laidThen, laidNow)) notes.add('staff', 'the layout of the form changes');
  for (const name of new Set([...Object.keys(shownThen), ...Object.keys(shownNow)])) {
    if (shownThen[name] === shownNow[name]) continue;
    const field = after.fields.find((one) => one.name === name);
    if (field)
      notes.add(
        'staff',
        `${labelled(field)} is shown ${shownNow[name] === undefined ? 'always' : `where ${shownNow[name]}`}, before: ${shownThen[name] === undefined ? 'always' : `where ${shownThen[name]}`}`,
      );
  }
}
