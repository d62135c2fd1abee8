import { Decimal, parseDecimal, printDecimal } from '../../../../generator/language/decimal.ts';
import { KINDS } from '../../../../generator/language/kinds/kinds.ts';
import { quote } from '../../../../generator/language/sqlText.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import type { StatedTotal } from '../../../../generator/model/import.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime } from '../../core.ts';
import type { Row } from '../../row.ts';
import { statement } from '../../statement.ts';

/** A row of the file with the total that it states. */
interface Stated<T> {
  row: T;
  values: Row;
  stated: Decimal;
}

/**
 * Compares the totals that a file states (`x-import.totals`) with the stored rows after the import. This finds, for
 * example, a port call that is missing from an insurer's file or is in it twice.
 */
export class StatedTotals<T> {
  readonly #runtime: EntityRuntime;
  /** for each rule, by group the first row that states its total, and further rows that state a different total */
  readonly #groups: readonly { rule: StatedTotal; stated: Map<string, Stated<T>>; others: Stated<T>[] }[];

  constructor(runtime: EntityRuntime) {
    this.#runtime = runtime;
    this.#groups = (runtime.entity.import?.totals ?? []).map((rule) => ({ rule, stated: new Map(), others: [] }));
  }

  /** Adds the totals that a row states. */
  add(row: T, values: Row): void {
    for (const {
      rule: { equals, per },
      stated,
      others,
    } of this.#groups) {
      const amount = parseDecimal(values[equals]);
      if (!amount || per.some((name) => values[name] == null)) continue;
      const key = JSON.stringify(per.map((name) => String(values[name])));
      const first = stated.get(key);
      const current: Stated<T> = { row, values, stated: amount };
      if (!first) stated.set(key, current);
      else if (!first.stated.eq(amount)) others.push(current);
    }
  }

  /**
   * Finds the rows whose stated total differs from that of the stored rows, each with a warning at the total's field.
   */
  async differing({ db }: Context): Promise<{ row: T; violation: Violation }[]> {
    const found: { row: T; violation: Violation }[] = [];
    for (const { rule, stated, others } of this.#groups) {
      const all = [...stated.values(), ...others];
      if (all.length === 0) continue;
      const columns = rule.per.map(
        (name, index) => `$${index + 1}::${KINDS[this.#field(name).kind].column(this.#field(name))}[]`,
      );
      const text =
        `select coalesce((select sum(t.${quote(rule.of)}) from ${quote(this.#runtime.entity.table)} t where t."delFlag" = 'N' and ${rule.per.map((name) => `t.${quote(name)} = k.${quote(name)}`).join(' and ')}), 0)::text as total` +
        ` from unnest(${columns.join(', ')}) with ordinality k(${[...rule.per.map(quote), 'place'].join(', ')}) order by k.place`;
      const { rows } = await db.query(
        statement(
          text,
          rule.per.map((name) => all.map(({ values }) => values[name])),
          true,
        ),
      );
      (rows as { total: string }[]).forEach(({ total }, index) => {
        const { row, stated: amount } = all[index]!;
        const stored = parseDecimal(total) ?? new Decimal(0);
        if (!amount.eq(stored))
          found.push({
            row,
            violation: {
              field: rule.equals,
              key: 'MSG_upload_0095',
              level: 'warning',
              params: { stated: printDecimal(amount, 2), total: printDecimal(stored, 2) },
            },
          });
      });
    }
    return found;
  }

  #field(name: string) {
    return this.#runtime.fields.get(name)!;
  }
}
