import { type PointerEvent, type ReactNode, useState } from 'react';
import type { Rate } from './rates.ts';

const WIDTH = 760;
const HEIGHT = 300;
const PLOT = { left: 64, right: WIDTH - 12, top: 12, bottom: HEIGHT - 28 };
/** At most so many lines across, at round values. */
const GRID_LINES = 6;
const DAY_LABELS = 4;

const DAY_MS = 86_400_000;
const dayOf = ({ exRateDate }: Rate): number => Date.parse(`${exRateDate}T00:00:00Z`) / DAY_MS;

/** Rates over time as one line; the one under the pointer, or else the latest, is told above it. */
export function RateLine({ rates, label }: { rates: readonly Rate[]; label: string }): ReactNode {
  const [pointed, setPointed] = useState<Rate>();
  const latest = rates.at(-1)!;
  const told = pointed && rates.includes(pointed) ? pointed : latest;
  const [firstDay, lastDay] = [dayOf(rates[0]!), dayOf(latest)];
  const values = rates.map(({ exRate }) => Number(exRate));
  const [low, high] = withMargin(Math.min(...values), Math.max(...values));
  const x = (day: number): number =>
    PLOT.left + ((day - firstDay) / Math.max(lastDay - firstDay, 1)) * (PLOT.right - PLOT.left);
  const y = (value: number): number => PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top);
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    setPointed(
      rates.reduce((nearest, rate) =>
        Math.abs(x(dayOf(rate)) - at) < Math.abs(x(dayOf(nearest)) - at) ? rate : nearest,
      ),
    );
  };
  return (
    <figure className="rate-line">
      <figcaption>
        <strong>{told.exRate}</strong> <span>{told.exRateDate}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {roundValues(low, high).map((value) => (
          <g key={value} className="rate-grid">
            <path d={`M${PLOT.left} ${y(value)}H${PLOT.right}`} />
            <text x={PLOT.left - 8} y={y(value) + 4} textAnchor="end">
              {Number(value.toPrecision(6))}
            </text>
          </g>
        ))}
        {[...new Set(steps(firstDay, lastDay, DAY_LABELS).map(Math.round))].map((day, index, all) => (
          <text
            key={day}
            className="rate-day"
            x={x(day)}
            y={HEIGHT - 8}
            textAnchor={index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
          >
            {new Date(day * DAY_MS).toISOString().slice(0, 10)}
          </text>
        ))}
        <path
          className="rate-path"
          d={rates
            .map(
              (rate, index) => `${index === 0 ? 'M' : 'L'}${x(dayOf(rate)).toFixed(1)} ${y(values[index]!).toFixed(1)}`,
            )
            .join('')}
        />
        <circle className="rate-point" cx={x(dayOf(told))} cy={y(Number(told.exRate))} r="4" />
      </svg>
    </figure>
  );
}

/** So many values from one to the other, both included. */
const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));

/** Values between the two that are easy to read: multiples of 1, 2 or 5 of some decimal place. */
function roundValues(low: number, high: number): number[] {
  const least = (high - low) / GRID_LINES;
  const place = 10 ** Math.floor(Math.log10(least));
  const step = place * ([1, 2, 5].find((times) => place * times >= least) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** Room above and below, so that a rate that never moves has a line of its own too. */
function withMargin(low: number, high: number): [number, number] {
  const margin = (high - low) * 0.08 || high * 0.01;
  return [low - margin, high + margin];
}
