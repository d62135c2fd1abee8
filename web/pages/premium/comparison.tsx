import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Group } from '../../records/list/group.ts';
import { differenceOf, sumOf } from '../dashboard/sums.ts';
import { usePremiumTexts } from './texts.ts';
import { coversAddress, PREMIUM, type Version } from './versions.ts';

/** A version and its totals; without totals if it has no covers. */
interface VersionTotals {
  version: Version;
  group: Group | undefined;
}

/** Table of the estimated and the actual premium and their difference, by kind. */
export function Comparison({ estimate, actual }: { estimate: VersionTotals; actual: VersionTotals }): ReactNode {
  const { t } = useTranslation();
  const { labelOf, amountText } = usePremiumTexts();
  return (
    <table className="compared">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{t('premium.kind')}</span>
          </th>
          <th scope="col">
            <Link to={coversAddress(estimate.version)}>
              {t('premium.estimate')} {estimate.version.no}
            </Link>
          </th>
          <th scope="col">
            <Link to={coversAddress(actual.version)}>
              {t('premium.actual')} {actual.version.no}
            </Link>
          </th>
          <th scope="col">{t('premium.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {[...PREMIUM.kinds, PREMIUM.total].map((name) => {
          const [estimated, charged] = [sumOf(estimate.group, name), sumOf(actual.group, name)];
          return (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td>{amountText(estimated)}</td>
              <td>{amountText(charged)}</td>
              <td>{amountText(differenceOf(charged, estimated))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
