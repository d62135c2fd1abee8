import type { ReactNode } from 'react';

/** The logo of the product, a wave over ledger lines; `name` adds the product's name. */
export function Wordmark({ size = 28, name = true }: { size?: number; name?: boolean }): ReactNode {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" width={size} height={size} role="img" aria-label="Bordereau">
        <rect width="32" height="32" rx="6" fill="#0B5FA5" />
        <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="2">
          <path d="M8 9h16M8 14h10" opacity=".75" />
          <path d="M6 21c2.5-3.4 5-3.4 7.5 0s5 3.4 7.5 0 3.5-3.2 5-2.6" />
          <path d="M8 26h16" opacity=".45" />
        </g>
      </svg>
      {name ? (
        <span className="wordmark-name" aria-hidden>
          Bordereau
        </span>
      ) : null}
    </span>
  );
}
