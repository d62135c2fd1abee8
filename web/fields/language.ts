import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '../../generator/model/field.ts';
import { type Language, labelSide } from '../api/language.ts';

/** The property of a `Label` that has the text in the user's language. */
export function useSide(): 'en' | 'zh' {
  const { i18n } = useTranslation();
  return labelSide(i18n.language as Language);
}

/** Returns a function that joins texts to a list in the user's language. */
export function useListed(): (texts: readonly string[]) => string {
  const side = useSide();
  return useCallback((texts: readonly string[]) => texts.join(side === 'zh' ? '、' : ', '), [side]);
}

/** Returns a function that returns the text of a label in the user's language. */
export function useLabel(): (label: Label) => string {
  const side = useSide();
  return useCallback((label: Label) => label[side], [side]);
}

/** Returns a function that formats a number in the user's language. */
export function useNumberText(): (value: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language);
    return (value: number) => format.format(value);
  }, [i18n.language]);
}
