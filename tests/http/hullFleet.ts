import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/** A vessel as a public register has it. */
export interface RegisteredVessel {
  vslCde: string;
  imoNum: string;
  vslNme: string;
  grossTonnage: string;
  yearBuilt: string;
  flagCntry: string;
}

const REGISTER_COLUMNS = ['imoNum', 'vslNme', 'grossTonnage', 'yearBuilt', 'flagAlpha2'];

/** A code of three characters that no sample vessel has. */
const codeOf = (index: number): string => (index + 36 ** 2).toString(36).toUpperCase();

/** An IMO number with its check digit. */
function imoOf(index: number): string {
  const digits = String(910_000 + index);
  return digits + ([...digits].reduce((sum, digit, place) => sum + Number(digit) * (7 - place), 0) % 10);
}

/**
 * The first vessels of a ship register (columns imoNum, vslNme, grossTonnage, yearBuilt, flagAlpha2; duplicates count
 * once), or generated ones without a register.
 */
export async function fleetOf(size: number, register: string | undefined): Promise<RegisteredVessel[]> {
  if (register === undefined)
    return Array.from({ length: size }, (_, index) => ({
      vslCde: codeOf(index),
      imoNum: imoOf(index),
      vslNme: `FLEET ${index + 1}`,
      grossTonnage: String(9000 + index * 1237),
      yearBuilt: String(2005 + (index % 15)),
      flagCntry: 'CN',
    }));
  const rows = parse(await readFile(register), { columns: true }) as Record<string, string>[];
  const missing = REGISTER_COLUMNS.filter((name) => !(name in (rows[0] ?? {})));
  if (missing.length > 0) throw new Error(`${register} has no columns ${missing.join(', ')}`);
  const once = [...new Map(rows.map((row) => [row['imoNum']!, row])).values()].slice(0, size);
  return once.map(({ imoNum, vslNme, grossTonnage, yearBuilt, flagAlpha2 }, index) => ({
    vslCde: codeOf(index),
    imoNum: imoNum!,
    vslNme: vslNme!.slice(0, 30),
    grossTonnage: grossTonnage!,
    yearBuilt: yearBuilt!,
    flagCntry: flagAlpha2 || 'PA',
  }));
}

/** Rows as the text of a CSV file whose headings are names of fields. */
export function csvOf(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: unknown): string =>
    value == null ? '' : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n');
}
