import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/**
 * A mail address, a telephone number or a web address, as a link. A web address is a link only if its scheme is http or
 * https.
 */
export function Cell({ field, value }: CellProps) {
  const text = textOf(value);
  const href = hrefOf(field.kind, text);
  if (href === undefined) return <span>{text}</span>;
  return (
    <a
      href={href}
      {...(field.kind === 'url' && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </a>
  );
}

function hrefOf(kind: string, text: string): string | undefined {
  if (text === '') return undefined;
  if (kind === 'email') return `mailto:${encodeURIComponent(text).replace('%40', '@')}`;
  if (kind === 'phone') return `tel:${text.replaceAll(/[^+\d]/g, '')}`;
  return /^https?:\/\//i.test(text) ? text : undefined;
}
