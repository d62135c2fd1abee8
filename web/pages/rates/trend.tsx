import { LineChartOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Modal, Segmented, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { ListExtraProps } from '../../records/extras.ts';
import { errorText } from '../../shell/errorText.ts';
import { RateLine } from './line.tsx';
import { RANGES, type Range, trendQuery } from './rates.ts';
import './trend.css';

/** A button over the list of rates that shows how a pair went: at first that of the list's first row. */
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Currency {
  value: string;
  label: string;
}

function Trend({ from, to }: { from: string; to: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const [pair, setPair] = useState({ from, to });
  const [range, setRange] = useState<Range>('year');
  const { data: currencies = [] } = useQuery({
    queryKey: ['select', 'curr', i18n.language],
    queryFn: () => call<Currency[]>('POST', '/api/common/select/curr', { body: {} }),
  });
  const { data: rates, error, refetch } = useQuery(trendQuery(pair.from, pair.to, range));
  const options = currencies.map(({ value, label }) => ({ value, label: `${value} ${label}` }));
  const choose = (side: 'from' | 'to', label: string): ReactNode => (
    <Select
      showSearch
      optionFilterProp="label"
      aria-label={label}
      placeholder={label}
      className="rate-currency"
      options={options}
      {...(pair[side] === '' ? {} : { value: pair[side] })}
      onChange={(value: string) => setPair({ ...pair, [side]: value })}
    />
  );
  return (
    <div className="rate-trend">
      <div className="rate-choice">
        {choose('from', t('rates.from'))}
        <span aria-hidden>→</span>
        {choose('to', t('rates.to'))}
        <span className="spacer" />
        <Segmented
          aria-label={t('rates.range')}
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({ value, label: t(`rates.${value}`) }))}
        />
      </div>
      {error ? (
        <Alert
          type="error"
          showIcon
          message={errorText(error, t)}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {t('error.retry')}
            </Button>
          }
        />
      ) : pair.from === '' || pair.to === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rates.choose')} />
      ) : !rates ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : rates.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rates.none', pair)} />
      ) : (
        <RateLine
          rates={rates}
          label={t('rates.line', { ...pair, first: rates[0]!.exRateDate, last: rates.at(-1)!.exRateDate })}
        />
      )}
    </div>
  );
}
