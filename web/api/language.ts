import type { Language } from '../../generator/language/message.ts';

export type { Language };

/** The property of a `Label` that has the text in a language. */
export const labelSide = (language: Language): 'en' | 'zh' => (language === 'zh-CN' ? 'zh' : 'en');

const KEY = 'language';

/** Whether a value is the code of one of the product's languages. */
export const isLanguage = (text: unknown): text is Language => text === 'en-US' || text === 'zh-CN';

/**
 * The user's language: the last choice in this browser, otherwise the default of the deployment (domain.md, General 3),
 * which the server writes into the page.
 */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (isLanguage(stored)) return stored;
  const deployed = document.querySelector<HTMLMetaElement>('meta[name="default-language"]')?.content;
  return isLanguage(deployed) ? deployed : 'en-US';
}

/** Stores the language for the next visit. */
export const storeLanguage = (language: Language): void => localStorage.setItem(KEY, language);
