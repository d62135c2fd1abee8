import { useQuery } from '@tanstack/react-query';
import { isCompanyOf } from '../../../generator/language/companyField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { personQuery } from '../../api/account.ts';

/**
 * The field with the condition for its picker: the company of a row can only be the reader's own, unless the reader
 * sees all companies.
 */
export function useOfferedCompany(entity: Entity | undefined, field: Field): Field {
  const isCompany = entity !== undefined && isCompanyOf(entity, field);
  const { data: person } = useQuery({ ...personQuery, enabled: isCompany });
  const own = person?.companyCde;
  if (!isCompany || !field.ref || !person || person.role?.allSeeingEye === 'Y' || !own) return field;
  return { ...field, ref: { ...field.ref, where: `self.${field.ref.by} == '${own.replaceAll(/['\\]/g, '')}'` } };
}
