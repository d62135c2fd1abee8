import type { KindName } from '../../model/field.ts';
import { bic, iban } from './bank.ts';
import { date, dateTime, month, year } from './calendar.ts';
import { choice, multiChoice, yesNo } from './choice.ts';
import { email, phone, url } from './contact.ts';
import { creditCode } from './creditCode.ts';
import { decimal, money, percent, rate } from './decimal.ts';
import { imo } from './imo.ts';
import { integer } from './integer.ts';
import type { Kind } from './kind.ts';
import { file, files, json, password } from './opaque.ts';
import { multiRef, ref } from './reference.ts';
import { richText } from './richText.ts';
import { textKind } from './text.ts';

/** All field kinds of `schemas/kinds.json`. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  text: textKind(),
  longText: textKind({ lines: true }),
  richText,
  code: textKind(),
  integer,
  decimal,
  money,
  percent,
  rate,
  date,
  dateTime,
  month,
  year,
  yesNo,
  choice,
  multiChoice,
  ref,
  multiRef,
  email,
  phone,
  url,
  creditCode,
  imo,
  bic,
  iban,
  file,
  files,
  password,
  json,
};
