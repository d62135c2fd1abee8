import { type ReactNode, useEffect, useRef } from 'react';
import type { ChartProps } from './chart.tsx';
import { startChart } from './echarts.ts';

type Drawn = ReturnType<typeof startChart>;

/** Draws a chart with ECharts and keeps it as large as its element. */
export function Drawing({ option, onPoint }: ChartProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<Drawn>(undefined);
  useEffect(() => {
    const drawn = startChart(element.current!);
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(element.current!);
    chart.current = drawn;
    return () => {
      observer.disconnect();
      drawn.dispose();
    };
  }, []);
  useEffect(() => chart.current!.setOption(option, { notMerge: true }), [option]);
  useEffect(() => {
    if (onPoint) return listen(chart.current!, onPoint);
    return undefined;
  }, [onPoint]);
  return <div className="chart-drawing" ref={element} />;
}

/** Reports the data point under the pointer. @returns a function that stops it */
function listen(chart: Drawn, onPoint: (index: number | undefined) => void): () => void {
  const move = (event: unknown): void => onPoint((event as { dataIndex?: number }).dataIndex);
  const leave = (): void => onPoint(undefined);
  chart.on('updateAxisPointer', move);
  chart.getZr().on('globalout', leave);
  return () => {
    if (chart.isDisposed()) return;
    chart.off('updateAxisPointer', move);
    chart.getZr().off('globalout', leave);
  };
}
