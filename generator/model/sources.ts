/**
 * Fields of entities that store data for all others: `x-entity.optionLists`, `people`, `messages` and `currencies`.
 */

/** `x-entity.optionLists`: fields of the entity with the editable lists that `x-options` names. */
export interface OptionListSource {
  list: string;
  code: string;
  en: string;
  zh: string;
  order: string;
  active: string;
  colour?: string;
}

/** `x-entity.people`: fields of the entity of persons, to whom `creater` and `updater` refer. */
export interface PeopleSource {
  code: string;
  name: string;
  /** the person's company: a reference to the entity with the companies */
  company?: string;
}

/**
 * `x-entity.messages`: fields of the entity with the messages to partners: entity, id and number of the record, event,
 * status, and the fields shown with the record.
 */
export interface MessageSource {
  entity: string;
  id: string;
  number: string;
  event: string;
  status: string;
  shown: string[];
}

/** `x-entity.currencies`: fields of the entity with the decimal places of each currency. */
export interface CurrencySource {
  code: string;
  places: string;
}
