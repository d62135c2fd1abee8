/**
 * What the one entity that keeps something for all others says of its fields: `x-entity.optionLists`, `people`,
 * `messages` and `currencies`.
 */

/** `x-entity.optionLists`: fields of the entity that keeps the editable lists which `x-options` names. */
export interface OptionListSource {
  list: string;
  code: string;
  en: string;
  zh: string;
  order: string;
  active: string;
  colour?: string;
}

/** `x-entity.people`: fields of the entity whose rows are the people that `creater` and `updater` name. */
export interface PeopleSource {
  code: string;
  name: string;
  /** the company the person works for: a reference to the entity that holds the companies */
  company?: string;
}

/**
 * `x-entity.messages`: fields of the entity whose rows are what partners are told: of which record, its id and what
 * people call it, of what, what became of it, and those shown with the record.
 */
export interface MessageSource {
  entity: string;
  id: string;
  number: string;
  event: string;
  status: string;
  shown: string[];
}

/** `x-entity.currencies`: fields of the entity whose rows say how many decimal places amounts of a currency have. */
export interface CurrencySource {
  code: string;
  places: string;
}
