import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { CURRENCY, PREMIUM } from './versions.ts';

interface PremiumTexts {
  /** label of a field of a cover */
  labelOf: (name: string) => string;
  /** an amount of premium, with separators */
  amountText: (amount: string) => string;
}

/** Texts of the premium figures in the user's language. */
export function usePremiumTexts(): PremiumTexts {
  const label = useLabel();
  const { entity } = useEntity(PREMIUM.covers);
  return {
    labelOf: (name) => label(fieldOf(entity, name)!.label),
    amountText: (amount) => amountText(amount, fieldOf(entity, PREMIUM.total)!, CURRENCY),
  };
}
