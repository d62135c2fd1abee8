/** `x-remind`: to-dos that tell of a day before it comes. */
export interface Remind {
  /** the date that is told of */
  field: string;
  /** how many days before it, the most first */
  days: number[];
  /** what, in CEL, makes the day bother nobody any more */
  until?: string;
  /** an option of the to-do's business, or the field that holds it */
  business?: string | { field: string };
  /** the field by which people know the record */
  number: string;
  /** field of the to-do → field of the record */
  fill: Record<string, string>;
}

/** `x-entity.tasks.reminder`: fields of a to-do that tells of a day. */
export interface ReminderSource {
  /** the day, and how many days before it the to-do stands for */
  due: string;
  days: string;
}
