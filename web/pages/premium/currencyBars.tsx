import type { ReactNode } from 'react';
import { Bars } from '../dashboard/bars.tsx';
import { usePremiumTexts } from './texts.ts';

/** A bar of an amount in one currency. */
export interface MoneyBar {
  key: string;
  name: string;
  /** address of the list that the bar totals */
  to?: string | undefined;
  currency: string;
  amount: string;
  /** parts that add up to the amount */
  parts?: readonly string[];
}

interface Props {
  title: string;
  heading: string;
  figure: string;
  bars: readonly MoneyBar[];
  /** names of the parts */
  legend?: readonly string[] | undefined;
}

/** Bar charts of amounts, one for each currency, because amounts in different currencies have no common scale. */
export function CurrencyBars({ title, heading, figure, bars, legend }: Props): ReactNode {
  const { money, figure: partText, inCurrency } = usePremiumTexts();
  const charts = [...Map.groupBy(bars, ({ currency }) => currency)].toSorted(([a], [b]) => a.localeCompare(b));
  return charts.map(([currency, own]) => (
    <div key={currency} className="premium-currency">
      {charts.length > 1 ? <h3>{currency}</h3> : null}
      <Bars
        title={charts.length > 1 ? inCurrency(title, currency) : title}
        heading={heading}
        figure={figure}
        {...(legend && { legend })}
        bars={own.map(({ key, name, to, amount, parts }) => ({
          key,
          // long names are cut off
          name: <span title={name}>{name}</span>,
          to,
          parts: parts ?? [amount],
          figure: money(amount, currency),
          ...(parts && { partFigures: parts.map((part) => partText(part, currency)) }),
        }))}
      />
    </div>
  ));
}
