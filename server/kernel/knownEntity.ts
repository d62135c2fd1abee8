import { rulesOf, keepRules } from '../../generator/keywords/rules.ts';
import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { FormTab } from '../../generator/model/form.ts';
import type { User } from './context.ts';
import type { EntityRuntime } from './core.ts';
import { hiddenFields } from './rights.ts';

/** The entity without the fields that are hidden from a role, and without everything that names these fields. */
export function knownEntity(runtime: EntityRuntime, user: User): Entity {
  const hidden = hiddenFields(runtime, user);
  return hidden.size === 0 ? runtime.entity : withoutFields(runtime.entity, hidden);
}

/** The entity with references closed where the caller may not choose rows of the target: only their values are known. */
export const withClosedRefs = (entity: Entity, mayChoose: (target: string) => boolean): Entity => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.ref === undefined || mayChoose(field.ref.entity) ? field : { ...field, ref: { ...field.ref, closed: true } },
  ),
  ...(entity.writers && !mayChoose(entity.writers.entity) ? { writers: { ...entity.writers, closed: true } } : {}),
});

function withoutFields(entity: Entity, hidden: ReadonlySet<string>): Entity {
  const seen = (name: string): boolean => !hidden.has(name);
  const known = (...names: string[]): boolean => names.every(seen);
  const tabs = (all: FormTab[]): FormTab[] => all.map((tab) => ({ ...tab, fields: tab.fields.filter(seen) }));
  const { form, list } = entity;
  const hiddenRules = new Set(
    rulesOf(entity)
      .filter((rule) => !known(...rule.at, ...rule.fields))
      .map(({ id }) => id),
  );
  return {
    ...entity,
    fields: entity.fields
      .filter(({ name }) => seen(name))
      .map((field) =>
        field.currency && 'field' in field.currency && !seen(field.currency.field) ? withoutCurrency(field) : field,
      )
      .map((field) =>
        field.hints ? { ...field, hints: field.hints.filter(({ fields }) => known(...fields)) } : field,
      ),
    title: { en: withoutPlaces(entity.title.en, hidden), zh: withoutPlaces(entity.title.zh, hidden) },
    ...keepRules(entity, (id) => !hiddenRules.has(id)),
    requiredAt: Object.fromEntries(
      Object.entries(entity.requiredAt).map(([action, names]) => [action, names.filter(seen)]),
    ),
    list: {
      ...list,
      columns: list.columns.filter(seen),
      filters: list.filters.filter(seen),
      sort: list.sort.filter(({ field }) => seen(field)),
      ...(list.groups
        ? { groups: list.groups.map((group) => ({ ...group, columns: group.columns.filter(seen) })) }
        : {}),
    },
    form: {
      ...form,
      ...(form.tabs ? { tabs: tabs(form.tabs) } : {}),
      ...(form.sections ? { sections: tabs(form.sections) } : {}),
      ...(form.figures ? { figures: form.figures.filter(seen) } : {}),
      show: Object.fromEntries(Object.entries(form.show).filter(([name, when]) => known(name, ...fieldNamesIn(when)))),
    },
  };
}

const withoutCurrency = ({ currency: _, ...field }: Field): Field => field;

const withoutPlaces = (template: string, hidden: ReadonlySet<string>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => (hidden.has(name) ? '' : place)).trim();
