import type { Currency } from './field.ts';

/** `x-premium`: how business code reads a row of premium, whatever its kind. All names are fields of the entity. */
export interface Premium {
  /** the policy type of the versions that have such rows, an option of their `policyType` */
  type: string;
  /** the amount due; its `x-currency` is the currency of the row */
  due: string;
  /** the first day of the cover */
  from: string;
  /** the last day of the cover, inclusive */
  to: string;
  /** the company that pays and is billed */
  payer: string;
  /** the insurer or club */
  insurer: string;
  broker?: string;
  /** the yes/no field: whether the premium is paid to the broker instead of the insurer */
  brokerPaid?: string;
  /** what is insured: a reference to a vessel, or the fields whose values name it */
  object: string[];
  /** the name of the vessel */
  name?: string;
  /** distinguishes covers of one vessel and insurer on the same days, such as a billing number */
  number?: string;
  /** its number of instalments; without a value, the stages of the policy year apply */
  instalments?: string;
  /** currency → the field with its exchange rate: units of it for one of the currency of the version's total */
  exchange?: Record<string, string>;
  /** code of a cover → its rate, which a discount lowers */
  rates?: Record<string, string>;
  /** type of a return → the fields that total such returns */
  returns?: Record<string, ReturnTotals>;
  calculate?: PremiumCalculation;
}

/** Read-only fields of a premium: the total of its returns of one type, their earliest and their latest day. */
export interface ReturnTotals {
  total: string;
  from?: string;
  to?: string;
}

/** How the action that calculates a version adds rows to it and computes them again. */
export interface PremiumCalculation {
  /** the entity with one row for each insured object */
  each: string;
  /** field of `each` → field of the version with the same value */
  match: Record<string, string>;
  /** fields of `each` without which a row is skipped */
  present: string[];
  /** field of the premium → field of `each` that is copied to a new row */
  fill: Record<string, string>;
  /** field of the premium → field of the policy year that is the default of an empty one */
  defaults: Record<string, string>;
  /** overridable fields that are computed again, unless `unless`, CEL on the row, is true */
  again: { field: string; unless?: string }[];
}

/** What screens total premium of a kind by, before they load the schema of its entity. */
export interface PremiumSummary {
  /** the policy type of the versions */
  type: string;
  /** the field with the amount due, and its currency */
  due: string;
  currency: Currency;
  /** the field that refers to the version */
  version: string;
}
