import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Violation } from '../../generator/language/violation.ts';
import { isForPeople } from '../../generator/language/operations.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { Refusal } from '../errors.ts';
import type { Context, User } from './context.ts';
import { entityNamed } from './kernel.ts';
import type { EntityRuntime, Kernel } from './core.ts';
import { Rights } from './roleRights.ts';

/**
 * Every action code that an entity has (domain.md, General 12): its operations, its own actions, and those that show a
 * field.
 */
export function actionCodes({ readOnly, machines, actions, import: importable, access }: Entity): string[] {
  const operations = readOnly
    ? ['query', 'export']
    : ['query', 'add', 'edit', 'delete', 'export', ...(importable ? ['import'] : [])];
  const own = [
    ...machines.flatMap((machine) => machine.transitions.filter(isForPeople).map(({ action }) => action)),
    ...actions.map(({ name }) => name),
  ];
  return [...new Set([...operations, ...own, ...Object.values(access?.fields ?? {})])];
}

/** Who asks, and whether from the intranet. */
type Asker = Pick<Context, 'user' | 'intranet'>;

/** Changing a part is changing the whole: what is done to a child needs this right to its parent. */
const ON_PARENT: Record<string, string> = { query: 'query', export: 'export' };

/**
 * Whether somebody may do `action` on an entity, from where the call comes. A child is reached with its parent's rights
 * (vocabulary.md, `x-child`). Whoever may not read rows may not change or export them either, for every answer shows
 * them.
 */
export function may(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, asker: Asker): boolean {
  return (
    isWithinReach(kernel, runtime, asker) &&
    granted(kernel, runtime, action, asker.user) &&
    (action === 'add' || granted(kernel, runtime, 'query', asker.user))
  );
}

function granted(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, user: User): boolean {
  const { entity } = runtime;
  if (user.rights.allow(entity.area, entity.name, action)) return true;
  return entity.parents
    .flatMap((parent) => entityNamed(kernel, parent.entity).names)
    .some((name) => granted(kernel, entityNamed(kernel, name), ON_PARENT[action] ?? 'edit', user));
}

/** What is for the intranet alone (`x-access.intranet`), and all below it, answers nobody from outside. */
function isWithinReach(kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime, asker: Asker): boolean {
  if (asker.intranet) return true;
  return (
    !entity.access?.intranet &&
    entity.parents.every((parent) => isWithinReach(kernel, entityNamed(kernel, parent.entity), asker))
  );
}

/** @throws Refusal (403) unless the caller may do `action` on the entity, from where the call comes */
export function permit(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, asker: Asker): void {
  if (!isWithinReach(kernel, runtime, asker)) throw new Refusal('forbidden', 'MSG_generic_0404');
  if (!may(kernel, runtime, action, asker)) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/**
 * Whether the caller may choose a row of the entity for a reference: who may read it, or, where it has
 * `x-access.choices`, whoever has a role.
 */
export const mayChoose = (kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, asker: Asker): boolean =>
  may(kernel, runtime, 'query', asker) || (runtime.entity.access?.choices !== undefined && asker.user.role !== '');

/**
 * Somebody who chooses a row without the right to read it: sees `id` and the fields of `x-access.choices`, and no
 * others.
 */
export const asChooser = (user: User): User => ({ ...user, rights: Rights.none, isChooser: true });

/** The fields that the role may not see (`x-access.fields`, `choices`): for it they are not there at all. */
export function hiddenFields({ entity }: EntityRuntime, user: User): ReadonlySet<string> {
  const guarded = Object.entries(entity.access?.fields ?? {});
  if (user.isChooser) {
    const shown = new Set(['id', ...(entity.access?.choices ?? [])]).difference(new Set(guarded.map(([name]) => name)));
    return new Set([...KERNEL_FIELDS, ...entity.fields].map(({ name }) => name)).difference(shown);
  }
  if (guarded.length === 0) return NONE;
  return new Set(
    guarded.filter(([, action]) => !user.rights.allow(entity.area, entity.name, action)).map(([name]) => name),
  );
}

const NONE: ReadonlySet<string> = new Set();

/** JSON text of a row without what the role may not see. */
export function withoutHidden(json: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return json;
  const row = JSON.parse(json) as Record<string, unknown>;
  for (const name of hidden) delete row[name];
  return JSON.stringify(row);
}

/**
 * What is wrong, as the role may be told: at a hidden field only that something is, unless the caller named it and it
 * is unknown.
 */
export function visibleViolations(violations: readonly Violation[], runtime: EntityRuntime, user: User): Violation[] {
  const hidden = hiddenFields(runtime, user);
  return violations.map((violation) => {
    const { field, key, level } = violation;
    return hidden.has(field) && key !== MESSAGE.unknownField
      ? { field: '', key: 'MSG_generic_0039', params: {}, ...(level ? { level } : {}) }
      : violation;
  });
}
