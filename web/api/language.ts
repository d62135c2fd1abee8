/** The two languages of the product, as the API names them. */
export type Language = 'en-US' | 'zh-CN';

/** Which side of a `Label` a language reads. */
export const labelSide = (language: Language): 'en' | 'zh' => (language === 'zh-CN' ? 'zh' : 'en');

const KEY = 'language';

/** The reader's language: what was chosen here last, else what the browser asks for. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (stored === 'en-US' || stored === 'zh-CN') return stored;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
}

/** Keeps the choice for the next visit. */
export const storeLanguage = (language: Language): void => localStorage.setItem(KEY, language);
