import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { fieldOf, useEntity, useModel } from '../../records/model.ts';
import { fieldsOfKind, type KindFields, kindsOf, type PremiumKind, VERSIONS } from './kinds.ts';

interface PremiumKinds {
  kinds: readonly PremiumKind[];
  /** name of a policy type in the user's language */
  typeText: (type: string) => string;
}

/** The kinds of premium that the user may list. Suspends until the model is loaded. */
export function usePremiumKinds(): PremiumKinds {
  const label = useLabel();
  const model = useModel();
  const policyType = fieldOf(useEntity(VERSIONS).entity, 'policyType');
  return { kinds: kindsOf(model, policyType?.options), typeText: (type) => label(optionLabel(policyType, type)) };
}

/** The fields of a kind's rows. Suspends until the schema of its entity is loaded. */
export function useKindFields(kind: PremiumKind): KindFields {
  const { entity } = useEntity(kind.entity);
  return fieldsOfKind(entity, entity.premium!);
}
