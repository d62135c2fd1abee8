import type { Field, KindName } from '../../generator/model/field.ts';
import { Cell as ChoiceCell } from './choice/cell.tsx';
import { Cell as DateCell } from './date/cell.tsx';
import { Cell as DateTimeCell } from './dateTime/cell.tsx';
import { Cell as DecimalCell } from './decimal/cell.tsx';
import { Cell as EntityNameCell } from './entityName/cell.tsx';
import { Cell as FileCell } from './file/cell.tsx';
import { Cell as IntegerCell } from './integer/cell.tsx';
import { Cell as JsonCell } from './json/cell.tsx';
import { Cell as LinkCell } from './link/cell.tsx';
import { Cell as LongTextCell } from './longText/cell.tsx';
import { Cell as MultiChoiceCell } from './multiChoice/cell.tsx';
import { Cell as MultiRefCell } from './multiRef/cell.tsx';
import { Cell as PasswordCell } from './password/cell.tsx';
import { ActionsCell, Cell as PermissionCell } from './permission/cell.tsx';
import { Cell as RefCell } from './ref/cell.tsx';
import { Cell as RichTextCell } from './richText/cell.tsx';
import { Cell as TextCell } from './text/cell.tsx';
import { Cell as YesNoCell } from './yesNo/cell.tsx';
import './kinds.css';
import { isChoice } from './choice/options.ts';
import type { Cell } from './types.ts';

/** The cell of each field kind in `schemas/kinds.json`; a kind without a cell fails the type check. */
const CELLS: Record<KindName, Cell> = {
  text: TextCell,
  longText: LongTextCell,
  richText: RichTextCell,
  code: TextCell,
  integer: IntegerCell,
  decimal: DecimalCell,
  money: DecimalCell,
  percent: DecimalCell,
  rate: DecimalCell,
  date: DateCell,
  dateTime: DateTimeCell,
  month: DateCell,
  year: DateCell,
  yesNo: YesNoCell,
  choice: ChoiceCell,
  multiChoice: MultiChoiceCell,
  ref: RefCell,
  multiRef: MultiRefCell,
  email: LinkCell,
  phone: LinkCell,
  url: LinkCell,
  creditCode: TextCell,
  imo: TextCell,
  bic: TextCell,
  iban: TextCell,
  file: FileCell,
  files: FileCell,
  password: PasswordCell,
  json: JsonCell,
};

/** Kinds whose columns are aligned right, so that their digits line up. */
const FIGURES: ReadonlySet<KindName> = new Set(['integer', 'decimal', 'money', 'percent', 'rate']);

/** The cell of a field that names an entity or a right (`x-names`). */
const cellOfNames = ({ names, kind }: Field): Cell | undefined => {
  if (names === 'entity') return kind === 'code' ? EntityNameCell : undefined;
  return names === 'permission' ? PermissionCell : names === 'action' ? ActionsCell : undefined;
};

/** The component that shows a field. */
export const cellOf = (field: Field): Cell => cellOfNames(field) ?? (isChoice(field) ? ChoiceCell : CELLS[field.kind]);

/** The alignment of a field's column. */
export const alignOf = (field: Field): 'left' | 'right' =>
  FIGURES.has(field.kind) && !isChoice(field) ? 'right' : 'left';
