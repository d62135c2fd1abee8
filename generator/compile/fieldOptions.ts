import type { Entity, Model } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import type { LinkContext } from './linkContext.ts';

/**
 * The fields that the change log of an entity contains. Sensitive fields, and those for some roles only, are omitted,
 * because every reader of the log would see them. The history has them too.
 */
export const loggedFields = ({ fields, access }: Pick<Entity, 'fields' | 'access'>): Field[] =>
  fields.filter(({ name, sensitive, writeOnly }) => !sensitive && !writeOnly && !(name in (access?.fields ?? {})));

/** Sets options that are the fields of another entity or its operations (`x-options`). */
export function linkOptionsOf(entity: Entity, { model, unread, report }: LinkContext): void {
  for (const field of entity.fields) {
    const named = field.fieldsOf ?? field.operationsOf;
    if (named === undefined) continue;
    const [word, kept] = field.fieldsOf === undefined ? ['operationsOf', 'operations'] : ['fieldsOf', 'fields'];
    const at = ['properties', field.name, 'x-options'];
    const target = model.entities[named];
    if (!target) {
      if (!unread.has(named)) report.unknown([...at, word!], 'entity', named, Object.keys(model.entities));
    } else
      field.options =
        field.fieldsOf === undefined
          ? operationsOf(target, model)
          : loggedFields(target).map(({ name, label }) => ({ code: name, ...label }));
    if (!entity.readOnly && !field.readOnly)
      report.add(at, `a choice of ${kept} is kept by the product: the field or its entity must be readOnly`);
  }
}

/** Operations of every entity, which no schema names. */
const OPERATIONS: readonly Option[] = [
  { code: 'add', en: 'Added', zh: '新增' },
  { code: 'edit', en: 'Changed', zh: '修改' },
  { code: 'delete', en: 'Deleted', zh: '删除' },
];

/** The operations on an entity, its subtypes and its children, with the codes of an operation log. */
function operationsOf(target: Entity, model: Model): Option[] {
  const kinds = [target, ...Object.values(model.entities).filter((one) => one.extends === target.name)];
  const ofParts = target.children.flatMap(({ entity }) => {
    const part = model.entities[entity];
    return part === undefined || part.readOnly
      ? []
      : ownOperations(part).map(({ code, en, zh }) => ({
          code: `${part.name}.${code}`,
          en: `${part.label.en}: ${en}`,
          zh: `${part.label.zh}：${zh}`,
        }));
  });
  const all = [...kinds.flatMap(ownOperations), ...ofParts];
  return [...new Map(all.toReversed().map((one) => [one.code, one])).values()].toReversed();
}

const ownOperations = ({ machines, actions }: Entity): Option[] => [
  ...OPERATIONS,
  ...machines.flatMap(({ transitions }) => transitions.map(({ action, label }) => ({ code: action, ...label }))),
  ...actions.filter(({ on }) => on === 'row').map(({ name, label }) => ({ code: name, ...label })),
];
