import { cpus, totalmem } from 'node:os';

/** A line of the report: an operation on both servers. */
export interface OperationLine {
  name: string;
  /** min ratio; absent: for information */
  minRatio?: number;
  bare: Side;
  product: Side;
  /** median over the rounds of the product's requests per second divided by those of the bare handler */
  ratio: number;
}

/** Figures of one server: latencies in milliseconds, CPU time of one request. */
export interface Side {
  requestsPerSecond: number;
  cpuMicros: number;
  p50: number;
  p99: number;
}

/** Figures of a run, as written to `report.json`. */
export interface Report {
  at: string;
  machine: { cpu: string; cores: number; memory: number; node: string; postgres: string };
  settings: { rows: number; connections: number; seconds: number; rounds: number; warmUpSeconds: number };
  operations: OperationLine[];
  /** rows per second */
  transfer: { rows: number; import: number; copy: number; ratio: number; minRatio: number };
  /** seconds from the start until the product is ready */
  start: { first: number; onExistingData: number; maxOnExistingData: number };
  /** bytes of resident memory after all rounds and imports */
  memory: { bare: number; product: number };
}

/** Describes this machine. */
export const machine = (postgres: string): Report['machine'] => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory: totalmem(),
  node: process.version,
  postgres,
});

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const integer = (number: number) => Math.round(number).toLocaleString('en-US');
const verdict = (reached: boolean) => (reached ? 'reached' : '**missed**');

/** Prints the report as Markdown. */
export function markdown(report: Report): string {
  const { machine: on, settings, operations, transfer, start, memory } = report;
  return [
    `${report.at.slice(0, 10)}, ${on.cores} × ${on.cpu}, ${megabytes(on.memory)}, Node ${on.node}, PostgreSQL ${on.postgres}; ` +
      `${integer(settings.rows)} rows, ${settings.connections} connections, median of ${settings.rounds} rounds of ${settings.seconds} s, bare and product in turn, each warm after ${settings.warmUpSeconds} s.`,
    '',
    '| operation | bare req/s | product req/s | ratio | goal | | bare p50 / p99 ms | product p50 / p99 ms | bare / product CPU µs a request |',
    '|---|--:|--:|--:|--:|---|--:|--:|--:|',
    ...operations.map(
      ({ name, bare, product, ratio, minRatio }) =>
        `| ${[
          name,
          integer(bare.requestsPerSecond),
          integer(product.requestsPerSecond),
          ratio.toFixed(2),
          minRatio === undefined ? '' : `≥ ${minRatio.toFixed(2)}`,
          minRatio === undefined ? 'for information' : verdict(ratio >= minRatio),
          latency(bare),
          latency(product),
          `${integer(bare.cpuMicros)} / ${integer(product.cpuMicros)}`,
        ].join(' | ')} |`,
    ),
    '',
    '| | | goal | |',
    '|---|--:|--:|---|',
    `| import of ${integer(transfer.rows)} rows against COPY | ${integer(transfer.import)} rows/s against ${integer(transfer.copy)}: ${transfer.ratio.toFixed(2)} | ≥ ${transfer.minRatio.toFixed(2)} | ${verdict(transfer.ratio >= transfer.minRatio)} |`,
    `| start on existing data | ${start.onExistingData.toFixed(2)} s | < ${start.maxOnExistingData} s | ${verdict(start.onExistingData < start.maxOnExistingData)} |`,
    `| first start, reference data loaded | ${start.first.toFixed(2)} s | | |`,
    `| memory at the end, product / bare | ${megabytes(memory.product)} / ${megabytes(memory.bare)} | | |`,
    '',
  ].join('\n');
}

const latency = ({ p50, p99 }: Side) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
