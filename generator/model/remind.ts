/** `x-remind`: to-dos that are created a number of days before a date of the record. */
export interface Remind {
  /** the field with the date */
  field: string;
  /** days before the date, in descending order */
  days: number[];
  /** CEL condition that ends the reminders */
  until?: string;
  /** the business type of the to-do, or the field of the record with it */
  business?: string | { field: string };
  /** the field with the number of the record */
  number: string;
  /** field of the to-do → field of the record */
  fill: Record<string, string>;
}

/** `x-entity.tasks.reminder`: fields of the to-dos that are reminders. */
export interface ReminderSource {
  /** the date of the record */
  due: string;
  /** the number of days before the date */
  days: string;
}
