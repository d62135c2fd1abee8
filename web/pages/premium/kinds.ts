import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Option } from '../../../generator/model/field.ts';
import type { Premium, PremiumSummary } from '../../../generator/model/premium.ts';

/** The entity of the versions of premium. */
export const VERSIONS = 'premium-version';

/** A kind of premium: an entity whose rows belong to the versions of one policy type. */
export interface PremiumKind extends PremiumSummary {
  /** name of the entity */
  entity: string;
  area: string;
}

/** An entity of the model, as `GET /api/meta` lists it. */
interface ModelEntry {
  name: string;
  area: string;
  premium?: PremiumSummary;
  permissions: readonly string[];
}

/** The kinds of premium in a model that its reader may list, in the order of the policy types. */
export function kindsOf(model: readonly ModelEntry[], policyTypes: readonly Option[] = []): PremiumKind[] {
  const rank = ({ type }: PremiumKind): number => {
    const index = policyTypes.findIndex(({ code }) => code === type);
    return index === -1 ? policyTypes.length : index;
  };
  return model
    .flatMap(({ name, area, premium, permissions }) =>
      premium && permissions.includes('query') ? [{ ...premium, entity: name, area }] : [],
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The fields of a kind's rows, as far as the reader may see them. */
export interface KindFields {
  entity: Entity;
  due: Field;
  /** amounts that add up to the amount due; empty if it is no total of others */
  parts: readonly Field[];
  /** totals of returns */
  returns: readonly Field[];
  /** the company that pays, and the fleet, for the rows that can be listed by them */
  payer?: Field;
  fleet?: Field;
  /** what is insured */
  object: readonly Field[];
  /** the name of a vessel */
  name?: Field;
  isVessel: boolean;
}

/** Finds the fields that `x-premium` names, and others of the rows. @param entity of the kind */
export function fieldsOfKind(entity: Entity, premium: Premium): KindFields {
  const find = (name: string | undefined): Field | undefined =>
    name === undefined ? undefined : entity.fields.find((field) => field.name === name);
  const filter = (field: Field | undefined): Field | undefined =>
    field && entity.list.filters.includes(field.name) ? field : undefined;
  const due = find(premium.due)!;
  const isTotalled = (field: Field | undefined): field is Field =>
    field?.kind === 'money' && entity.list.columns.includes(field.name) && sameCurrency(field, due);
  const read = new Set(fieldNamesIn(due.compute?.expr ?? ''));
  const parts = entity.fields.filter((field) => read.has(field.name) && isTotalled(field));
  const object = premium.object.flatMap((name) => find(name) ?? []);
  const [payer, fleet, name] = [
    filter(find(premium.payer)),
    entity.fields.find((field) => field.ref?.entity === 'fleet' && filter(field) !== undefined),
    find(premium.name),
  ];
  return {
    entity,
    due,
    parts: parts.length > 1 ? parts : [],
    returns: [...new Set(Object.values(premium.returns ?? {}).map(({ total }) => total))].map(find).filter(isTotalled),
    object,
    isVessel: object.length === 1 && object[0]!.ref?.entity === 'vessel',
    ...(payer && { payer }),
    ...(fleet && { fleet }),
    ...(name && { name }),
  };
}

const sameCurrency = ({ currency: a }: Field, { currency: b }: Field): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
