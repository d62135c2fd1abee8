import { theme } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Chart } from '../charts/chart.tsx';
import { rateOption } from '../charts/rateOption.ts';
import type { Rate } from './rates.ts';

/** Rates over time as a line. The caption has the rate under the pointer, or else the latest one. */
export function RateLine({ rates, label }: { rates: readonly Rate[]; label: string }): ReactNode {
  const { token } = theme.useToken();
  const [pointed, setPointed] = useState<number>();
  const option = useMemo(
    () =>
      rateOption(
        rates.map(({ exRateDate, exRate }) => [exRateDate, Number(exRate)]),
        token,
      ),
    [rates, token],
  );
  const rate = (pointed === undefined ? undefined : rates[pointed]) ?? rates.at(-1)!;
  return (
    <figure className="rate-line" data-points={rates.length}>
      <figcaption>
        <strong>{rate.exRate}</strong> <span>{rate.exRateDate}</span>
      </figcaption>
      <div className="rate-drawing" role="img" aria-label={label}>
        <Chart option={option} onPoint={setPointed} />
      </div>
    </figure>
  );
}
