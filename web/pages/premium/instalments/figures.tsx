import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../../api/today.ts';
import { groupDigits } from '../../../../generator/language/groupDigits.ts';
import { useNumberText } from '../../../fields/language.ts';
import type { PremiumKind } from '../kinds.ts';
import { usePremiumTexts } from '../texts.ts';
import { INSTALMENTS } from './source.ts';
import { isZero, nextDue, type NextDue, type Plan, type PlanTotals } from './plan.ts';

interface Props {
  plan: Plan;
  kind: PremiumKind;
  isVessel: boolean;
  year: string;
}

/** Key figures of the plan, with links to their lists. */
export function PlanFigures({ plan, kind: { type }, isVessel, year }: Props): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const today = useToday();
  const instalments = plan.rows.flatMap((row) => [...row.stages.flat(), ...row.others]);
  const address = (more: Record<string, string> = {}): string =>
    `/premium/${INSTALMENTS.lines}?${String(new URLSearchParams({ policyYear: year, premiumType: type, ...more }))}`;
  const next = nextDue(plan, today);
  const confirmed = instalments.filter(({ status }) => status === 'Confirm').length;
  return (
    <div className="figures">
      <CountTile plan={plan} count={instalments.length} isVessel={isVessel} address={address()} />
      <AmountTile totals={plan.totals} of="total" />
      <AmountTile totals={plan.totals} of="premium" />
      <DifferenceTile totals={plan.totals} />
      <Link className="figure-tile" to={address({ recordStatus: 'Confirm' })}>
        <strong>
          {numberText(confirmed)} / {numberText(instalments.length)}
        </strong>
        <span>{t('instalments.confirmed')}</span>
      </Link>
      {next && (
        <NextDueTile
          next={next}
          address={address({ dueDate: `${next.due}|${next.due}` })}
          hasCurrencies={plan.totals.length > 1}
        />
      )}
    </div>
  );
}

interface CountProps {
  plan: Plan;
  /** number of instalments */
  count: number;
  isVessel: boolean;
  address: string;
}

/** The number of instalments, and of the vessels or other objects that they are for. */
function CountTile({ plan, count, isVessel, address }: CountProps): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const objects = new Set(plan.rows.map(({ object }) => object)).size;
  return (
    <Link className="figure-tile" to={address}>
      <strong>{numberText(count)}</strong>
      <span>
        {t(isVessel ? 'instalments.count' : 'instalments.countOfObjects', {
          count: objects,
          objects: numberText(objects),
        })}
      </span>
    </Link>
  );
}

/** The difference between the instalments and the premium, and whether it is zero. */
function DifferenceTile({ totals }: { totals: readonly PlanTotals[] }): ReactNode {
  const { t } = useTranslation();
  const settled = totals.every(({ difference }) => isZero(difference));
  return (
    <div className="figure-tile" data-settled={settled}>
      <Amounts totals={totals} of="difference" />
      <span>{t('instalments.difference')}</span>
      <em>{t(settled ? 'instalments.settled' : 'instalments.open')}</em>
    </div>
  );
}

interface NextDueProps {
  next: NextDue;
  /** of the list of the instalments that are due on this day */
  address: string;
  /** the plan has several currencies, so each amount states its own */
  hasCurrencies: boolean;
}

/** The next day on which instalments are due, with their amounts. */
function NextDueTile({ next: { due, amounts }, address, hasCurrencies }: NextDueProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Link className="figure-tile" to={address}>
      <strong>{due}</strong>
      <span>{t('instalments.next')}</span>
      {amounts.map(({ currency, amount }) => (
        <span key={currency}>{hasCurrencies ? `${groupDigits(amount)} ${currency}` : groupDigits(amount)}</span>
      ))}
    </Link>
  );
}

interface AmountsProps {
  totals: readonly PlanTotals[];
  of: 'total' | 'premium' | 'difference';
}

/** A tile with an amount of the plan. */
function AmountTile({ totals, of }: AmountsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="figure-tile">
      <Amounts totals={totals} of={of} />
      <span>{t(`instalments.${of}`)}</span>
    </div>
  );
}

/** An amount in each currency of the plan; the currency is stated if there are several. */
function Amounts({ totals, of }: AmountsProps): ReactNode {
  const { money } = usePremiumTexts();
  return totals.map((one) => (
    <strong key={one.currency}>{totals.length > 1 ? money(one[of], one.currency) : groupDigits(one[of])}</strong>
  ));
}
