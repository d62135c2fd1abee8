import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import { changeLanguage } from './texts.ts';
import type { Language } from './language.ts';

/** Texts and language of Refine, from i18next. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    i18next.t(key, {
      ...(typeof options === 'object' ? options : {}),
      defaultValue: fallback ?? (typeof options === 'string' ? options : key),
    }),
  changeLocale: (language: string) => changeLanguage(language as Language),
  getLocale: () => i18next.language,
};
