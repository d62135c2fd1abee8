/** Keywords of an entity file, in the order of the meta-schema. */
export const ENTITY_KEYWORDS = [
  'x-entity',
  'x-id',
  'x-include',
  'x-unique',
  'x-noOverlap',
  'x-maxRows',
  'x-indexes',
  'x-order',
  'x-lookup',
  'x-sequence',
  'x-sum',
  'x-rule',
  'x-immutable',
  'x-requiredAt',
  'x-gate',
  'x-guard',
  'x-machine',
  'x-child',
  'x-changeLog',
  'x-latest',
  'x-access',
  'x-approval',
  'x-remind',
  'x-related',
  'x-version',
  'x-premium',
  'x-action',
  'x-list',
  'x-form',
  'x-import',
  'x-export',
  'x-print',
  'x-spec',
] as const;

/** Keywords of a field, in the order of the meta-schema. */
const FIELD_KEYWORDS = [
  'x-patternMessage',
  'x-label',
  'x-help',
  'x-id',
  'x-precision',
  'x-scale',
  'x-price',
  'x-zh',
  'x-names',
  'x-currency',
  'x-writeOnce',
  'x-ref',
  'x-options',
  'x-offer',
  'x-normalize',
  'x-compute',
  'x-default',
  'x-propose',
  'x-number',
  'x-sensitive',
  'x-spec',
] as const;

/** A keyword of an entity. */
export type EntityKeyword = (typeof ENTITY_KEYWORDS)[number];
/** A keyword of a field. */
export type FieldKeyword = (typeof FIELD_KEYWORDS)[number];

/** A keyword of the vocabulary. `x-id` and `x-spec` are keywords of entities and of fields. */
export type KeywordName = EntityKeyword | FieldKeyword;
