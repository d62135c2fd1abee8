import { type Appearance, storeAppearance } from './appearance.ts';
import { call } from './client.ts';
import { isLanguage, type Language } from './language.ts';
import { sessionToken } from './session.ts';
import { changeLanguage } from './texts.ts';

/** One after the other, so that what was chosen last is what is kept. */
let kept: Promise<unknown> = Promise.resolve();

interface Preferences {
  language?: Language;
  theme?: Appearance;
}

/**
 * What was chosen before the server takes it, on the log-in page or before a first password is changed: it is what the
 * person wants now, whatever they wanted before.
 */
let chosenBefore: Preferences = {};

/** Until a first password is changed the server takes nothing else. */
let waits = false;

/** Changes the language or the look here, and keeps it with the person, wherever they log in next. */
export async function choose(preferences: Preferences): Promise<void> {
  if (preferences.theme !== undefined) storeAppearance(preferences.theme);
  if (preferences.language !== undefined) await changeLanguage(preferences.language);
  if (waits || sessionToken() === null) chosenBefore = { ...chosenBefore, ...preferences };
  else await keepWithPerson(preferences);
}

/** Shows the screens as the person wants them, who has just come in or whose page is drawn anew. */
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

/** The choice holds in this browser either way; that the server could not be told is no reason to disturb. */
const keepWithPerson = (preferences: Preferences): Promise<unknown> =>
  (kept = kept.then(() => call('POST', '/account/preferences', { body: preferences })).catch(() => undefined));
