/** `x-remind`: creates to-dos before a date. */
export interface Remind {
  /** the date */
  field: string;
  /** days before the date, in descending order */
  days: number[];
  /** CEL condition that ends the reminders */
  until?: string;
  /** an option of the to-do's business, or the field with it */
  business?: string | { field: string };
  /** the field with the number of the record */
  number: string;
  /** field of the to-do → field of the record */
  fill: Record<string, string>;
}

/** `x-entity.tasks.reminder`: fields of a reminder. */
export interface ReminderSource {
  /** the date, and the number of days before it */
  due: string;
  days: string;
}
