import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, storedLanguage, storeLanguage } from './language.ts';

type Texts = Record<string, string>;

/** One chunk for each language, so that a user loads only one of them. */
const TEXTS: Record<Language, () => Promise<Texts>> = {
  'en-US': async () => (await import('../../locales/en-US/interface.json')).default as Texts,
  'zh-CN': async () => (await import('../../locales/zh-CN/interface.json')).default as Texts,
};

/** Loads the texts of the user's language, before the first render. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: await TEXTS[language]() } },
    fallbackLng: false,
    // Keys contain dots (`list.empty`) but are not paths. React escapes values.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

/** Switches the interface and later calls to `language`, and stores the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await TEXTS[language]());
  }
  storeLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
