import { Fragment, type ReactNode } from 'react';
import { currencyOf } from '../../generator/language/currency.ts';
import { titlePartsOf, type TitlePart } from '../../generator/language/title.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import { amountText } from '../fields/decimal/amount.ts';
import { useSide } from '../fields/language.ts';
import { withoutCode } from '../fields/ref/title.ts';
import { useTitle } from '../fields/ref/titles.ts';
import { type Row, textOf } from '../fields/types.ts';

/** The title of a row as text for people: with the names of the rows that it refers to instead of their codes. */
export function RowTitle({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const parts = titlePartsOf(entity, row, useSide());
  if (parts.every(({ field, text }) => field === undefined || text === '')) return `#${textOf(row['id'])}`;
  return parts.map((part) => (
    <Fragment key={part.at}>
      <Part part={part} entity={entity} row={row} />
    </Fragment>
  ));
}

function Part({ part: { field, text }, entity, row }: { part: TitlePart; entity: Entity; row: Row }): ReactNode {
  if (field?.kind === 'ref' && text !== '' && !isCurrency(entity, field))
    return <ReferencedName field={field} code={text} />;
  if (field?.kind === 'money') return amountText(textOf(row[field.name]), field, currencyOf(field, row));
  return text;
}

/** Whether a field is the currency of an amount, which is shown as its code. */
const isCurrency = ({ fields }: Entity, { name }: Field): boolean =>
  fields.some(({ currency }) => currency && 'field' in currency && currency.field === name);

function ReferencedName({ field, code }: { field: Field; code: string }): ReactNode {
  const title = useTitle(field.ref, code);
  return title === undefined ? code : withoutCode(code, title);
}
