import { LineChartOutlined } from '@ant-design/icons';
import { useSelect } from '@refinedev/antd';
import type { BaseRecord } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Modal, Segmented, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListExtraProps } from '../../records/extras.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { RateLine } from './line.tsx';
import { RANGES, type Range, trendQuery } from './rates.ts';
import './trend.css';

/** Button above the list of rates that opens a chart of a currency pair. The initial pair is that of the first row. */
export function RateTrend({ rows }: ListExtraProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [first] = rows;
  return (
    <>
      <Button icon={<LineChartOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('rates.trend')}
      </Button>
      <Modal
        open={open}
        title={t('rates.trend')}
        width={840}
        footer={null}
        maskClosable={false}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <Trend from={textOf(first?.['fromCur'])} to={textOf(first?.['toCur'])} />
      </Modal>
    </>
  );
}

/** More than ISO 4217 has. */
const MAX_CURRENCIES = 1000;

interface Currency extends BaseRecord {
  curCde: string;
  curNameEn: string;
  curNameCh: string;
}

interface Pair {
  from: string;
  to: string;
}

/** The rates of a pair over time, with a choice of pair and range. */
function Trend(initial: Pair): ReactNode {
  const { t, i18n } = useTranslation();
  const [pair, setPair] = useState<Pair>({ from: initial.from, to: initial.to });
  const [range, setRange] = useState<Range>('year');
  return (
    <div className="rate-trend">
      <div className="rate-choice">
        <CurrencySelect
          key={`from ${i18n.language}`}
          value={pair.from}
          label={t('rates.from')}
          onChange={(from) => setPair({ ...pair, from })}
        />
        <span aria-hidden>→</span>
        <CurrencySelect
          key={`to ${i18n.language}`}
          value={pair.to}
          label={t('rates.to')}
          onChange={(to) => setPair({ ...pair, to })}
        />
        <span className="spacer" />
        <Segmented
          aria-label={t('rates.range')}
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({ value, label: t(`rates.${value}`) }))}
        />
      </div>
      <Rates pair={pair} range={range} />
    </div>
  );
}

interface SelectProps {
  /** '' without a currency */
  value: string;
  label: string;
  onChange: (currency: string) => void;
}

/**
 * Select of a currency by its code or its name in the user's language. `useSelect` keeps the options as they were read,
 * so a change of the language needs another `key`.
 */
function CurrencySelect({ value, label, onChange }: SelectProps): ReactNode {
  const nameOf = useLabel();
  const { selectProps, query } = useSelect<Currency>({
    resource: 'currency',
    meta: { choices: true },
    pagination: { pageSize: MAX_CURRENCIES },
    optionValue: ({ curCde }) => curCde,
    optionLabel: ({ curCde, curNameEn, curNameCh }) => `${curCde} ${nameOf({ en: curNameEn, zh: curNameCh })}`,
    // the chart can be read without the list
    errorNotification: false,
  });
  return (
    <Select<string>
      showSearch
      optionFilterProp="label"
      aria-label={label}
      placeholder={label}
      className="rate-currency"
      loading={query.isLoading}
      options={selectProps.options ?? []}
      {...(query.isError && { status: 'error' })}
      {...(value === '' ? {} : { value })}
      onChange={onChange}
    />
  );
}

function Rates({ pair, range }: { pair: Pair; range: Range }): ReactNode {
  const { t } = useTranslation();
  const { data: rates, error, refetch } = useQuery(trendQuery(pair.from, pair.to, range));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (pair.from === '' || pair.to === '')
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rates.choose')} />;
  if (!rates) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (rates.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rates.none', { ...pair })} />;
  return (
    <RateLine
      rates={rates}
      label={t('rates.line', { ...pair, first: rates[0]!.exRateDate, last: rates.at(-1)!.exRateDate })}
    />
  );
}
