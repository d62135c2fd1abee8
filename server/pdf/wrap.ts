/** Characters between which a line can break: Chinese, Japanese and Korean ones, and full-width signs. */
const WIDE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef`;
/** Signs that do not begin a line. */
const CLOSING = '、。，．：；？！）】》〉」』”’…';
/** Signs that do not end a line. */
const OPENING = '（【《〈「『“‘';

const PIECE = new RegExp(
  String.raw`\s|[${OPENING}]*(?:[${WIDE}]|[^\s${WIDE}${OPENING}${CLOSING}]+|$)[${CLOSING}]*|[${CLOSING}]`,
  'gu',
);

/**
 * Breaks a text into lines that are at most `width` wide: between words, and between Chinese characters. A longer word
 * is broken too.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(text: string, width: number, measure: (text: string) => number): string[] {
  if (measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (piece: string, wide: number): void => {
    if (used > 0 && used + wide > width) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    if (line === '' && piece.trim() === '') return;
    line += piece;
    used += wide;
  };
  for (const [piece] of text.matchAll(PIECE)) {
    const wide = measure(piece);
    if (wide <= width) add(piece, wide);
    else for (const character of piece) add(character, measure(character));
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
}
