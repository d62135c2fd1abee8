/** Never more than that there is one. */
export const Cell = () => <span aria-hidden>••••••</span>;
