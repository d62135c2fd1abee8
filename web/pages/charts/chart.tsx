import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { ChartProps } from './chartProps.ts';
import './chart.css';

const Drawing = lazyChunk(async () => (await import('./drawing.tsx')).Drawing);

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
