import type { Rule } from '../../../generator/model/rule.ts';
import type { Row, Sample, SampleOptions } from '../sample.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Sampler } from '../sampler/sampler.ts';

/** A row whose references are checked: all, or those of some fields. */
export interface ReferenceSample {
  sample: Sample;
  fields?: ReadonlySet<string>;
}

/** Candidates for a row with references that other rows omit. */
const TRIES = 300;

/**
 * A sample, and rows with the references that it omits, because its rules exclude them or they are hidden. References
 * of which no row is found are omitted.
 */
export function referenceSamples(first: Sample, sampler: Sampler): ReferenceSample[] {
  const { entity, links } = first;
  const omitted = new Set(
    entity.fields
      .filter((field) => isWritable(field) && field.ref && !field.ref.open)
      .map(({ name }) => name)
      .filter((name) => !links.some(({ field }) => field === name)),
  );
  // a row with all its values may break rules with another value
  const repeated = new Set(
    links.map(({ field }) => field).filter((name) => entity.rules.some((rule) => readsBesides(rule, name))),
  );
  const samples: ReferenceSample[] = [{ sample: first }];
  const hasOmitted = (row: Row): boolean => [...omitted].some((name) => row[name] != null);
  const options: SampleOptions[] = [
    { fields: 'required' },
    ...[...omitted].map((): SampleOptions => ({
      fields: 'some',
      tries: TRIES,
      adjust: (row) => (hasOmitted(row) ? row : undefined),
    })),
  ];
  for (const option of options) {
    const sought = option.fields === 'required' ? omitted.union(repeated) : omitted;
    const sample = sought.size === 0 ? undefined : sampler.find(entity.name, { ...option, mayBelongToOthers: true });
    const fields = new Set(sample?.links.map(({ field }) => field)).intersection(sought);
    if (fields.size > 0) samples.push({ sample: sample!, fields });
    for (const name of fields) omitted.delete(name);
  }
  return samples;
}

/** Whether the condition of a rule on a reference reads other fields: `self.cur == 'USD'` where there is a limit. */
const readsBesides = ({ immutable, when = '', assert }: Rule, name: string): boolean =>
  !immutable && new RegExp(`\\bself\\.${name}\\b`).test(assert) && /\bself\./.test(when);
