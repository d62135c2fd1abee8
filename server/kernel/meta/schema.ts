import { ruleLists } from '../../../generator/keywords/rules.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { isRequiredOnCreate } from '../../../generator/language/jsonSchema.ts';
import { isWriter, KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Action } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Option } from '../../../generator/model/field.ts';
import type { Kernel } from '../core.ts';

/**
 * Builds the answer of `GET /api/meta/{entity}`: one JSON Schema without references, which contains all option lists.
 *
 * @param entity as the role of the reader knows it
 * @param actions that the reader may perform
 * @param module module of the reader's rights that the entity belongs to
 */
export async function metaSchema(
  entity: Entity,
  { optionLists, currencies }: Pick<Kernel, 'optionLists' | 'currencies'>,
  actions: readonly string[],
  module: string,
): Promise<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: entity.name,
    title: entity.label.en,
    type: 'object',
    'x-entity': {
      name: entity.name,
      area: entity.area,
      label: entity.label,
      key: entity.key,
      title: entity.title,
      readOnly: entity.readOnly,
    },
    'x-permissions': actions,
    'x-module': module,
    ...ruleKeywords(entity),
    'x-machine': machinesOf(entity),
    'x-child': entity.children,
    'x-action': await Promise.all(entity.actions.map((action) => withOptions(action, optionLists))),
    ...screenKeywords(entity),
    ...(entity.fields.some(({ currency }) => currency)
      ? { 'x-currencyPlaces': Object.fromEntries(await currencies.all()) }
      : {}),
    'x-spec': entity.spec,
    required: entity.fields.filter(isRequiredOnCreate).map(({ name }) => name),
    properties: await propertiesOf(entity, optionLists),
    additionalProperties: false,
  };
}

/** Keywords about the values and states of a record. */
const ruleKeywords = (entity: Entity): Record<string, unknown> => ({
  ...present(ruleLists(entity)),
  ...(entity.lookups.length > 0 ? { 'x-lookup': entity.lookups } : {}),
  ...(entity.sequence ? { 'x-sequence': entity.sequence } : {}),
  'x-requiredAt': entity.requiredAt,
  'x-gate': entity.gate,
  'x-guard': entity.guards,
});

const machinesOf = ({ machines }: Entity): unknown[] =>
  machines.map(({ use, field, initial, states, transitions }) => ({
    use,
    field,
    initial,
    states,
    transitions: transitions.map((transition) => ({
      actor: null,
      guard: null,
      needs: [],
      confirm: null,
      input: null,
      ...transition,
    })),
  }));

/** Keywords about list, form, import and export. */
const screenKeywords = (entity: Entity): Record<string, unknown> => ({
  'x-list': {
    ...entity.list,
    sort: entity.list.sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`),
  },
  'x-form': entity.form,
  ...(entity.import ? { 'x-import': entity.import } : {}),
  ...(entity.export ? { 'x-export': entity.export } : {}),
  ...(entity.documents ? { 'x-print': entity.documents.map(({ name, label }) => ({ name, label })) } : {}),
});

/** The properties of all fields, those of the kernel first. */
async function propertiesOf(entity: Entity, optionLists: Kernel['optionLists']): Promise<Record<string, unknown>> {
  const properties: Record<string, unknown> = {};
  for (const field of KERNEL_FIELDS)
    properties[field.name] = {
      ...propertyOf(isWriter(field) && entity.writers ? { ...field, ref: entity.writers } : field),
      readOnly: true,
    };
  for (const field of entity.fields) {
    const options =
      field.options ?? (field.optionList === undefined ? undefined : await optionLists.choices(field.optionList));
    properties[field.name] = propertyOf(field, options);
  }
  return properties;
}

/** The action with the options of editable lists written out in its input. */
async function withOptions(action: Action, optionLists: Kernel['optionLists']): Promise<Action> {
  if (!action.input) return action;
  const fields = await Promise.all(
    action.input.fields.map(async (field) =>
      field.optionList === undefined ? field : { ...field, options: await optionLists.choices(field.optionList) },
    ),
  );
  return { ...action, input: { ...action.input, fields } };
}

/** The colours of the options that have one, by code. */
function coloursOf(options: readonly Option[] = []): Record<string, string> | undefined {
  const coloured = options.flatMap(({ code, colour }) => (colour === undefined ? [] : [[code, colour] as const]));
  return coloured.length === 0 ? undefined : Object.fromEntries(coloured);
}

function propertyOf(field: Field, options?: readonly Option[]): Record<string, unknown> {
  return {
    ...KINDS[field.kind].jsonSchema(field),
    'x-kind': field.kind,
    'x-label': field.label,
    ...present({
      'x-help': field.help,
      'x-options': options?.map(({ code, en, zh }) => ({ code, en, zh })),
      'x-option-list': field.optionList,
      'x-option-colours': coloursOf(options),
      'x-ref': field.ref,
      'x-normalize': field.normalize,
      'x-compute': field.compute,
      'x-number': field.number,
      'x-offer': field.offer,
      'x-zh': field.zh,
      'x-price': field.price,
      'x-patternMessage': field.patternMessage,
      'x-spec': field.spec,
      'x-currency': field.currency && ('code' in field.currency ? field.currency.code : field.currency.field),
      'x-precision': field.precision,
      'x-scale': field.scale,
    }),
    ...(field.readOnly ? { readOnly: true } : {}),
    ...(field.writeOnly ? { writeOnly: true } : {}),
    ...(field.sensitive ? { 'x-sensitive': true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.defaultExpr === undefined ? {} : { 'x-default': field.defaultExpr }),
    ...(field.proposal === undefined ? {} : { 'x-propose': field.proposal }),
  };
}

/** Omits keywords that are undefined or an empty list. */
const present = (keywords: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(keywords).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
