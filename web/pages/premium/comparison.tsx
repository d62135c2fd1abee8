import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Compared } from './amounts.ts';
import { usePremiumTexts } from './texts.ts';

/** A row of the comparison. */
export interface ComparedRow extends Compared {
  key: string;
  name: string;
  /** addresses of the lists that the amounts total */
  estimateTo?: string;
  actualTo?: string;
  isTotal?: true;
}

interface Props {
  /** heading of the names */
  heading: string;
  /** texts after the headings of the amounts, such as the numbers of the versions */
  estimate?: string;
  actual?: string;
  rows: readonly ComparedRow[];
}

/** Table of the estimated and the actual premium and their difference. Each row is in one currency. */
export function ComparisonTable({ heading, estimate = '', actual = '', rows }: Props): ReactNode {
  const { t } = useTranslation();
  const { figure } = usePremiumTexts();
  return (
    <table className="compared premium-compared">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{t('premium.currency')}</th>
          <th scope="col">{`${t('premium.estimate')} ${estimate}`}</th>
          <th scope="col">{`${t('premium.actual')} ${actual}`}</th>
          <th scope="col">{t('premium.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-total={row.isTotal}>
            <th scope="row">{row.name}</th>
            <td>{row.currency}</td>
            <td>{linked(figure(row.estimate, row.currency), row.estimateTo)}</td>
            <td>{linked(figure(row.actual, row.currency), row.actualTo)}</td>
            <td>{figure(row.difference, row.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const linked = (text: string, to: string | undefined): ReactNode =>
  to === undefined ? text : <Link to={to}>{text}</Link>;
