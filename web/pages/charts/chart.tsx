import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { ChartOption } from './echarts.ts';
import './chart.css';

const Drawing = lazyChunk(async () => (await import('./drawing.tsx')).Drawing);

/** Properties of a chart. */
export interface ChartProps {
  option: ChartOption;
  /** Receives the index of the data point under the pointer, or undefined when the pointer leaves the chart. */
  onPoint?: (index: number | undefined) => void;
}

/** A chart that fills its parent element. The chart library loads with the first chart. */
export function Chart(props: ChartProps): ReactNode {
  return (
    <div className="chart">
      <Suspense fallback={null}>
        <Drawing {...props} />
      </Suspense>
    </div>
  );
}
