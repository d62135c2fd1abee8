import { type ReactNode, useEffect, useRef } from 'react';
import type { ChartProps } from './chartProps.ts';
import { startChart } from './echarts.ts';

type ChartInstance = ReturnType<typeof startChart>;

/** Draws a chart with ECharts and keeps it as large as its element. */
export function Drawing({ option, onPoint }: ChartProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<ChartInstance>(undefined);
  useEffect(() => {
    const instance = startChart(element.current!);
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(element.current!);
    chart.current = instance;
    return () => {
      observer.disconnect();
      instance.dispose();
    };
  }, []);
  useEffect(() => chart.current!.setOption(option, { notMerge: true }), [option]);
  useEffect(() => {
    if (onPoint) return listen(chart.current!, onPoint);
    return undefined;
  }, [onPoint]);
  return <div className="chart-drawing" ref={element} />;
}

/** Reports the data point under the pointer. @returns an unsubscribe function */
function listen(chart: ChartInstance, onPoint: (index: number | undefined) => void): () => void {
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
