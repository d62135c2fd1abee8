import type { ChartOption } from './echarts.ts';

/** Properties of a chart. */
export interface ChartProps {
  option: ChartOption;
  /** Receives the index of the data point under the pointer, or undefined when the pointer leaves the chart. */
  onPoint?: (index: number | undefined) => void;
}
