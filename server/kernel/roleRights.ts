/**
 * The rights of a role: permission id → action codes. `<area>.*` stands for every entity of an area, `*.*` for all, `*`
 * for every action.
 */
export class Rights {
  /** Every right there is: for what the server does by itself. */
  static readonly all = new Rights(new Map([['*.*', new Set(['*'])]]));
  /** No right at all. */
  static readonly none = new Rights(new Map());
  readonly #actions: ReadonlyMap<string, ReadonlySet<string>>;
  /** what was asked before: the questions are as many as the model has entities and actions */
  readonly #known = new Map<string, boolean>();

  constructor(actions: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#actions = actions;
  }

  /** Whether it is every right there is: whoever has it can take the part of any role. */
  get isUnrestricted(): boolean {
    return this.allow('*', '*', '*');
  }

  /** Whether the role may do `action` on the entity whose permission id is `<area>.<name>`. */
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
