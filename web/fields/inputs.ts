import type { Field, KindName } from '../../generator/model/field.ts';
import { Input as ChoiceInput } from './choice/input.tsx';
import { Input as DateInput } from './date/input.tsx';
import { Input as DateTimeInput } from './dateTime/input.tsx';
import { Input as DecimalInput } from './decimal/input.tsx';
import { Input as IntegerInput } from './integer/input.tsx';
import { Input as JsonInput } from './json/input.tsx';
import { Input as LongTextInput } from './longText/input.tsx';
import { Input as MultiChoiceInput } from './multiChoice/input.tsx';
import { Input as MultiRefInput } from './multiRef/input.tsx';
import { Input as PasswordInput } from './password/input.tsx';
import { Input as RefInput } from './ref/input.tsx';
import { Input as TextInput } from './text/input.tsx';
import { Input as YesNoInput } from './yesNo/input.tsx';
import { lazyChunk } from '../shell/lazyChunk.ts';
import './kinds.css';
import { inputKindOf } from './choice/options.ts';
import type { Input } from './types.ts';

/** Large inputs that few forms have are loaded when they are first rendered. */
const FileInput = lazyChunk(async () => (await import('./file/input.tsx')).Input);
const RichTextInput = lazyChunk(async () => (await import('./richText/input.tsx')).Input);

/** The input of each field kind in `schemas/kinds.json`; a kind without an input fails the type check. */
export const INPUTS: Record<KindName, Input> = {
  text: TextInput,
  longText: LongTextInput,
  richText: RichTextInput,
  code: TextInput,
  integer: IntegerInput,
  decimal: DecimalInput,
  money: DecimalInput,
  percent: DecimalInput,
  rate: DecimalInput,
  date: DateInput,
  dateTime: DateTimeInput,
  month: DateInput,
  year: DateInput,
  yesNo: YesNoInput,
  choice: ChoiceInput,
  multiChoice: MultiChoiceInput,
  ref: RefInput,
  multiRef: MultiRefInput,
  email: TextInput,
  phone: TextInput,
  url: TextInput,
  creditCode: TextInput,
  imo: TextInput,
  bic: TextInput,
  iban: TextInput,
  file: FileInput,
  files: FileInput,
  password: PasswordInput,
  json: JsonInput,
};

/** The component that edits a field. */
export const inputOf = (field: Field): Input => INPUTS[inputKindOf(field)];
