/** Text in place of a value that the reader may not see, in history, action logs and import conflicts. */
export const HIDDEN = '•••';
