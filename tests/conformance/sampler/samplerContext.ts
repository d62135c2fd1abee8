import type { Model } from '../../../generator/model/entity.ts';
import type { KnownRows } from './knownRows.ts';
import type { Sample, SampleOptions } from '../sample.ts';
import type { Random } from '../values.ts';

/** What the parts of a sampler share: the random numbers, the returned rows, and the search for a further row. */
export interface SamplerContext {
  readonly model: Model;
  readonly random: Random;
  readonly known: KnownRows;
  /** Generates a row; undefined if none is found. */
  find(name: string, options: SampleOptions): Sample | undefined;
  /** Generates a row. @throws Error if none is found */
  sample(name: string, options: SampleOptions): Sample;
  /** An id that no row has. */
  unusedId(): string;
}

/** The row with a code: a returned one or a new one; undefined if none is found. */
export const rowByCode = (
  { known, find }: SamplerContext,
  name: string,
  by: string,
  code: string,
): Sample | undefined => known.withCode(name, by, code) ?? find(name, { fields: 'required', fixed: { [by]: code } });
