import type { Field } from '../../../generator/model/field.ts';
import type { CheckFixture } from '../report/checkFixture.ts';
import type { Row, Sample } from '../sample.ts';

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

/** What the cases of references need. */
export type ReferenceFixture = Pick<CheckFixture, 'sampler' | 'store'>;
