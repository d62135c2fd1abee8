/** Dots in place of a password. */
export const Cell = () => <span aria-hidden>••••••</span>;
