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
 * All action codes of an entity: `query`, `add` and so on, its operations, and the rights that make a restricted field
 * visible (domain.md, General 12).
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

/** The user of a call, and whether the call comes from the intranet. */
type Caller = Pick<Context, 'user' | 'intranet'>;

/** Action on a child → required right to its parent; other actions require `edit`. */
const RIGHT_TO_PARENT: Record<string, string> = { query: 'query', export: 'export' };

/**
 * Whether a caller may run `action` on an entity. The rights to a parent include its children. All actions except `add`
 * also require the right to read, because their answers contain the row. An action that adds a row of another entity
 * (`x-action.adds`) also requires the right to add one.
 */
export function may(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, caller: Caller): boolean {
  if (action === 'export' && !runtime.entity.export) return false;
  return (
    isAllowedFromNetwork(kernel, runtime, caller) &&
    isGranted(kernel, runtime, action, caller.user) &&
    (action === 'add' || isGranted(kernel, runtime, 'query', caller.user)) &&
    mayAdd(kernel, runtime.entity.actions.find(({ name }) => name === action)?.adds, caller)
  );
}

/** Whether a caller may add a row of an entity. Without an entity nothing is added. */
const mayAdd = (kernel: Pick<Kernel, 'registry'>, entity: string | undefined, caller: Caller): boolean =>
  entity === undefined || may(kernel, entityNamed(kernel, entity), 'add', caller);

function isGranted(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, user: User): boolean {
  const { entity } = runtime;
  if (user.rights.allow(entity.area, entity.name, action)) return true;
  return entity.parents
    .flatMap((parent) => entityNamed(kernel, parent.entity).names)
    .some((name) => isGranted(kernel, entityNamed(kernel, name), RIGHT_TO_PARENT[action] ?? 'edit', user));
}

/** Whether an entity is accessible from the caller's network (`x-access.intranet` of the entity or of a parent). */
function isAllowedFromNetwork(kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime, caller: Caller): boolean {
  if (caller.intranet) return true;
  return (
    !entity.access?.intranet &&
    entity.parents.every((parent) => isAllowedFromNetwork(kernel, entityNamed(kernel, parent.entity), caller))
  );
}

/** Checks that the caller may run `action` on the entity. @throws Refusal (403) */
export function permit(kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, action: string, caller: Caller): void {
  if (!isAllowedFromNetwork(kernel, runtime, caller)) throw new Refusal('forbidden', 'MSG_generic_0404');
  if (!may(kernel, runtime, action, caller)) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/**
 * Whether the caller may choose a row of the entity for a reference. This requires the right to read it or, with
 * `x-access.choices`, any role.
 */
export const mayChoose = (kernel: Pick<Kernel, 'registry'>, runtime: EntityRuntime, caller: Caller): boolean =>
  may(kernel, runtime, 'query', caller) || (runtime.entity.access?.choices !== undefined && caller.user.role !== '');

/**
 * The user with the right to choose rows only; sees `id` and the fields of `x-access.choices`.
 */
export const asChooser = (user: User): User => ({ ...user, rights: Rights.none, isChooser: true });

/** Fields that the user may not see (`x-access.fields`, `totals`, `choices`). They are treated like unknown fields. */
export function hiddenFields({ entity }: EntityRuntime, user: User): ReadonlySet<string> {
  const { fields = {}, totals = [], choices = [] } = entity.access ?? {};
  if (user.isChooser) {
    const shown = new Set(['id', ...choices]).difference(new Set([...Object.keys(fields), ...totals]));
    return new Set([...KERNEL_FIELDS, ...entity.fields].map(({ name }) => name)).difference(shown);
  }
  const hidden = Object.entries(fields)
    .filter(([, action]) => !user.rights.allow(entity.area, entity.name, action))
    .map(([name]) => name);
  if (!user.allSeeingEye) hidden.push(...totals);
  return hidden.length === 0 ? NONE : new Set(hidden);
}

const NONE: ReadonlySet<string> = new Set();

/** Removes hidden fields from the JSON text of a row. */
export function withoutHidden(json: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return json;
  const row = JSON.parse(json) as Record<string, unknown>;
  for (const name of hidden) delete row[name];
  return JSON.stringify(row);
}

/**
 * Replaces violations at hidden fields by a generic message. A violation for an unknown field is kept, because the
 * caller named the field.
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
