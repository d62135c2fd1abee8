/** Whether a condition on a record is true; an absent condition is. `useIsMet` returns one. */
export type IsMet = (condition: string | undefined) => boolean;
