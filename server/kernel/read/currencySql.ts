import { quote } from '../../../generator/language/sqlText.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Values } from '../statement.ts';

/** SQL: the currency code of an amount of a row `t` (`x-currency`), as `currencyOf` returns it. */
export const currencySql = ({ currency }: Field, values: Values): string =>
  currency && 'code' in currency ? `${values.bind(currency.code)}::text` : `t.${quote(currency!.field)}`;
