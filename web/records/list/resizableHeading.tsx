import type { KeyboardEvent, PointerEvent, ReactNode, ThHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';

/** Minimum width, in CSS pixels. */
const MIN_WIDTH = 56;
/** Change of the width by an arrow key, in CSS pixels. */
const STEP = 16;

/** Properties of a heading whose width can be changed. */
export interface ResizableProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** width of the column in CSS pixels; without it the heading cannot be resized */
  columnWidth?: number;
  onResize?: (width: number) => void;
}

/** A table heading that is resized by dragging its right edge or with the arrow keys. */
export function ResizableHeading({ columnWidth, onResize, children, ...rest }: ResizableProps): ReactNode {
  const { t } = useTranslation();
  if (columnWidth === undefined || !onResize) return <th {...rest}>{children}</th>;

  function drag(event: PointerEvent<HTMLSpanElement>): void {
    const grip = event.currentTarget;
    const start = event.clientX;
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = (move) => onResize!(Math.max(MIN_WIDTH, columnWidth! + move.clientX - start));
    grip.onpointerup = () => {
      grip.onpointermove = null;
      grip.onpointerup = null;
    };
  }

  function nudge(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize!(Math.max(MIN_WIDTH, columnWidth! + step));
  }

  return (
    <th {...rest}>
      {children}
      {/* A click on the edge must not sort. */}
      <span
        className="resize-grip"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('list.columnWidth')}
        aria-valuenow={columnWidth}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={nudge}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
