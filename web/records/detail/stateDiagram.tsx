import { type ReactNode, useId } from 'react';
import type { Machine, Transition } from '../../../generator/model/operation.ts';
import { useLabel, useListed } from '../../fields/language.ts';
import { layOutStates } from './stateLayout.ts';
import './stateDiagram.css';

/** Sizes in pixels. Boxes are wider than this if a name requires it. */
const MIN_WIDTH = 104;
const PADDING = 24;
const HEIGHT = 30;
const GAP_X = 72;
const GAP_Y = 26;
const MARGIN = 8;

interface Props {
  machine: Machine;
  current: string;
  /** whether a transition from the current state is possible */
  isPossible: (step: Transition) => boolean;
}

/** Diagram of the states of a record and their transitions, with the current state highlighted. */
export function StateDiagram({ machine, current, isPossible }: Props): ReactNode {
  const label = useLabel();
  const listed = useListed();
  // a unique id, because a hidden tab may contain another diagram with its own arrow
  const arrowId = useId();
  const { width, height, boxWidth, positionOf } = measure(
    machine,
    machine.states.map((state) => label(state.label)),
  );
  return (
    <svg
      className="state-diagram"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={listed(machine.states.map((state) => label(state.label)))}
    >
      <defs>
        <ArrowHead id={arrowId} />
      </defs>
      {machine.transitions.flatMap((transition) =>
        transition.from.map((from) => (
          <Arrow
            key={`${transition.action}-${from}-${transition.to}`}
            name={label(transition.label)}
            path={arc(positionOf(from), positionOf(transition.to), boxWidth)}
            head={arrowId}
            way={from !== current ? undefined : isPossible(transition) ? 'open' : 'closed'}
          />
        )),
      )}
      {machine.states.map((state) => (
        <Box
          key={state.code}
          name={label(state.label)}
          at={positionOf(state.code)}
          width={boxWidth}
          isFinal={state.final === true}
          isCurrent={state.code === current}
        />
      ))}
    </svg>
  );
}

interface ArrowProps {
  name: string;
  path: string;
  /** id of the arrow head */
  head: string;
  /** whether a transition from the current state is possible; absent: it starts from another state */
  way: 'open' | 'closed' | undefined;
}

/** A transition. */
const Arrow = ({ name, path, head, way }: ArrowProps): ReactNode => (
  <g data-way={way}>
    <path d={path} markerEnd={`url(#${head})`}>
      <title>{name}</title>
    </path>
  </g>
);

interface BoxProps {
  name: string;
  at: Point;
  width: number;
  isFinal: boolean;
  isCurrent: boolean;
}

/** A state; a final one has round ends. */
const Box = ({ name, at, width, isFinal, isCurrent }: BoxProps): ReactNode => (
  <g data-current={isCurrent} transform={translation(at)}>
    <rect width={width} height={HEIGHT} rx={isFinal ? HEIGHT / 2 : 6} />
    <text x={width / 2} y={HEIGHT / 2 + 4.5}>
      {name}
    </text>
  </g>
);

const ArrowHead = ({ id }: { id: string }): ReactNode => (
  <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
    <path d="M0 0 L8 4 L0 8 z" />
  </marker>
);

interface Measures {
  width: number;
  height: number;
  boxWidth: number;
  /** top left corner of a state's box */
  positionOf: (code: string) => Point;
}

/** Sizes and positions in a diagram, in pixels. All boxes are as wide as the longest name requires. */
function measure(machine: Machine, names: readonly string[]): Measures {
  const positions = layOutStates(machine);
  const boxWidth = Math.max(MIN_WIDTH, ...names.map((name) => widthOf(name) + PADDING));
  const columns = Math.max(...[...positions.values()].map(({ column }) => column)) + 1;
  const lines = Math.max(...[...positions.values()].map(({ line }) => line)) + 1;
  return {
    width: MARGIN * 2 + columns * boxWidth + (columns - 0.5) * GAP_X,
    height: MARGIN * 2 + lines * HEIGHT + lines * GAP_Y,
    boxWidth,
    positionOf: (code) => ({
      x: MARGIN + (positions.get(code)?.column ?? 0) * (boxWidth + GAP_X),
      y: MARGIN + (positions.get(code)?.line ?? 0) * (HEIGHT + GAP_Y),
    }),
  };
}

const translation = ({ x, y }: Point): string => `translate(${x} ${y})`;

/** Width of a name in the diagram's bold 13 px font, in pixels; Chinese characters are square. */
const widthOf = (name: string): number =>
  [...name].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e80 ? 13 : 7.5), 0);

interface Point {
  x: number;
  y: number;
}

/**
 * Path of a transition between two boxes. Forward it leads from the right edge to the left edge, backward it runs below
 * the boxes. Within a column it is a straight line to a neighbour, else a curve around the states between.
 */
function arc(from: Point, to: Point, boxWidth: number): string {
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + boxWidth, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
    return `M${x1} ${y1} C${x1 + GAP_X / 2} ${y1} ${x2 - GAP_X / 2} ${y2} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [from.x + boxWidth / 2 - 12, from.y + HEIGHT, to.x + boxWidth / 2 + 12, to.y + HEIGHT];
  if (to.x === from.x && Math.abs(to.y - from.y) > HEIGHT + GAP_Y) {
    const [x, y, end] = [from.x + boxWidth, from.y + HEIGHT / 2, to.y + HEIGHT / 2];
    return `M${x} ${y} C${x + GAP_X / 2} ${y} ${x + GAP_X / 2} ${end} ${x} ${end}`;
  }
  if (to.x === from.x) return `M${x1} ${to.y > from.y ? y1 : from.y} L${x1} ${to.y > from.y ? to.y : y2}`;
  const dip = Math.max(y1, y2) + GAP_Y;
  return `M${x1} ${y1} C${x1} ${dip} ${x2} ${dip} ${x2} ${y2}`;
}
