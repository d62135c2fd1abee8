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
 * All action codes of an entity (domain.md, General 12): create, edit and so on, its own operations, and those that show
 * a hidden field.
 */
export function actionCodes({
  readOnly,
  machines,
  actions,
  import: importable,
  export: exportable,
  access,
}: Entity): string[] {
  const operations = [
    'query',
    ...(readOnly ? [] : ['add', 'edit', 'delete']),
    ...(exportable ? ['export'] : []),
    ...(importable && !readOnly ? ['import'] : []),
  ];
  const own = [
    ...machines.flatMap((machine) => machine.transitions.filter(isForPeople).map(({ action }) => action)),
    ...actions.map(({ name }) => name),
  ];
  return [...new Set([...operations, ...own, ...Object.values(access?.fields ?? {})])];
}

/** Who calls, and whether from the intranet. */
type Caller = Pick<Context, 'user' | 'intranet'>;

/** Action on a child → right to its parent that it needs; `edit` for all others. */
const ON_PARENT: Record<string, string> = { query: 'query', export: 'export' };

/**
 * Whether a caller may do `action` on an entity. The rights to a parent include its children (vocabulary.md, `x-child`).
 * Changes and exports need the right to read, because every answer shows the row.
 */
export function may(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, caller: Caller): boolean {
  if (action === 'export' && !runtime.entity.export) return false;
  return (
    isWithinReach(kernel, runtime, caller) &&
    granted(kernel, runtime, action, caller.user) &&
    (action === 'add' || granted(kernel, runtime, 'query', caller.user))
  );
}

function granted(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, user: User): boolean {
  const { entity } = runtime;
  if (user.rights.allow(entity.area, entity.name, action)) return true;
  return entity.parents
    .flatMap((parent) => entityNamed(kernel, parent.entity).names)
    .some((name) => granted(kernel, entityNamed(kernel, name), ON_PARENT[action] ?? 'edit', user));
}

/** An entity with `x-access.intranet`, and all its children, are only reachable from the intranet. */
function isWithinReach(kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime, caller: Caller): boolean {
  if (caller.intranet) return true;
  return (
    !entity.access?.intranet &&
    entity.parents.every((parent) => isWithinReach(kernel, entityNamed(kernel, parent.entity), caller))
  );
}

/** @throws Refusal (403) unless the caller may do `action` on the entity */
export function permit(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, caller: Caller): void {
  if (!isWithinReach(kernel, runtime, caller)) throw new Refusal('forbidden', 'MSG_generic_0404');
  if (!may(kernel, runtime, action, caller)) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/**
 * Whether the caller may choose a row of the entity for a reference: callers who may read it and, with
 * `x-access.choices`, everybody with a role.
 */
export const mayChoose = (kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, caller: Caller): boolean =>
  may(kernel, runtime, 'query', caller) || (runtime.entity.access?.choices !== undefined && caller.user.role !== '');

/**
 * A user who chooses a row without the right to read it: sees only `id` and the fields of `x-access.choices`.
 */
export const asChooser = (user: User): User => ({ ...user, rights: Rights.none, isChooser: true });

/** Fields that the role may not see (`x-access.fields`, `choices`). For it they do not exist. */
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

/** JSON text of a row without its hidden fields. */
export function withoutHidden(json: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return json;
  const row = JSON.parse(json) as Record<string, unknown>;
  for (const name of hidden) delete row[name];
  return JSON.stringify(row);
}

/**
 * Violations as the role may see them: one at a hidden field becomes a general message, unless the caller named a field
 * that is unknown to it.
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
