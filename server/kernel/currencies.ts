import type { CurrencyPlaces } from '../../generator/language/currency.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { Queryable } from './context.ts';
import { quote } from './statement.ts';

/**
 * Decimal places of each currency, from the entity with `x-entity.currencies`. They are cached in memory until a write
 * to that entity.
 */
export class Currencies {
  readonly #db: Queryable;
  readonly #source: { table: string; code: string; places: string } | undefined;
  /** cached places; a write during the read removes them, so that they are read again */
  #places: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(db: Queryable, model: Model) {
    this.#db = db;
    const entity = Object.values(model.entities).find((candidate) => candidate.currencies);
    this.#source = entity?.currencies && { table: entity.table, ...entity.currencies };
  }

  /** Currency code → decimal places, for currencies with known minor units. */
  async all(): Promise<ReadonlyMap<string, number>> {
    const places = (this.#places ??= this.#read());
    try {
      return await places;
    } catch (error) {
      if (this.#places === places) this.#places = undefined;
      throw error;
    }
  }

  /** A function that finds the decimal places of a currency. */
  async places(): Promise<CurrencyPlaces> {
    const all = await this.all();
    return (currency) => all.get(currency);
  }

  /** Invalidates the cache after a write to `table`; without an argument always. */
  invalidate(table?: string): void {
    if (table === undefined || table === this.#source?.table) this.#places = undefined;
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
