import { useTranslation } from 'react-i18next';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import type { Field } from '../../../generator/model/field.ts';

interface PremiumTexts {
  labelOf: (field: Field) => string;
  /** an amount of premium with separators */
  figure: (amount: string, currency: string) => string;
  /** an amount of premium with separators and its currency */
  money: (amount: string, currency: string) => string;
  /** a text about amounts in a currency */
  inCurrency: (text: string, currency: string) => string;
}

/** Texts of the premium figures in the user's language. */
export function usePremiumTexts(): PremiumTexts {
  const { t } = useTranslation();
  const label = useLabel();
  const figure = (amount: string, currency: string): string => amountText(amount, { kind: 'money' }, currency);
  return {
    labelOf: (field) => label(field.label),
    figure,
    money: (amount, currency) => `${figure(amount, currency)} ${currency}`,
    inCurrency: (text, currency) => (currency === '' ? text : t('premium.inCurrency', { text, currency })),
  };
}
