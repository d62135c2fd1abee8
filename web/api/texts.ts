import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, storedLanguage, storeLanguage } from './language.ts';

type Texts = Record<string, string>;

/** One chunk a language: a reader fetches only the texts that are read. */
const TEXTS: Record<Language, () => Promise<Texts>> = {
  'en-US': async () => (await import('../../locales/en-US/interface.json')).default as Texts,
  'zh-CN': async () => (await import('../../locales/zh-CN/interface.json')).default as Texts,
};

/** Loads the reader's language; nothing is drawn before. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: await TEXTS[language]() } },
    fallbackLng: false,
    // Keys are whole words with dots in them (`list.empty`), not paths; React escapes what it draws.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

/** Switches the interface and every later call to `language`, and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await TEXTS[language]());
  }
  storeLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
