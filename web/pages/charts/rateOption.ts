import type { GlobalToken } from 'antd';
import type { ChartOption } from './echarts.ts';

/** A point of a curve: a day (`YYYY-MM-DD`) and a value. */
export type DayValue = readonly [day: string, value: number];

/** A curve over days. The scale has a margin, so that constant values are a visible line. */
export function rateOption(points: readonly DayValue[], token: GlobalToken): ChartOption {
  const text = { color: token.colorTextSecondary, fontSize: 12 };
  return {
    animation: false,
    useUTC: true,
    grid: { left: 64, right: 12, top: 12, bottom: 28 },
    xAxis: {
      type: 'time',
      axisLine: { show: false },
      axisTick: { show: false },
      splitNumber: 4,
      axisLabel: { ...text, hideOverlap: true, formatter: '{yyyy}-{MM}-{dd}' },
    },
    yAxis: {
      type: 'value',
      scale: true,
      min: ({ min, max }) => min - margin(min, max),
      max: ({ min, max }) => max + margin(min, max),
      axisLabel: {
        ...text,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (value: number) => shortNumber(value),
      },
      splitLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    tooltip: { trigger: 'axis', showContent: false, axisPointer: { lineStyle: { color: token.colorTextSecondary } } },
    series: [
      {
        type: 'line',
        showSymbol: points.length === 1,
        symbol: 'circle',
        symbolSize: 8,
        lineStyle: { color: token.colorPrimary, width: 1.5 },
        itemStyle: { color: token.colorPrimary },
        data: points.map(([day, value]) => [`${day}T00:00:00Z`, value]),
      },
    ],
  };
}

const margin = (min: number, max: number): number => (max - min) * 0.08 || max * 0.01;

const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));
