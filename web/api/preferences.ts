import { type Appearance, storeAppearance } from './appearance.ts';
import { call } from './client.ts';
import { isLanguage, type Language } from './language.ts';
import { sessionToken } from './session.ts';
import { changeLanguage } from './texts.ts';

/** Saves run one after the other, so that the last choice is stored. */
let kept: Promise<unknown> = Promise.resolve();

interface Preferences {
  language?: Language;
  theme?: Appearance;
}

/**
 * Choices made before the server accepts them: on the log-in page, or before the first password change. They have
 * precedence over stored ones.
 */
let chosenBefore: Preferences = {};

/** Before the first password change the server accepts nothing else. */
let waits = false;

/** Changes language or appearance here, and stores the choice for the person's other devices. */
export async function choose(preferences: Preferences): Promise<void> {
  if (preferences.theme !== undefined) storeAppearance(preferences.theme);
  if (preferences.language !== undefined) await changeLanguage(preferences.language);
  if (waits || sessionToken() === null) chosenBefore = { ...chosenBefore, ...preferences };
  else await keepWithPerson(preferences);
}

/** Applies the person's preferences after log-in or reload. */
export async function applyPreferences({
  language,
  theme,
  mustChangePassword = false,
}: {
  language?: string | null;
  theme?: string | null;
  mustChangePassword?: boolean;
}): Promise<void> {
  const wanted = { ...(isLanguage(language) ? { language } : {}), ...(theme ? { theme } : {}), ...chosenBefore };
  waits = mustChangePassword;
  if (!waits) {
    if (Object.keys(chosenBefore).length > 0) void keepWithPerson(chosenBefore);
    chosenBefore = {};
  }
  if (wanted.theme !== undefined) storeAppearance(wanted.theme);
  if (wanted.language !== undefined) await changeLanguage(wanted.language);
}

/** The choice applies in this browser anyway, so a failure to store it is silent. */
const keepWithPerson = (preferences: Preferences): Promise<unknown> =>
  (kept = kept.then(() => call('POST', '/account/preferences', { body: preferences })).catch(() => undefined));
