import { useSuspenseQuery } from '@tanstack/react-query';
import { Button, Table, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import '../help/help.css';
import { type Balance, balancesQuery, GROUPS, listAddress } from './source.ts';

/** Page for Finance: whether bills, their lines, bank flows and fund claims agree, by company and currency. */
export function BalancePage(): ReactNode {
  const { t } = useTranslation();
  const { data, isFetching, refetch } = useSuspenseQuery(balancesQuery);
  return (
    <div className="page help-page">
      <div className="page-header">
        <PageHeading of={t('balance.title')} />
        <div className="page-actions">
          <Button type="primary" loading={isFetching} onClick={() => void refetch()}>
            {t('balance.run')}
          </Button>
        </div>
      </div>
      <p className="help-about">{t('balance.about')}</p>
      <BalanceTable balances={data} />
    </div>
  );
}

function BalanceTable({ balances }: { balances: Balance[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <Table<Balance>
      pagination={false}
      size="small"
      scroll={{ x: 960 }}
      rowKey={({ company, currency }) => `${company} ${currency}`}
      dataSource={balances}
      columns={[
        { title: t('balance.company'), dataIndex: 'company', width: 96 },
        { title: t('balance.currency'), dataIndex: 'currency', width: 72 },
        {
          title: t('balance.result'),
          dataIndex: 'differing',
          width: 104,
          render: (count: number) =>
            count === 0 ? (
              <Tag color="success">{t('balance.agrees')}</Tag>
            ) : (
              <Tag color="error">{t('balance.differ', { count })}</Tag>
            ),
        },
        ...GROUPS.map((group) => ({
          title: t(`balance.${group.name}`),
          key: group.name,
          children: group.amounts.map((name) => ({
            title: t(`balance.${name}`),
            dataIndex: name,
            align: 'right' as const,
            render: (amount: string, balance: Balance) =>
              name === group.list.amount ? (
                <Link to={listAddress(group, balance)}>{groupDigits(amount, 2)}</Link>
              ) : (
                groupDigits(amount, 2)
              ),
          })),
        })),
      ]}
    />
  );
}
