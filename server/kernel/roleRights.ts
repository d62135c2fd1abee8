/**
 * The rights of a role: permission id → action codes. The id `<area>.*` means all entities of an area, `*.*` all
 * entities; the code `*` means all actions.
 */
export class Rights {
  /** Unrestricted rights, for the server itself. */
  static readonly all = new Rights(new Map([['*.*', new Set(['*'])]]));
  /** No rights. */
  static readonly none = new Rights(new Map());
  readonly #actions: ReadonlyMap<string, ReadonlySet<string>>;
  /** cached answers; bounded by the entities and actions of the model */
  readonly #known = new Map<string, boolean>();

  constructor(actions: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#actions = actions;
  }

  /** Whether the rights are unrestricted, so that the user can act for any role. */
  get isUnrestricted(): boolean {
    return this.allow('*', '*', '*');
  }

  /** Whether the role may run `action` on the entity with the permission id `<area>.<name>`. */
  allow(area: string, name: string, action: string): boolean {
    const question = `${area}.${name} ${action}`;
    let known = this.#known.get(question);
    if (known === undefined) {
      known = [`${area}.${name}`, `${area}.*`, '*.*'].some((id) => {
        const actions = this.#actions.get(id);
        return actions !== undefined && (actions.has(action) || actions.has('*'));
      });
      this.#known.set(question, known);
    }
    return known;
  }
}
