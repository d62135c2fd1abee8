import { theme } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { barOption } from '../charts/barOption.ts';
import { Chart } from '../charts/chart.tsx';
import './bars.css';

/** A bar of a chart and its row in the table beside it. */
export interface Bar {
  key: string;
  name: ReactNode;
  /** address of the list that the bar totals; without it the name is plain text */
  to?: string | undefined;
  /** exact figures as decimal text, one for each part of the bar */
  parts: readonly string[];
  /** text beside the bar */
  figure: string;
  /** text of each part, for the tooltip */
  partFigures?: readonly string[];
}

interface Props {
  /** accessible name of the chart */
  title: string;
  heading: string;
  figure: string;
  bars: readonly Bar[];
  /** names of the parts, when a bar has several */
  legend?: readonly string[];
}

/** A bar chart beside a table of the same figures, which screen readers read and whose rows link to their lists. */
export function Bars({ title, heading, figure, bars, legend }: Props): ReactNode {
  return (
    <>
      {legend ? <Legend names={legend} /> : null}
      <table className="bars" aria-label={title}>
        <thead className="unseen">
          <tr>
            <th>{heading}</th>
            <td aria-hidden />
            <th>{figure}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, to, figure: text }, index) => (
            <tr key={key}>
              <th scope="row">{to === undefined ? name : <Link to={to}>{name}</Link>}</th>
              {index === 0 ? (
                <td className="bars-drawing" rowSpan={bars.length} aria-hidden>
                  <BarDrawing bars={bars} legend={legend} />
                </td>
              ) : null}
              <td className="figure">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The bars, one beside each row of the table. */
function BarDrawing({ bars, legend }: { bars: readonly Bar[]; legend: readonly string[] | undefined }): ReactNode {
  const { token } = theme.useToken();
  const option = useMemo(
    () =>
      barOption({
        lengths: bars.map(({ parts }) => parts.map((part) => Math.max(0, Number(part)))),
        ...(legend && {
          tooltip: (bar: number) => legend.map((name, part) => [name, bars[bar]?.partFigures?.[part] ?? ''] as const),
        }),
        token,
      }),
    [bars, legend, token],
  );
  return (
    <div>
      <Chart option={option} />
    </div>
  );
}

function Legend({ names }: { names: readonly string[] }): ReactNode {
  return (
    <ul className="bars-legend" aria-hidden>
      {names.map((name, index) => (
        <li key={name}>
          <i data-part={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}
