/** A title without the code of its row, such as the name of a person, whose title ends with the code in brackets. */
export function withoutCode(code: string, title: string): string {
  if (title.endsWith(` (${code})`)) return title.slice(0, -` (${code})`.length);
  return title.startsWith(`${code} `) ? title.slice(code.length + 1) : title;
}

/** A code with the title of its row; only the title if it contains the code, only the code without a title. */
export function withTitle(code: string, title: string | undefined): string {
  if (title === undefined || title === '' || title === code) return code;
  return title.split(/[ ()]/).includes(code) ? title : `${code} ${title}`;
}

/** A person's name with the code; only the code of a person without a name. */
export const personText = (code: string, name: string | null | undefined): string =>
  name ? `${name} (${code})` : code;
