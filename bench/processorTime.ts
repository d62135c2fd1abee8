import { readdirSync, readFileSync } from 'node:fs';

/** Of a second; Linux counts processor time in these whatever the kernel's own clock. */
const TICKS = 100;

/**
 * The processor time, in seconds, that this process and all below it have used so far: the server, and the PostgreSQL
 * that it started. What ended meanwhile counts with whoever waited for it. On a loaded machine it says more than the
 * clock on the wall. Linux only.
 */
export function processorTime(): { own: number; below: number } {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const read = statOf(name);
        return read ? [[Number(name), read] as const] : [];
      }),
  );
  const isBelow = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return parent === process.pid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  let below = 0;
  for (const [id, { used }] of all) if (isBelow(id)) below += used;
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, below };
}

/** Parent and used seconds of a process; undefined where it is gone. */
function statOf(id: string): { parent: number; used: number } | undefined {
  try {
    // the name of the program stands in brackets and may hold blanks
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user, system, ofEnded, systemOfEnded] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return { parent: Number(fields[1]), used: (user + system + ofEnded + systemOfEnded) / TICKS };
  } catch {
    return undefined;
  }
}
