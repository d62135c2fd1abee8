import { quote } from '../../generator/language/sqlText.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { Option } from '../../generator/model/field.ts';
import { CachedTable } from './cachedTable.ts';
import type { Queryable } from './context.ts';

/**
 * The option lists of fields with `x-options: "<list>"`, from the entity with `x-entity.optionLists`. They are cached
 * in memory until a write to that entity.
 */
export class OptionLists {
  readonly #db: Queryable;
  readonly #source:
    | {
        table: string;
        list: string;
        code: string;
        en: string;
        zh: string;
        order: string;
        active: string;
        colour?: string;
      }
    | undefined;
  readonly #lists: CachedTable<Map<string, Option[]>>;

  constructor(db: Queryable, model: Model) {
    this.#db = db;
    const entity = Object.values(model.entities).find((candidate) => candidate.optionLists);
    this.#source = entity?.optionLists && { table: entity.table, ...entity.optionLists };
    this.#lists = new CachedTable(entity?.table, () => this.#read());
  }

  /** The active options of a list, in their order; empty for an unknown list. */
  async choices(list: string): Promise<Option[]> {
    return (await this.#lists.get()).get(list) ?? [];
  }

  /** Invalidates the cache after a write to `table`; without an argument always. */
  invalidate(table?: string): void {
    this.#lists.invalidate(table);
  }

  async #read(): Promise<Map<string, Option[]>> {
    if (!this.#source) return new Map();
    const { table, list, code, en, zh, order, active, colour } = this.#source;
    const text =
      `select ${quote(list)} as list, ${quote(code)} as code, ${quote(en)} as en, ${quote(zh)} as zh, ${colour === undefined ? 'null' : quote(colour)} as colour from ${quote(table)}` +
      ` where "delFlag" = 'N' and ${quote(active)} = 'Y' order by 1, ${quote(order)} nulls last, 2`;
    const { rows } = await this.#db.query({ text });
    const groups = Map.groupBy(
      rows as (Omit<Option, 'colour'> & { list: string; colour: string | null })[],
      (row) => row.list,
    );
    return new Map(
      [...groups].map(([name, entries]) => [
        name,
        entries.map((entry): Option => ({
          code: entry.code,
          en: entry.en,
          zh: entry.zh,
          ...(entry.colour !== null && { colour: entry.colour }),
        })),
      ]),
    );
  }
}
