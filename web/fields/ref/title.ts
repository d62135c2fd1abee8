/** A code with the title of its row; the title alone where it begins with the code, the code alone without one. */
export function withTitle(code: string, title: string | undefined): string {
  if (title === undefined || title === '' || title === code) return code;
  return title.split(' ').includes(code) ? title : `${code} ${title}`;
}
