/** Whether a condition on a record is true; an absent condition is. */
export type Holds = (condition: string | undefined) => boolean;
