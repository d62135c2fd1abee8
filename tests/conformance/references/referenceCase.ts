import type { Field } from '../../../generator/model/field.ts';
import type { Store } from '../oracles/api.ts';
import type { Row, Sample } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';

/** The keyword that an invalid reference breaks. */
export type ReferenceWord = 'x-ref' | 'match' | 'where' | 'onUpdate' | 'x-options';

/** A row with one invalid reference. */
export interface ReferenceCase {
  title: string;
  sample: Sample;
  field: Field;
  word: ReferenceWord;
  body: Row;
  key: string;
}

/** Where rows are generated and stored. */
export interface SampledStore {
  sampler: Sampler;
  store: Store;
}
