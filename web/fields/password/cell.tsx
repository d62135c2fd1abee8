/** Shows only that there is a password. */
export const Cell = () => <span aria-hidden>••••••</span>;
