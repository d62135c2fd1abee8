import { Refusal } from '../errors.ts';
import type { Context, User } from './context.ts';
import { entityNamed, type Kernel } from './kernel.ts';
import type { EntityRuntime } from './registry.ts';

/** The rights of a role: permission id → action codes. `<area>.*` stands for every entity of an area, `*.*` for all, `*` for every action. */
export class Rights {
  /** Every right there is: for what the server does by itself. */
  static readonly all = new Rights(new Map([['*.*', new Set(['*'])]]));
  /** No right at all. */
  static readonly none = new Rights(new Map());
  readonly #actions: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(actions: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#actions = actions;
  }

  /** Whether the role may do `action` on the entity whose permission id is `<area>.<name>`. */
  allow(area: string, name: string, action: string): boolean {
    return [`${area}.${name}`, `${area}.*`, '*.*'].some((id) => {
      const actions = this.#actions.get(id);
      return actions !== undefined && (actions.has(action) || actions.has('*'));
    });
  }
}

/** Changing a part is changing the whole: what is done to a child needs this right to its parent. */
const ON_PARENT: Record<string, string> = { query: 'query', export: 'export' };

/** Whether somebody may do `action` on an entity. A child is reached with its parent's rights (vocabulary.md, `x-child`). */
export function may(kernel: Kernel, runtime: EntityRuntime, action: string, user: User): boolean {
  const { entity } = runtime;
  if (user.rights.allow(entity.area, entity.name, action)) return true;
  return entity.parents.some((parent) => may(kernel, entityNamed(kernel, parent.entity), ON_PARENT[action] ?? 'edit', user));
}

/** @throws Refusal (403) unless the caller may do `action` on the entity, from where the call comes */
export function permit(kernel: Kernel, runtime: EntityRuntime, action: string, { user, intranet }: Context): void {
  if (runtime.entity.access?.intranet && !intranet) throw new Refusal('forbidden', 'MSG_generic_0404');
  if (!may(kernel, runtime, action, user)) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/** The fields that the role may not see (`x-access.fields`): for it they are not there at all. */
export function hiddenFields({ entity }: EntityRuntime, user: User): ReadonlySet<string> {
  const guarded = Object.entries(entity.access?.fields ?? {});
  if (guarded.length === 0) return NONE;
  return new Set(guarded.filter(([, action]) => !user.rights.allow(entity.area, entity.name, action)).map(([name]) => name));
}

const NONE: ReadonlySet<string> = new Set();

/** JSON text of a row without what the role may not see. */
export function withoutHidden(json: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return json;
  const row = JSON.parse(json) as Record<string, unknown>;
  for (const name of hidden) delete row[name];
  return JSON.stringify(row);
}
