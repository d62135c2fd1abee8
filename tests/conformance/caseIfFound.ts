import type { Case, ExpectedMessage } from './case.ts';
import type { Sample } from './sample.ts';
import type { Sampler } from './sampler/sampler.ts';

/** The case of a generated row; none if no row was found. */
export const caseIfFound = (
  title: string,
  sample: Sample | undefined,
  expected: ExpectedMessage[],
  old?: Sample,
): Case[] => (sample ? [{ title, sample, change: {}, expected, ...(old ? { old } : {}) }] : []);

/** The messages of all rules that a row violates. */
export const allMessagesOf = (sample: Sample, sampler: Sampler): ExpectedMessage[] =>
  sampler
    .evaluatorOf(sample.entity)
    .validate(sample.full, sampler.context(sample))
    .map(({ field, key, level }) => ({ field, key, ...(level === 'warning' ? { level } : {}) }));
