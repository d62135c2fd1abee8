import type { Condition } from '../../api/where.ts';
import { type Row, textOf } from '../../kinds/types.ts';
import type { Rules } from '../form/rules.ts';

/** Keys in one call; the API's largest page holds as many rows. */
const MOST_TOGETHER = 500;

/** Answers the rows of an entity that fit all conditions: of each that names several values, any. @throws ApiError */
export type AskRows = (entity: string, where: Condition[]) => Promise<Row[]>;

type Found = Record<string, Row | undefined>;

/** The rows of other entities that the formulae of many rows read (`x-lookup`), fetched together and kept. */
export class Lookups {
  readonly #rules: Rules;
  readonly #parent: () => Row;
  readonly #ask: AskRows;
  /** by lookup and key; undefined where there is none, or it is on its way */
  readonly #found = new Map<string, Row | undefined>();

  constructor(rules: Rules, parent: () => Row, ask: AskRows) {
    this.#rules = rules;
    this.#ask = ask;
    this.#parent = parent;
  }

  /** What is known of the rows that this row's formulae read. */
  of(row: Row): Found {
    const lookups: Found = {};
    for (const { name, keyOf } of this.#rules.lookups) {
      const key = keyOf(row, { parent: this.#parent(), lookups });
      lookups[name] = key && this.#found.get(keyText(name, Object.keys(key), key));
    }
    return lookups;
  }

  /** Fetches what the rows' formulae read and is not known yet; answers whether there was anything. @throws ApiError */
  async complete(rows: readonly Row[]): Promise<boolean> {
    const parent = this.#parent();
    const found: Found[] = rows.map(() => ({}));
    let asked = false;
    for (const { name, entity, keyOf } of this.#rules.lookups) {
      const keys = rows.map((row, index) => keyOf(row, { parent, lookups: found[index]! }));
      const missing = new Map(keys.flatMap((key): [string, Row][] => (key ? [[keyText(name, Object.keys(key), key), key]] : [])).filter(([text]) => !this.#found.has(text)));
      if (missing.size > 0) {
        asked = true;
        const names = Object.keys([...missing.values()][0]!);
        const there = await this.#rowsByKeys(entity, names, [...missing.values()]);
        for (const text of missing.keys()) this.#found.set(text, undefined);
        for (const row of there) this.#found.set(keyText(name, names, row), row);
      }
      keys.forEach((key, index) => { found[index]![name] = key && this.#found.get(keyText(name, Object.keys(key), key)); });
    }
    return asked;
  }

  /** Rows by their keys: those whose keys differ in one field alone are asked for together. */
  async #rowsByKeys(entity: string, names: readonly string[], keys: readonly Row[]): Promise<Row[]> {
    const variety = (name: string): number => new Set(keys.map((key) => key[name])).size;
    const varying = names.toSorted((a, b) => variety(b) - variety(a))[0]!;
    const others = names.filter((name) => name !== varying);
    const groups = Map.groupBy(keys, (key) => keyText('', others, key));
    const rows: Row[] = [];
    for (const group of groups.values()) {
      const same = others.map((name): Condition => ({ name, type: 'equal', value: group[0]![name] }));
      const values = [...new Set(group.map((key) => key[varying]))];
      for (let from = 0; from < values.length; from += MOST_TOGETHER) {
        rows.push(...await this.#ask(entity, [...same, { name: varying, type: 'array', value: values.slice(from, from + MOST_TOGETHER) }]));
      }
    }
    return rows;
  }
}

const keyText = (lookup: string, names: readonly string[], row: Row): string => JSON.stringify([lookup, ...names.map((name) => textOf(row[name]))]);
