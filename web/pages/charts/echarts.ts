import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

/** Options of the charts in use. A new chart type must be registered below. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>;

register([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

/** Starts a chart in an element. SVG stays sharp in print and at any zoom. */
export const startChart = (element: HTMLElement) => init(element, null, { renderer: 'svg' });
