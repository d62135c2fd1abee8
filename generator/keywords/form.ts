import { withoutAbsent } from '../compile/field.ts';
import type { At, LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Raw } from '../compile/source.ts';
import { isSame, type Notes } from '../diff/change.ts';
import { labelled } from '../diff/texts.ts';
import type { Entity } from '../model/entity.ts';
import type { KindName, Label } from '../model/field.ts';
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
    create: word?.['create'] as string[] | undefined,
    header: word?.['header'] as string[] | undefined,
    waiting: word?.['waiting'] as Label | undefined,
    figures: word?.['figures'] as string[] | undefined,
    steps: word?.['steps'] as StepPath[] | undefined,
    note: word?.['note'] as string | undefined,
    checklist: word?.['checklist'] as Checklist | undefined,
    hidden: word?.['hidden'] as string[] | undefined,
    show: (word?.['show'] ?? {}) as Record<string, string>,
  });
}

function linkForm(entity: Entity, context: LinkContext): void {
  const { field, fields, report } = context;
  linkTabs(entity, context);
  linkCreate(entity, context);
  fields(entity.form.header ?? [], ['x-form', 'header']);
  entity.form.figures?.forEach((name, index) => {
    field(name, ['x-form', 'figures', index]);
    const figure = entity.fields.find((one) => one.name === name);
    if (figure && (figure.sensitive || !FIGURE_KINDS.has(figure.kind)))
      report.add(['x-form', 'figures', index], `"${name}" must be an amount, number or date that is not sensitive`);
  });
  linkHidden(entity, context);
  Object.keys(entity.form.show).forEach((name) => field(name, ['x-form', 'show', name]));
  linkSteps(entity, report.within(['x-form', 'steps']));
  linkNote(entity, report.within(['x-form', 'note']));
  linkChecklist(entity, report.within(['x-form', 'checklist']));
  entity.form.checklist?.items.forEach((item, index) =>
    field(item.field, ['x-form', 'checklist', 'items', index, 'field']),
  );
}

/** Checks that tabs and sections name each field once, and only children and related entities of the entity. */
function linkTabs(entity: Entity, { fields, report }: LinkContext): void {
  const placed = new Set<string>();
  const place = (names: readonly string[], at: At): void => {
    fields(names, at);
    names.forEach((name, index) => {
      if (placed.has(name)) report.add([...at, index], `"${name}" is in the form already`);
      placed.add(name);
    });
  };
  const children = entity.children.map((child) => child.entity);
  const related = (entity.related ?? []).flatMap((one) => (one.tab ? [one.entity] : []));
  for (const part of ['tabs', 'sections'] as const) {
    entity.form[part]?.forEach((tab, index) => {
      const at = ['x-form', part, index];
      place(tab.fields, [...at, 'fields']);
      tab.sections?.forEach((section, of) => place(section.fields, [...at, 'sections', of, 'fields']));
      tab.children?.forEach((name, of) => {
        if (!children.includes(name)) report.unknown([...at, 'children', of], 'child', name, children);
      });
      tab.related?.forEach((name, of) => {
        if (!related.includes(name)) report.unknown([...at, 'related', of], 'related entity', name, related);
      });
    });
  }
}

/** Checks that `create` contains every required field that a user must enter. */
function linkCreate({ fields: all, form: { create } }: Entity, { fields, report }: LinkContext): void {
  if (!create) return;
  fields(create, ['x-form', 'create']);
  for (const field of all) {
    const isEntered =
      field.required && !field.readOnly && field.default === undefined && field.defaultExpr === undefined;
    if (isEntered && field.compute === undefined && !field.state && !create.includes(field.name))
      report.add(['x-form', 'create'], `"${field.name}" is required: a new record cannot be saved without it`);
  }
}

/** Checks that hidden fields are read-only, and that no list and no part of the form shows them. */
function linkHidden({ fields: all, form, list }: Entity, { field, report }: LinkContext): void {
  const placed = [...(form.tabs ?? []), ...(form.sections ?? [])].flatMap(({ fields, sections = [] }) => [
    ...fields,
    ...sections.flatMap((section) => section.fields),
  ]);
  const shown = new Set([...placed, ...(form.header ?? []), ...(form.figures ?? []), ...list.columns]);
  form.hidden?.forEach((name, index) => {
    const at = ['x-form', 'hidden', index];
    field(name, at);
    if (all.some((one) => one.name === name && !one.readOnly)) report.add(at, `"${name}" is not read-only`);
    if (shown.has(name)) report.add(at, `"${name}" is shown by the form or the list`);
  });
}

/** Checks that the note is an action on the record with one required text. */
function linkNote({ actions, form: { note } }: Entity, report: Report): void {
  if (note === undefined) return;
  const action = actions.find(({ name, on }) => name === note && on === 'row');
  if (!action)
    return report.unknown(
      [],
      'action on the record',
      note,
      actions.map(({ name }) => name),
    );
  const [field, ...others] = action.input?.fields ?? [];
  if (field?.kind !== 'longText' || others.length > 0 || !action.input!.required.includes(field.name))
    report.add([], `"${note}" does not have one required long text as its input`);
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
  if (!isSame(laidThen, laidNow)) notes.add('staff', 'the layout of the form changes');
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
