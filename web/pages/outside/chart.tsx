import type { ReactNode } from 'react';

const WIDTH = 640;
const HEIGHT = 900;
const STEP = 96;

/** Soundings of the chart, in metres. */
const SOUNDINGS: readonly [x: number, y: number, depth: string][] = [
  [92, 150, '38'],
  [170, 96, '44'],
  [262, 178, '52'],
  [370, 120, '61'],
  [486, 196, '57'],
  [566, 128, '48'],
  [118, 286, '33'],
  [224, 330, '41'],
  [338, 268, '64'],
  [486, 352, '72'],
  [556, 300, '58'],
  [86, 432, '27'],
  [188, 476, '35'],
  [300, 420, '58'],
  [420, 470, '76'],
  [540, 436, '63'],
  [120, 590, '19'],
  [236, 610, '31'],
  [352, 566, '49'],
  [470, 604, '60'],
  [566, 566, '54'],
  [330, 716, '28'],
  [420, 690, '37'],
  [560, 700, '46'],
];

/** Positions of the graticule along an edge. */
const graticule = (length: number): number[] =>
  Array.from({ length: Math.floor(length / STEP) }, (_, index) => STEP * (index + 1) - STEP / 2);

/** A decorative nautical chart: neat line, graticule, depth contours, soundings and a course. */
export function Chart(): ReactNode {
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" focusable="false">
        <path className="chart-land" d="M0 664c58-10 92 22 128 66s88 40 118 78 26 62 62 92H0Z" />
        <g className="chart-contour">
          <path d="M0 560c96-22 150 32 200 92s112 54 160 104 70 92 104 144" />
          <path d="M0 452c120-26 214 32 282 108s150 66 214 122 96 110 144 152" />
          <path d="M0 330c150-34 268 18 352 106s174 84 288 166" />
          <path d="M0 196c166-30 318 8 424 92s154 92 216 112" />
          <path d="M120 0c60 74 190 68 306 118s160 86 214 92" />
        </g>
        <path className="chart-shore" d="M0 664c58-10 92 22 128 66s88 40 118 78 26 62 62 92" />
        <g className="chart-grid">
          {graticule(WIDTH).map((x) => (
            <path key={x} d={`M${x} 0V${HEIGHT}`} />
          ))}
          {graticule(HEIGHT).map((y) => (
            <path key={y} d={`M0 ${y}H${WIDTH}`} />
          ))}
        </g>
        <g className="chart-soundings">
          {SOUNDINGS.map(([x, y, depth]) => (
            <text key={`${x} ${y}`} x={x} y={y}>
              {depth}
            </text>
          ))}
        </g>
        <Course />
        <CompassRose />
      </svg>
      <svg focusable="false">
        <rect className="chart-neat" />
        <rect className="chart-neat" data-inner />
        <rect className="chart-scale" />
      </svg>
    </>
  );
}

/** Positions of the ship on its course. */
const POSITIONS: readonly [x: number, y: number][] = [
  [206, 742],
  [300, 636],
  [404, 372],
  [566, 214],
];

const Course = (): ReactNode => (
  <g className="chart-course">
    <path d={`M${POSITIONS.map(([x, y]) => `${x} ${y}`).join(' ')}`} />
    {POSITIONS.map(([x, y]) => (
      <circle key={x} cx={x} cy={y} r="5" />
    ))}
  </g>
);

const CompassRose = (): ReactNode => (
  <g className="chart-rose" transform="translate(496 770)">
    <circle r="62" />
    <circle r="50" />
    {Array.from({ length: 36 }, (_, index) => (
      <path key={index} d={`M0 ${index % 9 === 0 ? -50 : -56}V-62`} transform={`rotate(${index * 10})`} />
    ))}
    <path d="M0-44 8 0 0 44-8 0ZM-44 0 0-8 44 0 0 8Z" />
  </g>
);
