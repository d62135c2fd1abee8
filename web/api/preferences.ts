import { type Appearance, storeAppearance } from './appearance.ts';
import { call } from './client.ts';
import { isLanguage, type Language } from './language.ts';
import { sessionToken } from './session.ts';
import { changeLanguage } from './texts.ts';

/** The last save. Saves run one after the other, so that the last choice is stored. */
let saves: Promise<unknown> = Promise.resolve();

interface Preferences {
  language?: Language;
  theme?: Appearance;
}

/**
 * Choices made before the server accepts them: on the log-in page, or before the first password change. They have
 * precedence over stored preferences.
 */
let unsaved: Preferences = {};

/** Whether the server refuses to store choices, as before the first password change. */
let areSavesRefused = false;

/** Changes language or appearance here, and stores the choice for the person's other devices. */
export async function choose(preferences: Preferences): Promise<void> {
  if (preferences.theme !== undefined) storeAppearance(preferences.theme);
  if (preferences.language !== undefined) await changeLanguage(preferences.language);
  if (areSavesRefused || sessionToken() === null) unsaved = { ...unsaved, ...preferences };
  else await saveForPerson(preferences);
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
  const preferences = { ...(isLanguage(language) ? { language } : {}), ...(theme ? { theme } : {}), ...unsaved };
  areSavesRefused = mustChangePassword;
  if (!areSavesRefused) {
    if (Object.keys(unsaved).length > 0) void saveForPerson(unsaved);
    unsaved = {};
  }
  if (preferences.theme !== undefined) storeAppearance(preferences.theme);
  if (preferences.language !== undefined) await changeLanguage(preferences.language);
}

/** The choice applies in this browser anyway, so a failure to store it is silent. */
const saveForPerson = (preferences: Preferences): Promise<unknown> =>
  (saves = saves.then(() => call('POST', '/account/preferences', { body: preferences })).catch(() => undefined));
