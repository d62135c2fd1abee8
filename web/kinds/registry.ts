import type { Field, KindName } from '../../generator/model/types.ts';
import { Cell as ChoiceCell } from './choice/cell.tsx';
import { Input as ChoiceInput } from './choice/input.tsx';
import { Cell as DateCell } from './date/cell.tsx';
import { Input as DateInput } from './date/input.tsx';
import { Cell as DateTimeCell } from './dateTime/cell.tsx';
import { Input as DateTimeInput } from './dateTime/input.tsx';
import { Cell as DecimalCell } from './decimal/cell.tsx';
import { Input as DecimalInput } from './decimal/input.tsx';
import { Cell as EntityNameCell } from './entityName/cell.tsx';
import { Cell as FileCell } from './file/cell.tsx';
import { Cell as IntegerCell } from './integer/cell.tsx';
import { Input as IntegerInput } from './integer/input.tsx';
import { Cell as JsonCell } from './json/cell.tsx';
import { Input as JsonInput } from './json/input.tsx';
import './kinds.css';
import { Cell as LinkCell } from './link/cell.tsx';
import { Cell as LongTextCell } from './longText/cell.tsx';
import { Input as LongTextInput } from './longText/input.tsx';
import { Cell as MultiChoiceCell } from './multiChoice/cell.tsx';
import { Input as MultiChoiceInput } from './multiChoice/input.tsx';
import { Cell as MultiRefCell } from './multiRef/cell.tsx';
import { Input as MultiRefInput } from './multiRef/input.tsx';
import { Cell as PasswordCell } from './password/cell.tsx';
import { Input as PasswordInput } from './password/input.tsx';
import { Cell as RefCell } from './ref/cell.tsx';
import { Input as RefInput } from './ref/input.tsx';
import { Cell as RichTextCell } from './richText/cell.tsx';
import { Cell as TextCell } from './text/cell.tsx';
import { Input as TextInput } from './text/input.tsx';
import { part } from '../shell/part.ts';
import type { Cell, Input } from './types.ts';
import { Cell as YesNoCell } from './yesNo/cell.tsx';
import { Input as YesNoInput } from './yesNo/input.tsx';

/** Inputs that few forms have and that weigh much come when they are first drawn. */
const FileInput = part(async () => (await import('./file/input.tsx')).Input);
const RichTextInput = part(async () => (await import('./richText/input.tsx')).Input);

/** How one kind is drawn. */
interface Drawing {
  input: Input;
  cell: Cell;
  /** figures stand to the right, so that their digits line up */
  align?: 'right';
}

const TEXT: Drawing = { input: TextInput, cell: TextCell };
const LINK: Drawing = { input: TextInput, cell: LinkCell };
const DECIMAL: Drawing = { input: DecimalInput, cell: DecimalCell, align: 'right' };
const DATE: Drawing = { input: DateInput, cell: DateCell };
const ENTITY_NAME: Drawing = { input: TextInput, cell: EntityNameCell };
const FILE: Drawing = { input: FileInput, cell: FileCell };

/** One drawing for each kind of `schemas/kinds.json`; a kind without one does not compile. */
const DRAWINGS: Record<KindName, Drawing> = {
  text: TEXT,
  longText: { input: LongTextInput, cell: LongTextCell },
  richText: { input: RichTextInput, cell: RichTextCell },
  code: TEXT,
  integer: { input: IntegerInput, cell: IntegerCell, align: 'right' },
  decimal: DECIMAL,
  money: DECIMAL,
  percent: DECIMAL,
  rate: DECIMAL,
  date: DATE,
  dateTime: { input: DateTimeInput, cell: DateTimeCell },
  month: DATE,
  year: DATE,
  yesNo: { input: YesNoInput, cell: YesNoCell },
  choice: { input: ChoiceInput, cell: ChoiceCell },
  multiChoice: { input: MultiChoiceInput, cell: MultiChoiceCell },
  ref: { input: RefInput, cell: RefCell },
  multiRef: { input: MultiRefInput, cell: MultiRefCell },
  email: LINK,
  phone: LINK,
  url: LINK,
  creditCode: TEXT,
  imo: TEXT,
  bic: TEXT,
  iban: TEXT,
  file: FILE,
  files: FILE,
  password: { input: PasswordInput, cell: PasswordCell },
  json: { input: JsonInput, cell: JsonCell },
};

/** Options make a choice of any single-valued kind. */
const drawingOf = (field: Field): Drawing =>
  field.names === 'entity' && field.kind === 'code' ? ENTITY_NAME : field.options && field.kind !== 'multiChoice' && field.kind !== 'yesNo' ? DRAWINGS.choice : DRAWINGS[field.kind];

/** The component that edits a field. */
export const inputOf = (field: Field): Input => drawingOf(field).input;

/** The component that shows a field. */
export const cellOf = (field: Field): Cell => drawingOf(field).cell;

/** How a column of the field stands. */
export const alignOf = (field: Field): 'left' | 'right' => drawingOf(field).align ?? 'left';
