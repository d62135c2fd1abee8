import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './bars.css';

/** A line of a chart: its parts stand one after the other, each as long as its figure. */
export interface Bar {
  key: string;
  name: ReactNode;
  /** the list behind it */
  to: string;
  /** the exact figures, as decimal text; drawn, they need not be exact */
  parts: readonly string[];
  /** what is told beside the bar */
  figure: string;
}

interface Props {
  /** names the chart */
  title: string;
  heading: string;
  figure: string;
  bars: readonly Bar[];
  /** the names of the parts, where there are several */
  legend?: readonly string[];
}

/** Figures as bars in a table, so that they can be read, heard and followed to what they add up. */
export function Bars({ title, heading, figure, bars, legend }: Props): ReactNode {
  const lengths = bars.map(({ parts }) => parts.map((part) => Math.max(0, Number(part))));
  const longest = Math.max(...lengths.map((parts) => parts.reduce((sum, part) => sum + part, 0)), Number.MIN_VALUE);
  return (
    <>
      {legend && (
        <ul className="bars-legend" aria-hidden>
          {legend.map((name, index) => (
            <li key={name}>
              <i data-part={index} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <table className="bars" aria-label={title}>
        <thead className="unseen">
          <tr>
            <th>{heading}</th>
            <th>{title}</th>
            <th>{figure}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, to, figure: told }, index) => (
            <tr key={key}>
              <th scope="row">
                <Link to={to}>{name}</Link>
              </th>
              <td>
                <div className="bar" aria-hidden>
                  {lengths[index]!.map((part, at) => (
                    <span
                      key={legend?.[at] ?? at}
                      data-part={at}
                      style={{ width: `${(100 * part) / longest}%` }}
                      title={legend?.[at]}
                    />
                  ))}
                </div>
              </td>
              <td className="figure">{told}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
