/** Replaces a value that the reader may not see: in history, in logs of actions and in conflicts of an import. */
export const HIDDEN = '•••';
