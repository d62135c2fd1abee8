import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of the CPU times in /proc. */
const TICKS = 100;

/**
 * Reads the CPU time, in seconds, of this process (`own`) and of its descendants (`ofDescendants`), such as PostgreSQL.
 * Ended processes count for the process that waited for them. Unlike elapsed time, it does not depend on other load.
 * Linux only.
 */
export function cpuTime(): { own: number; ofDescendants: number } {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = readStat(name);
        return stat ? [[Number(name), stat] as const] : [];
      }),
  );
  const isDescendant = (id: number): boolean => {
    const parent = processes.get(id)?.parent;
    return parent === process.pid || (parent !== undefined && parent > 1 && isDescendant(parent));
  };
  let ofDescendants = 0;
  for (const [id, { used }] of processes) if (isDescendant(id)) ofDescendants += used;
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, ofDescendants };
}

/** Reads the parent and the CPU seconds of a process; undefined if it has ended. */
function readStat(id: string): { parent: number; used: number } | undefined {
  try {
    // skips the program name, which is in brackets and can contain spaces
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user, system, ofEnded, systemOfEnded] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return { parent: Number(fields[1]), used: (user + system + ofEnded + systemOfEnded) / TICKS };
  } catch {
    return undefined;
  }
}
