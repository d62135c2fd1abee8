import autocannon from 'autocannon';
import type { Child } from './child.ts';
import type { Operation } from './operations.ts';

/** Number of connections, enough to keep a server busy on two cores. */
export const connections = 16;

/** One run of one operation on one server. */
export interface Load {
  server: Child;
  operation: Operation;
  seconds: number;
  /** number of the next request, unique among all requests */
  next: () => number;
}

/** Result of one run of one operation on one server. */
export interface Measured {
  requestsPerSecond: number;
  /** CPU time of the server for each request, without the database */
  cpuMicros: number;
  /** milliseconds of each answer, sorted */
  latencies: Float64Array;
}

/** Sends requests to one server, each with a new number. @throws Error if any answer is no success */
export async function load(settings: Load): Promise<Measured> {
  const { server, operation } = settings;
  const before = await server.usage();
  const { result, latencies, failures } = await sendRequests(settings);
  if (failures.size > 0 || result.errors > 0 || result.timeouts > 0 || latencies.length === 0) {
    const statuses = [...failures].map(([status, times]) => `${times} × ${status}`).join(', ');
    throw new Error(
      `${operation.name} at ${server.url}: ${latencies.length} successes, ${result.errors} errors, ${result.timeouts} time-outs, ${statuses}`,
    );
  }
  const after = await server.usage();
  const cpuMicros = (after.cpuMicros - before.cpuMicros) / latencies.length;
  return {
    requestsPerSecond: latencies.length / result.duration,
    cpuMicros,
    latencies: Float64Array.from(latencies).sort(),
  };
}

/** Answers of one run: milliseconds of each success, and the number of failures by HTTP status. */
interface Answers {
  result: autocannon.Result;
  latencies: number[];
  failures: Map<number, number>;
}

async function sendRequests({ server: { url, token }, operation, seconds, next }: Load): Promise<Answers> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const latencies: number[] = [];
  const failures = new Map<number, number>();
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { method, path, body } = operation.request(next());
    return { ...request, method, path, headers, ...(body === undefined ? {} : { body }) };
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      { url, connections, duration: seconds, timeout: 30, requests: [{ setupRequest }] },
      (error, done) => {
        if (error) reject(error as Error);
        else resolve(done);
      },
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 200 && status < 300) latencies.push(milliseconds);
      else failures.set(status, (failures.get(status) ?? 0) + 1);
    });
  });
  return { result, latencies, failures };
}

/** Percentile `q` (0 to 1) of the latencies of several runs. */
export function percentile(runs: readonly Measured[], q: number): number {
  const all = Float64Array.from(runs.flatMap((run) => [...run.latencies])).sort();
  return all[Math.min(all.length - 1, Math.floor(all.length * q))] ?? 0;
}

/** Median; 0 without numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
