import { quote } from '../../../generator/language/sqlText.ts';

/** Conversion of a column to another type. Without `loses` and `breaks` it succeeds for all values. */
export interface Conversion {
  /** SQL expression of the new value */
  using: string;
  /** SQL condition for the rows whose value would change */
  loses?: string;
  /** SQL condition for the rows whose value cannot be converted, and which block the conversion */
  breaks?: string;
}

const INTEGERS: Record<string, [min: string, max: string]> = {
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
};

/**
 * Finds the conversion of a column; undefined if no conversion exists and the column must be dropped and created again.
 *
 * @param from the current type, as `format_type` of PostgreSQL prints it
 * @param to the new type, in the same form
 */
export function findConversion(column: string, from: string, to: string): Conversion | undefined {
  const c = quote(column);
  const isNumber = (type: string) => type in INTEGERS || type.startsWith('numeric');
  if (from === to) return { using: c };
  if (to === 'text' && from !== 'bytea')
    return { using: from.startsWith('numeric') ? `trim_scale(${c})::text` : `${c}::text` };
  if (isNumber(from) && isNumber(to)) return numberConversion(c, from, to);
  if (from === 'text' && to in INTEGERS)
    return {
      using: `${c}::${to}`,
      breaks: `case when ${c} ~ '^-?[0-9]{1,20}$' then ${isOutside(`${c}::numeric`, to)} else ${c} is not null end`,
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
      ...(from === 'integer' ? {} : { breaks: isOutside(value, to) }),
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

/** SQL condition that a number, rounded, is outside of the range of an integer type. */
function isOutside(value: string, type: string): string {
  const [min, max] = INTEGERS[type]!;
  return `round(${value}) not between ${min} and ${max}`;
}
