import { currencyOf, type CurrencyPlaces } from '../../../generator/language/currency.ts';
import { groupAmount, percentReading } from '../../../generator/language/figures.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { labelIn, type Language } from '../../../generator/language/message.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { translate } from '../../messages.ts';
import type { Row } from '../row.ts';

/** What is needed to print values in a language. */
export interface Printing {
  language: Language;
  /** the decimal places of a currency */
  places: CurrencyPlaces;
  /** The local time of an instant; undefined for other texts. */
  localTime(instant: string): string | undefined;
  /** The title of the record that a value of a field refers to; undefined if the user may not see it. */
  titleOf(field: Field, value: string): string | undefined;
}

/** Kinds that a document does not show. */
const UNPRINTABLE: ReadonlySet<KindName> = new Set(['password', 'file', 'files', 'json', 'richText']);
const FIGURES: ReadonlySet<KindName> = new Set(['integer', 'decimal', 'money', 'percent', 'rate']);

/** Whether a field is right-aligned in a table. */
export const isFigure = ({ kind }: Field): boolean => FIGURES.has(kind);

/**
 * The text of a value as a document shows it: options by their names, amounts with separators. An absent value is ''.
 *
 * @param withCurrency whether its currency follows an amount
 */
export function printValue(field: Field, row: Row, printing: Printing, withCurrency = true): string {
  const value = row[field.name];
  if (value === null || value === undefined || UNPRINTABLE.has(field.kind)) return '';
  if (Array.isArray(value))
    return value.map((one) => printOne(field, String(one), printing)).join(printing.language === 'zh-CN' ? '、' : ', ');
  if (field.kind !== 'money') return printOne(field, String(value), printing);
  const currency = currencyOf(field, row);
  const amount = groupAmount(String(value), currency === undefined ? undefined : printing.places(currency));
  return currency === undefined || !withCurrency ? amount : `${amount} ${currency}`;
}

function printOne(field: Field, text: string, printing: Printing): string {
  const { language } = printing;
  switch (field.kind) {
    case 'yesNo':
      return translate(language, text === 'Y' ? 'MSG_generic_0188' : 'MSG_generic_0189');
    case 'integer':
    case 'decimal':
      return groupDigits(text);
    case 'percent':
      return `${groupDigits(text)}${percentSign(language)}`;
    case 'rate':
      return field.price ? text : `${percentReading(text) ?? text}${percentSign(language)}`;
    case 'dateTime':
      return (printing.localTime(text) ?? text).slice(0, 16).replace('T', ' ');
    default: {
      const option = field.options?.find(({ code }) => code === text);
      return option ? labelIn(option, language) : ((field.ref && printing.titleOf(field, text)) ?? text);
    }
  }
}

const percentSign = (language: Language): string => (language === 'zh-CN' ? '%' : ' %');
