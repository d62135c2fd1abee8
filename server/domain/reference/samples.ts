import type { Pool } from 'pg';
import { keepSeed } from './seedRecord.ts';
import type { DemoData } from '../../config.ts';

/** State of the samples in a database. `loading`: the first start has not finished. */
type SampleState = 'loading' | 'loaded' | 'declined';

/** The row of `kernel.seed` with the state. No seed file has this name. */
const MARKER = 'demo';

/** Folder of the sample files. */
export const SAMPLES = 'demo/';

/**
 * Decides whether this start loads samples, and records it: a database gets them at its first start or, if it was
 * started without them, when `DEMO_DATA=true` requests them. After that no release adds any, so that samples which
 * staff changed, renamed or deleted never come back.
 *
 * @param loaded the names and hashes in `kernel.seed`
 */
export async function startSamples(
  pool: Pool,
  loaded: ReadonlyMap<string, string>,
  demoData: DemoData,
): Promise<boolean> {
  const state = stateOf(loaded);
  const load = isLoading(state, demoData);
  const next: SampleState = load
    ? 'loading'
    : state === undefined
      ? 'declined'
      : state === 'loading'
        ? 'loaded'
        : state;
  if (next !== loaded.get(MARKER)) await keepState(pool, next);
  return load;
}

/** Records that all samples are loaded. */
export const finishSamples = (pool: Pool): Promise<void> => keepState(pool, 'loaded');

/** The recorded state; undefined for a new database. Earlier releases recorded only the names of files. */
function stateOf(loaded: ReadonlyMap<string, string>): SampleState | undefined {
  const recorded = loaded.get(MARKER) as SampleState | undefined;
  if (recorded !== undefined || loaded.size === 0) return recorded;
  return [...loaded.keys()].some((name) => name.startsWith(SAMPLES)) ? 'loaded' : 'declined';
}

function isLoading(state: SampleState | undefined, demoData: DemoData): boolean {
  if (demoData === 'none' || state === 'loaded') return false;
  return state !== 'declined' || demoData === 'requested';
}

const keepState = (pool: Pool, state: SampleState): Promise<void> => keepSeed(pool, MARKER, state);
