import type { UserBinding } from '../../../generator/language/expression/scope.ts';
import { isCompanyOf } from '../../../generator/language/companyField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';

/** Sets the user's company in a new row, unless the row has a company or the user sees all companies. */
export function withOwnCompany(entity: Entity, row: Row, { companyCde, allSeeingEye }: UserBinding): Row {
  const field = entity.fields.find((one) => isCompanyOf(entity, one));
  if (!field || allSeeingEye || companyCde == null || row[field.name] != null || field.readOnly || field.compute)
    return row;
  return { ...row, [field.name]: companyCde };
}
