/**
 * Spreadsheet programs run a CSV cell that starts with one of these as a formula; a leading apostrophe keeps it text.
 * The full-width forms count where Chinese or Japanese is typed.
 */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NEUTRAL = /^'+[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** The CSV cell that shows `text` and never runs. Numbers stay as they are. `unescapeFormula` gives the text back. */
export function escapeFormula(text: string): string {
  return RUNS.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** The text that `escapeFormula` hid behind an apostrophe; any other text unchanged. */
export function unescapeFormula(cell: string): string {
  return NEUTRAL.test(cell) ? cell.slice(1) : cell;
}

/**
 * Whether a CSV cell is a formula on the way in. `-5` and `+86 21 …` are not: they are common values and harmless to
 * us.
 */
export const isFormula = (cell: string): boolean => cell.startsWith('=');
