const LINE_LENGTH = 120;

/** Prints JSON in the style of the schema files: each value that fits is on one line. */
export const printCompact = (value: unknown): string => `${print(value, 0, 0)}\n`;

/** @param used characters of the line before and after the value */
function print(value: unknown, indent: number, used: number): string {
  const line = inline(value);
  if (typeof value !== 'object' || value === null || used + line.length <= LINE_LENGTH) return line;
  const inner = ' '.repeat(indent + 2);
  const part = (before: string, one: unknown) =>
    `${inner}${before}${print(one, indent + 2, inner.length + before.length + 1)}`;
  const parts = Array.isArray(value)
    ? value.map((one) => part('', one))
    : Object.entries(value).map(([key, one]) => part(`${JSON.stringify(key)}: `, one));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inline(part)}`);
  return `{${parts.join(', ')}}`;
}
