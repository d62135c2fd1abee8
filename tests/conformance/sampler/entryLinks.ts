import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Link, Row, SampleOptions } from '../sample.ts';
import { possibleFields } from './fields.ts';
import type { SamplerContext } from './samplerContext.ts';

/** The link of a field to an entry of its editable list. @param fixed the code of the entry, where it is fixed */
export function entryLink({ model, known, sample }: SamplerContext, field: Field, fixed?: unknown): Link {
  const lists = Object.values(model.entities).find((one) => one.optionLists)!;
  const { list, code, active } = lists.optionLists!;
  const values: Row = { [list]: field.optionList, ...(fixed === undefined ? {} : { [code]: fixed }) };
  const entry = fixed === undefined ? undefined : known.find(lists.name, values);
  return {
    field: field.name,
    by: code,
    targets: [entry ?? sample(lists.name, { fields: 'required', fixed: { ...values, [active]: 'Y' } })],
    many: field.kind === 'multiChoice',
  };
}

/** The links of fields with a fixed code of an editable list to its entry. */
export const fixedEntryLinks = (sampler: SamplerContext, entity: Entity, options: SampleOptions): Link[] =>
  possibleFields(entity, options).flatMap((field) => {
    const code = options.fixed?.[field.name];
    return field.kind === 'choice' && field.optionList !== undefined && code != null
      ? [entryLink(sampler, field, code)]
      : [];
  });
