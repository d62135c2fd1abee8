import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Sum } from '../../../generator/model/rule.ts';
import { amountText, commonCurrency } from '../../fields/decimal/amount.ts';
import { textOf } from '../../fields/types.ts';
import type { Draft } from './draft.ts';

interface Props {
  draft: Draft;
  name: string;
  fields: readonly Field[];
}

/** Under the columns whose rows must total a whole: the total so far, and what is missing. */
export function ChildTotals({ draft, name, fields }: Props): ReactNode {
  const sums = draft.entity.sums.filter((sum) => 'child' in sum.of && sum.of.child === name);
  if (sums.length === 0) return null;
  return (
    <tfoot>
      <tr>
        <td />
        {fields.map((field) => (
          <td key={field.name} data-align="right">
            {sums
              .filter((sum) => partOf(sum) === field.name)
              .map((sum) => (
                <Total key={sum.id} draft={draft} name={name} sum={sum} />
              ))}
          </td>
        ))}
        <td />
      </tr>
    </tfoot>
  );
}

const partOf = (sum: Sum): string | undefined => ('child' in sum.of ? sum.of.field : undefined);

function Total({ draft, name, sum }: { draft: Draft; name: string; sum: Sum }): ReactNode {
  const { t } = useTranslation();
  const [total, difference, currency] = useSyncExternalStore(draft.subscribe, () => totalOf(draft, name, sum)).split(
    '|',
  );
  if (total === undefined) return null;
  return (
    <div className={difference ? 'form-total form-total-off' : 'form-total'}>
      <div>
        {total}
        {currency ? <span className="kind-aside"> {currency}</span> : null}
      </div>
      {difference && <div>{t('form.difference', { difference })}</div>}
    </div>
  );
}

/**
 * `total|difference|currency` as text, so that it is the same value while neither changes; no difference within the
 * tolerance, or where the whole is unknown.
 */
function totalOf(draft: Draft, name: string, sum: Sum): string {
  const children = draft.children.get(name);
  const field = children?.rules.entity.fields.find((one) => one.name === partOf(sum));
  if (!children || !field) return '';
  const parts = children.rows.map((row) => parseDecimal(textOf(row.value(field.name))) ?? new Decimal(0));
  const total = parts.reduce((so, part) => so.plus(part), new Decimal(0));
  const whole = parseDecimal(sum.equals) ?? parseDecimal(draft.value(sum.equals));
  const difference = whole && total.minus(whole);
  const off = difference?.abs().gt(sum.tolerance) ?? false;
  const currency = commonCurrency(
    field,
    children.rows.map((row) => row.values),
  );
  const shown = (value: Decimal): string => amountText(printDecimal(value), field, currency);
  return `${shown(total)}|${off && difference ? shown(difference) : ''}|${currency ?? ''}`;
}
