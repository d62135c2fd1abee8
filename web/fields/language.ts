import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '../../generator/model/field.ts';
import { type Language, labelSide } from '../api/language.ts';

/** Which side of a label the reader reads. */
export function useSide(): 'en' | 'zh' {
  const { i18n } = useTranslation();
  return labelSide(i18n.language as Language);
}

/** Returns a function that lists texts as the reader's language does. */
export function useListed(): (texts: readonly string[]) => string {
  const side = useSide();
  return useCallback((texts: readonly string[]) => texts.join(side === 'zh' ? '、' : ', '), [side]);
}

/** Returns a function that reads a label in the reader's language. */
export function useLabel(): (label: Label) => string {
  const side = useSide();
  return useCallback((label: Label) => label[side], [side]);
}
