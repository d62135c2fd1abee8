import type { CurrencyPlaces } from '../../generator/language/currency.ts';
import { quote } from '../../generator/language/sqlText.ts';
import type { Model } from '../../generator/model/entity.ts';
import { CachedTable } from './cachedTable.ts';
import type { Queryable } from './context.ts';

/**
 * Decimal places of each currency, from the entity with `x-entity.currencies`. They are cached in memory until a write
 * to that entity.
 */
export class Currencies {
  readonly #db: Queryable;
  readonly #source: { table: string; code: string; places: string } | undefined;
  readonly #places: CachedTable<ReadonlyMap<string, number>>;

  constructor(db: Queryable, model: Model) {
    this.#db = db;
    const entity = Object.values(model.entities).find((candidate) => candidate.currencies);
    this.#source = entity?.currencies && { table: entity.table, ...entity.currencies };
    this.#places = new CachedTable(entity?.table, () => this.#read());
  }

  /** Currency code → decimal places, for currencies with known minor units. */
  all(): Promise<ReadonlyMap<string, number>> {
    return this.#places.get();
  }

  /** A function that finds the decimal places of a currency. */
  async places(): Promise<CurrencyPlaces> {
    const all = await this.all();
    return (currency) => all.get(currency);
  }

  /** Invalidates the cache after a write to `table`; without an argument always. */
  invalidate(table?: string): void {
    this.#places.invalidate(table);
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    if (!this.#source) return new Map();
    const { table, code, places } = this.#source;
    const { rows } = await this.#db.query({
      text: `select ${quote(code)} as code, ${quote(places)}::int as places from ${quote(table)} where "delFlag" = 'N' and ${quote(places)} is not null`,
    });
    return new Map((rows as { code: string; places: number }[]).map((row) => [row.code, row.places]));
  }
}
