import type { Pool } from 'pg';
import { recordSeed } from './seedRecord.ts';
import type { DemoData } from '../../config.ts';

/** State of the samples in a database. `loading`: the start that loads them has not finished. */
type SampleState = 'loading' | 'loaded' | 'declined';

/** Name of the row of `kernel.seed` with the state. No seed file has this name. */
const MARKER = 'demo';

/** Folder of the sample files. */
export const SAMPLES = 'demo/';

/**
 * Decides whether this start loads samples, and records the decision. A database gets samples at its first start, or
 * later when `DEMO_DATA=true` requests them. Once the samples are loaded, no release adds further samples, so that
 * samples that staff changed, renamed or deleted do not reappear.
 *
 * @param loaded the names and hashes in `kernel.seed`
 */
export async function startSamples(
  pool: Pool,
  loaded: ReadonlyMap<string, string>,
  demoData: DemoData,
): Promise<boolean> {
  const state = stateOf(loaded);
  const isLoading = mustLoad(state, demoData);
  const next: SampleState = isLoading
    ? 'loading'
    : state === undefined
      ? 'declined'
      : state === 'loading'
        ? 'loaded'
        : state;
  if (next !== loaded.get(MARKER)) await recordState(pool, next);
  return isLoading;
}

/** Records that all samples are loaded. */
export const finishSamples = (pool: Pool): Promise<void> => recordState(pool, 'loaded');

/**
 * The recorded state; undefined for a new database. Earlier releases recorded only seed files, which show the state.
 */
function stateOf(loaded: ReadonlyMap<string, string>): SampleState | undefined {
  const recorded = loaded.get(MARKER) as SampleState | undefined;
  if (recorded !== undefined || loaded.size === 0) return recorded;
  return [...loaded.keys()].some((name) => name.startsWith(SAMPLES)) ? 'loaded' : 'declined';
}

function mustLoad(state: SampleState | undefined, demoData: DemoData): boolean {
  if (demoData === 'none' || state === 'loaded') return false;
  return state !== 'declined' || demoData === 'requested';
}

const recordState = (pool: Pool, state: SampleState): Promise<void> => recordSeed(pool, MARKER, state);
