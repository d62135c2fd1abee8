import type { Entity, Model } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import type { LinkContext } from './linkContext.ts';

/** Whether a field is hidden from some users who may read its entity (`x-access.fields`, `totals`). */
export const isRestricted = ({ access }: Pick<Entity, 'access'>, name: string): boolean =>
  access?.fields?.[name] !== undefined || access?.totals?.includes(name) === true;

/**
 * Fields whose changes are in the change log. Secret and restricted fields are not, because all its readers would see
 * them.
 */
export const loggedFields = (entity: Pick<Entity, 'fields' | 'access'>): Field[] =>
  entity.fields.filter(({ name, sensitive, writeOnly }) => !sensitive && !writeOnly && !isRestricted(entity, name));

/** Sets the options of fields that choose a field of another entity, or an operation on it (`x-options`). */
export function linkOptionsOf(entity: Entity, { model, unread, report }: LinkContext): void {
  for (const field of entity.fields) {
    const named = field.fieldsOf ?? field.operationsOf;
    if (named === undefined) continue;
    const [option, noun] = field.fieldsOf === undefined ? ['operationsOf', 'operations'] : ['fieldsOf', 'fields'];
    const at = ['properties', field.name, 'x-options'];
    const target = model.entities[named];
    if (!target) {
      if (!unread.has(named)) report.unknown([...at, option!], 'entity', named, Object.keys(model.entities));
    } else
      field.options =
        field.fieldsOf === undefined
          ? operationOptions(target, model)
          : loggedFields(target).map(({ name, label }) => ({ code: name, ...label }));
    if (!entity.readOnly && !field.readOnly)
      report.add(at, `a choice of ${noun} is written by the product: the field or its entity must be readOnly`);
  }
}

/** Operations that every entity has. */
const OPERATIONS: readonly Option[] = [
  { code: 'add', en: 'Added', zh: '新增' },
  { code: 'edit', en: 'Changed', zh: '修改' },
  { code: 'delete', en: 'Deleted', zh: '删除' },
];

/** Options for the operations on an entity, its subtypes and its children, as an operation log shows them. */
function operationOptions(target: Entity, model: Model): Option[] {
  const subtypes = [target, ...Object.values(model.entities).filter((other) => other.extends === target.name)];
  const ofChildren = target.children.flatMap(({ entity }) => {
    const child = model.entities[entity];
    return child === undefined || child.readOnly
      ? []
      : ownOptions(child).map(({ code, en, zh }) => ({
          code: `${child.name}.${code}`,
          en: `${child.label.en}: ${en}`,
          zh: `${child.label.zh}：${zh}`,
        }));
  });
  const all = [...subtypes.flatMap(ownOptions), ...ofChildren];
  return [...new Map(all.toReversed().map((option) => [option.code, option])).values()].toReversed();
}

const ownOptions = ({ machines, actions }: Entity): Option[] => [
  ...OPERATIONS,
  ...machines.flatMap(({ transitions }) => transitions.map(({ action, label }) => ({ code: action, ...label }))),
  ...actions.filter(({ on }) => on === 'row').map(({ name, label }) => ({ code: name, ...label })),
];
