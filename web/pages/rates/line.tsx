import { theme } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Chart } from '../charts/chart.tsx';
import { rateOption } from '../charts/rateOption.ts';
import type { Rate } from './rates.ts';

/** Rates over time as a line. The caption shows the rate under the pointer, or the latest rate. */
export function RateLine({ rates, label }: { rates: readonly Rate[]; label: string }): ReactNode {
  const { token } = theme.useToken();
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const option = useMemo(
    () =>
      rateOption(
        rates.map(({ exRateDate, exRate }) => [exRateDate, Number(exRate)]),
        token,
      ),
    [rates, token],
  );
  const rate = (hoveredIndex === undefined ? undefined : rates[hoveredIndex]) ?? rates.at(-1)!;
  return (
    <figure className="rate-line" data-points={rates.length}>
      <figcaption>
        <strong>{rate.exRate}</strong> <span>{rate.exRateDate}</span>
      </figcaption>
      <div className="rate-drawing" role="img" aria-label={label}>
        <Chart option={option} onPoint={setHoveredIndex} />
      </div>
    </figure>
  );
}
