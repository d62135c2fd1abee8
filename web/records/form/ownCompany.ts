import type { UserBinding } from '../../../generator/language/expression/scope.ts';
import { isCompanyOf } from '../../../generator/language/companyField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';

/** The defaults of a new row with the reader's company, unless the row has one or the reader sees all companies. */
export function withOwnCompany(entity: Entity, row: Row, { companyCde, allSeeingEye }: UserBinding): Row {
  const field = entity.fields.find((one) => isCompanyOf(entity, one));
  if (!field || allSeeingEye || companyCde == null || row[field.name] != null || field.readOnly || field.compute)
    return row;
  return { ...row, [field.name]: companyCde };
}
