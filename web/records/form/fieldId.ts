/** Separator between the names of an entity and its field in the id of an input. */
export const ID_SEPARATOR = '-';

/** The id of a field's input, with which the form finds the input of an error. */
export const inputId = (entity: string, name: string): string => `${entity}${ID_SEPARATOR}${name}`;

/** The field of an input with such an id; '' for another id. */
export const fieldOfInput = (entity: string, id: string): string =>
  id.startsWith(inputId(entity, '')) ? id.slice(inputId(entity, '').length) : '';
