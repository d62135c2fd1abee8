import { today } from '../../generator/language/dates.ts';

/** The day of every generated case: the server's day, as `today()` must be equal on both. */
export const TODAY = today('Asia/Shanghai');
