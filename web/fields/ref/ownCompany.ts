import { useQuery } from '@tanstack/react-query';
import { isCompanyOf } from '../../../generator/language/companyField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { personQuery } from '../../api/account.ts';
import { offeringOnly } from './whereConditions.ts';

/** Restricts the picker of a row's company to the user's own company, unless the user sees all companies. */
export function useOfferedCompany(entity: Entity | undefined, field: Field): Field {
  const isCompany = entity !== undefined && isCompanyOf(entity, field);
  const { data: person } = useQuery({ ...personQuery, enabled: isCompany });
  const own = person?.companyCde;
  if (!isCompany || !field.ref || !person || person.role?.allSeeingEye === 'Y' || !own) return field;
  return offeringOnly(field, field.ref.by, own);
}
