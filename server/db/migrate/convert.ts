import { quote } from '../../../generator/emit/ddl/sql.ts';

/** Conversion of a column to another type: for all rows, with loss of values, or blocked by rows. */
export interface Conversion {
  /** SQL expression of the new value */
  using: string;
  /** the rows whose value would change */
  loses?: string;
  /** the rows whose value cannot be converted */
  breaks?: string;
}

const INTEGERS: Record<string, [min: string, max: string]> = {
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
};

/**
 * How to convert a column; undefined if it must be dropped and created again. Types as `format_type` prints them;
 * conditions are SQL on the column.
 */
export function conversion(column: string, from: string, to: string): Conversion | undefined {
  const c = quote(column);
  const isNumber = (type: string) => type in INTEGERS || type.startsWith('numeric');
  if (from === to) return { using: c };
  if (to === 'text' && from !== 'bytea')
    return { using: from.startsWith('numeric') ? `trim_scale(${c})::text` : `${c}::text` };
  if (isNumber(from) && isNumber(to)) return numberConversion(c, from, to);
  if (from === 'text' && to in INTEGERS)
    return {
      using: `${c}::${to}`,
      breaks: `case when ${c} ~ '^-?[0-9]{1,20}$' then ${outside(`${c}::numeric`, to)} else ${c} is not null end`,
    };
  if (from === 'text' && to.startsWith('numeric')) {
    const value = `(case when ${c} ~ '^-?[0-9]{1,100}([.][0-9]{1,100})?$' then ${c}::numeric end)`;
    const { loses, breaks } = numberConversion(value, 'numeric', to);
    return {
      using: `${c}::${to}`,
      ...(loses === undefined ? {} : { loses }),
      breaks: `${c} is not null and (${value} is null or ${breaks!})`,
    };
  }
  if (from === 'date' && to === 'timestamp with time zone') return { using: `${c}::timestamp at time zone 'UTC'` };
  if (from === 'timestamp with time zone' && to === 'date') {
    return { using: `(${c} at time zone 'UTC')::date`, loses: `(${c} at time zone 'UTC')::time <> '00:00'` };
  }
  return undefined;
}

function numberConversion(value: string, from: string, to: string): Conversion {
  if (to in INTEGERS) {
    return {
      using: `${value}::${to}`,
      ...(from.startsWith('numeric') ? { loses: `${value} <> trunc(${value})` } : {}),
      ...(from === 'integer' ? {} : { breaks: outside(value, to) }),
    };
  }
  const scale = Number(/,(\d+)\)/.exec(to)?.[1] ?? 0);
  const precision = Number(/\((\d+)/.exec(to)?.[1] ?? 0);
  return {
    using: `${value}::${to}`,
    ...(from.startsWith('numeric') ? { loses: `${value} <> round(${value}, ${scale})` } : {}),
    breaks: `abs(round(${value}::numeric, ${scale})) >= 1e${precision - scale}::numeric`,
  };
}

function outside(value: string, type: string): string {
  const [min, max] = INTEGERS[type]!;
  return `round(${value}) not between ${min} and ${max}`;
}
