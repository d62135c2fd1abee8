import { useQueries } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../api/client.ts';
import { useModel } from '../entity/model.ts';
import { useLabel } from '../kinds/language.ts';
import { PersonName } from '../shell/person.tsx';

interface Newest { records: { updateAt: string }[]; total: number; totalIsEstimate?: boolean }

/** The first page: what there is, how much of it, and when it last changed; each line opens its list. */
export function WelcomePage(): ReactNode {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const model = useModel();
  const answers = useQueries({
    queries: model.map(({ name }) => ({
      queryKey: ['newest', name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<Newest>('GET', `/api/${name}`, { query: { current: 1, pageSize: 1, sort: '-updateAt' }, signal }),
    })),
  });
  const hour = new Date().getHours();
  const greeting = t(hour < 12 ? 'welcome.morning' : hour < 18 ? 'welcome.afternoon' : 'welcome.evening');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className="page welcome">
      <title>{`${t('welcome.title')} · Bordereau`}</title>
      <div className="page-header">
        <h1>{greeting}<PersonName before={t('welcome.comma')} /></h1>
        <span className="meta">{dayjs().format('YYYY-MM-DD')}</span>
      </div>
      <h2>{t('welcome.records')}</h2>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{t('welcome.list')}</th>
            <th scope="col" className="figure">{t('welcome.count')}</th>
            <th scope="col">{t('welcome.changed')}</th>
          </tr>
        </thead>
        <tbody>
          {model.map((one, index) => {
            const { data, isPending } = answers[index]!;
            const newest = data?.records[0]?.updateAt;
            return (
              <tr key={one.name}>
                <td><Link to={`/${one.area}/${one.name}`}>{label(one.label)}</Link></td>
                <td className="figure">{isPending ? <Skeleton.Button active size="small" /> : data ? `${data.totalIsEstimate ? '≈ ' : ''}${number.format(data.total)}` : '–'}</td>
                <td>{newest ? dayjs(newest).format('YYYY-MM-DD HH:mm') : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
