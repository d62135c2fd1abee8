/**
 * Spreadsheet programs run a CSV cell that starts with one of these characters as a formula, unless an apostrophe
 * precedes it. Chinese and Japanese versions also accept the full-width forms.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Prefixes a text that would run as a formula in a CSV file with an apostrophe. Numbers remain unchanged. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` adds; any other text remains unchanged. */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

/** Whether a cell of an uploaded CSV file is a formula. Common values such as `-5` and `+86 21 …` are not. */
export const isFormula = (cell: string): boolean => cell.startsWith('=');
