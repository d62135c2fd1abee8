import type { GlobalToken } from 'antd';
import type { ChartOption } from './echarts.ts';

/** Opacities of the primary colour for the parts of a stacked bar; `bars.css` repeats them for the legend. */
const SHADES = [1, 0.55, 0.28];

interface BarData {
  /** lengths of the parts of each bar */
  lengths: readonly (readonly number[])[];
  /** lines of the tooltip of a bar, by its index; without it bars have no tooltip */
  tooltip?: (bar: number) => readonly (readonly [name: string, figure: string])[];
  token: GlobalToken;
}

/**
 * Horizontal bars, the first on top, on one scale from zero. They have no labels, because the table beside them has the
 * names.
 */
export function barOption({ lengths, tooltip, token }: BarData): ChartOption {
  const parts = Math.max(1, ...lengths.map((bar) => bar.length));
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0, max: 'dataMax' },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lengths.map((_, index) => String(index)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: false },
      // continues the lines between the rows of the table
      splitLine: { show: true, interval: 0, showMaxLine: false, lineStyle: { color: token.colorBorderSecondary } },
    },
    tooltip: {
      show: tooltip !== undefined,
      trigger: 'item',
      appendTo: 'body',
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { color: token.colorText, fontSize: 12 },
      formatter: (point) => tooltipElement(tooltip?.(Array.isArray(point) ? 0 : point.dataIndex) ?? []),
    },
    series: Array.from({ length: parts }, (_, part) => ({
      type: 'bar' as const,
      stack: 'parts',
      barWidth: 12,
      cursor: 'default',
      itemStyle: { color: token.colorPrimary, opacity: SHADES[part % SHADES.length]!, borderRadius: 1 },
      emphasis: { disabled: true },
      data: lengths.map((bar) => bar[part] ?? 0),
    })),
  };
}

/** An element with text only, never markup, because names come from records. */
function tooltipElement(lines: readonly (readonly [string, string])[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  for (const texts of lines) {
    const line = document.createElement('div');
    line.append(
      ...texts.map((text) => {
        const span = document.createElement('span');
        span.textContent = text;
        return span;
      }),
    );
    box.append(line);
  }
  return box;
}
