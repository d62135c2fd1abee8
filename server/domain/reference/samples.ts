import type { Pool } from 'pg';
import { keepSeed } from './seedRecord.ts';
import type { DemoData } from '../../config.ts';

/** What became of the samples in a database. `loading`: the first start has not finished. */
type SampleState = 'loading' | 'loaded' | 'declined';

/** The row of `kernel.seed` that keeps the state; no seed file is named so. */
const MARKER = 'demo';

/** Samples are files in the folder `demo`. */
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

/** Records that all samples are there. */
export const finishSamples = (pool: Pool): Promise<void> => keepState(pool, 'loaded');

/** Undefined for a new database. A release before this record left only the names of files. */
function stateOf(loaded: ReadonlyMap<string, string>): SampleState | undefined {
  const kept = loaded.get(MARKER) as SampleState | undefined;
  if (kept !== undefined || loaded.size === 0) return kept;
  return [...loaded.keys()].some((name) => name.startsWith(SAMPLES)) ? 'loaded' : 'declined';
}

function isLoading(state: SampleState | undefined, demoData: DemoData): boolean {
  if (demoData === 'none' || state === 'loaded') return false;
  return state !== 'declined' || demoData === 'requested';
}

const keepState = (pool: Pool, state: SampleState): Promise<void> => keepSeed(pool, MARKER, state);
