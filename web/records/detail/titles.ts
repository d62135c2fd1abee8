import type { Label } from '../../../generator/model/field.ts';

/** Several titles as one. */
export const joinTitles = (titles: readonly Label[]): Label => ({
  en: titles.map(({ en }) => en).join(' · '),
  zh: titles.map(({ zh }) => zh).join(' · '),
});

/** The title of a version with its number first, because a narrow tab shows only the beginning. */
export function versionTitle(title: Label, number: string): Label {
  const moved = (text: string): string => {
    const words = text.split(' ');
    const rest = words.filter((word) => word !== number);
    return number === '' || rest.length === words.length ? text : [number, rest.join(' ')].join(' · ');
  };
  return { en: moved(title.en), zh: moved(title.zh) };
}
