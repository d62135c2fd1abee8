import { keepRules, rulesOf } from '../../generator/keywords/rules.ts';
import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Form, FormSection, FormTab } from '../../generator/model/form.ts';
import type { Action, Transition } from '../../generator/model/operation.ts';
import type { User } from './context.ts';
import type { EntityRuntime } from './core.ts';
import { hiddenFields } from './rights.ts';

/** Removes the fields that are hidden from a user, and everything that names them, from an entity. */
export function knownEntity(runtime: EntityRuntime, user: User): Entity {
  const hidden = hiddenFields(runtime, user);
  return hidden.size === 0 ? runtime.entity : withoutFields(runtime.entity, hidden);
}

/** Marks references as `closed` if the caller may not choose rows of the target. */
export const withClosedRefs = (entity: Entity, mayChoose: (target: string) => boolean): Entity => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.ref === undefined || mayChoose(field.ref.entity) ? field : { ...field, ref: { ...field.ref, closed: true } },
  ),
  ...(entity.writers && !mayChoose(entity.writers.entity) ? { writers: { ...entity.writers, closed: true } } : {}),
});

function withoutFields(entity: Entity, hidden: ReadonlySet<string>): Entity {
  const isSeen = (name: string): boolean => !hidden.has(name);
  const { list } = entity;
  const hiddenRules = new Set(
    rulesOf(entity)
      .filter(({ at, fields }) => ![...at, ...fields].every(isSeen))
      .map(({ id }) => id),
  );
  return {
    ...entity,
    fields: entity.fields.filter(({ name }) => isSeen(name)).map((field) => withoutNames(field, isSeen)),
    title: { en: withoutPlaceholders(entity.title.en, hidden), zh: withoutPlaceholders(entity.title.zh, hidden) },
    ...keepRules(entity, (id) => !hiddenRules.has(id)),
    ...seenOperations(entity, isSeen),
    requiredAt: Object.fromEntries(
      Object.entries(entity.requiredAt).map(([action, names]) => [action, names.filter(isSeen)]),
    ),
    list: {
      ...list,
      columns: list.columns.filter(isSeen),
      filters: list.filters.filter(isSeen),
      sort: list.sort.filter(({ field }) => isSeen(field)),
      ...(list.groups
        ? { groups: list.groups.map((group) => ({ ...group, columns: group.columns.filter(isSeen) })) }
        : {}),
      ...(list.picker ? { picker: list.picker.filter(isSeen) } : {}),
    },
    form: seenForm(entity.form, isSeen),
  };
}

function seenForm(form: Form, isSeen: (name: string) => boolean): Form {
  const seen = <T extends FormSection>(all: T[]): T[] =>
    all.map((one) => ({ ...one, fields: one.fields.filter(isSeen) }));
  const tabs = (all: FormTab[]): FormTab[] =>
    seen(all).map((tab) => (tab.sections ? { ...tab, sections: seen(tab.sections) } : tab));
  return {
    ...form,
    ...(form.tabs ? { tabs: tabs(form.tabs) } : {}),
    ...(form.sections ? { sections: tabs(form.sections) } : {}),
    ...(form.create ? { create: form.create.filter(isSeen) } : {}),
    ...(form.header ? { header: form.header.filter(isSeen) } : {}),
    ...(form.figures ? { figures: form.figures.filter(isSeen) } : {}),
    ...(form.hidden ? { hidden: form.hidden.filter(isSeen) } : {}),
    show: Object.fromEntries(
      Object.entries(form.show).filter(([name, when]) => [name, ...fieldNamesIn(when)].every(isSeen)),
    ),
  };
}

const seenOperations = (
  { actions, machines }: Entity,
  isSeen: (name: string) => boolean,
): Pick<Entity, 'actions' | 'machines'> => ({
  actions: actions.map((action) => withSeenInputs(action, isSeen)),
  machines: machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.map((transition) => withSeenInputs(transition, isSeen)),
  })),
});

/**
 * Removes conditions, offers and totals of inputs that name a hidden field. The input is then always shown, offers all
 * rows, and has no proposal.
 */
function withSeenInputs<T extends Action | Transition>(operation: T, isSeen: (name: string) => boolean): T {
  const { input } = operation;
  if (!input?.show && !input?.offer && !input?.totals) return operation;
  const { show = {}, offer = {}, totals = {}, ...others } = input;
  const withSeenNames = (expressions: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(expressions).filter(([, expression]) => fieldNamesIn(expression).every(isSeen)));
  const seen = {
    show: withSeenNames(show),
    offer: Object.fromEntries(Object.entries(offer).map(([name, values]) => [name, withSeenNames(values)])),
    totals: Object.fromEntries(Object.entries(totals).filter(([, field]) => isSeen(field))),
  };
  return { ...operation, input: { ...others, ...seen } };
}

/** Removes currency and hints of a field that name a hidden field. */
function withoutNames(field: Field, isSeen: (name: string) => boolean): Field {
  const { currency, hints, ...others } = field;
  return {
    ...others,
    ...(currency && !('field' in currency && !isSeen(currency.field)) ? { currency } : {}),
    ...(hints ? { hints: hints.filter(({ fields }) => fields.every(isSeen)) } : {}),
  };
}

const withoutPlaceholders = (template: string, hidden: ReadonlySet<string>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => (hidden.has(name) ? '' : placeholder)).trim();
