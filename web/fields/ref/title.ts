/** A title without the code of its row, such as the name of a person. */
export const withoutCode = (code: string, title: string): string =>
  title.startsWith(`${code} `) ? title.slice(code.length + 1) : title;

/** A code with the title of its row; only the title if it contains the code, only the code without a title. */
export function withTitle(code: string, title: string | undefined): string {
  if (title === undefined || title === '' || title === code) return code;
  return title.split(' ').includes(code) ? title : `${code} ${title}`;
}
