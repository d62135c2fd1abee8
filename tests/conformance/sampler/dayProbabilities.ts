/** Probabilities for the fields of a lookup by day. */
interface DayProbabilities {
  /** how often a reference is not a code that rules name */
  otherThanNamed: number;
  /** how often the value that the lookup provides is omitted */
  omitted: number;
}

/** Probabilities for a lookup by day, such as an exchange rate. Rules permit few other values. */
const BY_DAY: DayProbabilities = { otherThanNamed: 0.15, omitted: 0.85 };

/** These probabilities for a row that must break a rule over the lookup, or meet a condition over it. */
const ABOUT_DAY: DayProbabilities = { otherThanNamed: 0.7, omitted: 0.3 };

/** The probabilities for a lookup by day. @param isAbout whether the row is needed for a rule over the lookup */
export const dayProbabilities = (isAbout: boolean): DayProbabilities => (isAbout ? ABOUT_DAY : BY_DAY);
