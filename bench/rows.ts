/** A row of the benchmark table, as sent to the API. */
export interface Booking {
  bookingNo: string;
  shipper: string;
  cargo: string;
  loadPort: string;
  dischargePort: string;
  departure: string;
  teu: number;
  freight: string;
  insuredValue: string;
  stage: string;
  remark: string;
}

/** Columns of the table without those of the kernel. */
export const columns = [
  'bookingNo',
  'shipper',
  'cargo',
  'loadPort',
  'dischargePort',
  'departure',
  'teu',
  'freight',
  'insuredValue',
  'stage',
  'remark',
] as const satisfies readonly (keyof Booking)[];

/** Kinds of cargo. */
export const cargoes = [
  'textiles',
  'ceramic tiles',
  'machine parts',
  'frozen fish',
  'soybeans',
  'solar panels',
  'lithium batteries',
  'furniture',
  'steel coils',
  'toys',
];
/** Codes of the stages of a booking. */
export const stages = ['Q', 'B', 'L', 'D'];
const portCount = 200;
const firstDay = '2021-01-01';
/** Number of days on which the bookings depart. */
export const dayCount = 1_800;

/** Code of a port. */
export const port = (number: number): string => `P${String(number % portCount).padStart(4, '0')}`;

/** Day `number` after the first day, `YYYY-MM-DD`. */
export const day = (number: number): string =>
  new Date(Date.parse(firstDay) + number * 86_400_000).toISOString().slice(0, 10);

/** Generates row `number`, always with the same values. `prefix` and `number` form its unique key. */
export function booking(number: number, prefix = 'B'): Booking {
  const random = (salt: number, below: number) => scatter(number * 31 + salt) % below;
  const freight = 500 + random(1, 20_000);
  return {
    bookingNo: `${prefix}${String(number).padStart(8, '0')}`,
    shipper: `Shipper ${random(2, 4_000)} Trading Co., Ltd`,
    cargo: `${cargoes[random(3, cargoes.length)] ?? ''} lot ${random(4, 100_000)}`,
    loadPort: port(random(5, portCount)),
    dischargePort: port(random(6, portCount)),
    departure: day(random(7, dayCount)),
    teu: 1 + random(8, 40),
    freight: `${freight}.${String(random(9, 100)).padStart(2, '0')}`,
    insuredValue: `${freight * 40}.00`,
    stage: stages[random(10, stages.length)] ?? '',
    remark: 'Cut-off two days before departure; documents by mail.',
  };
}

/** Prints rows `from` to `from + count - 1` as CSV without headings; each line ends with `rest`. */
export function csv(from: number, count: number, prefix: string, rest = ''): string {
  const lines: string[] = [];
  for (let number = from; number < from + count; number++) {
    const row = booking(number, prefix);
    lines.push(columns.map((column) => `"${row[column]}"`).join(',') + rest);
  }
  return `${lines.join('\n')}\n`;
}

/** Integer hash (finalizer of murmur3), so that neighbouring rows differ and every run is the same. */
export function scatter(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
