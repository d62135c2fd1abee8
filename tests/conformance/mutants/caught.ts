import { compileJudge, type EntityJudge } from '../../../generator/language/judge.ts';
import type { Entity, Model } from '../../../generator/model/types.ts';
import { clashes, rowCases, type Case, type Clash, type Complaint } from '../cases.ts';
import type { Store } from '../judges/api.ts';
import { insertion } from '../judges/database.ts';
import { moreCases } from '../moreCases.ts';
import type { Row, Sample, Sampler } from '../sampleRow.ts';
import type { Mutant } from './mutants.ts';

/** The cases of an entity, drawn from the schema as it is: those that hold of it. */
export interface Trial { entity: Entity; model: Model; sampler: Sampler; cases: Case[]; clashes: Clash[] }

export function openTrial(entity: Entity, model: Model, sampler: Sampler): Trial {
  const trial = { entity, model, sampler, cases: [...rowCases(entity, sampler), ...moreCases(entity, sampler)], clashes: clashes(entity, sampler) };
  const sound = compileJudge(entity, model);
  return { ...trial, cases: trial.cases.filter((one) => !failsBy(sound, one, trial)), clashes: trial.clashes.filter(({ expected }) => expected.length > 0) };
}

/** The case that fails without a mutant's rule, by its title; undefined where none does: the rule is missed by all of them. */
export async function catches({ guards, entity }: Mutant, trial: Trial, store: Store): Promise<string | undefined> {
  if (guards === undefined) {
    const judge = compileJudge(entity, { entities: { ...trial.model.entities, [entity.name]: entity } });
    return trial.cases.find((one) => failsBy(judge, one, trial))?.title;
  }
  for (const pair of trial.clashes) if (await isTakenWithout(guards, pair, store)) return pair.title;
  return undefined;
}

/** Whether rules say otherwise of a case than is expected: no complaint where one must be, or one where none may be. */
function failsBy(judge: EntityJudge, { sample, change, expected, old }: Case, { sampler }: Trial): boolean {
  const around = sampler.context(sample, old?.whole);
  const entered: Row = { ...old?.whole, ...sample.row, ...change };
  const found = judge.judge(judge.compute(entered, around), around);
  const isThere = ({ field, key }: Complaint) => found.some((violation) => violation.field === field && violation.key === key);
  return expected.length === 0 ? found.length > 0 : !expected.every(isThere);
}

/** Whether the database takes the second of two rows beside the first once it keeps them apart no more; everything is undone. */
async function isTakenWithout(guards: readonly string[], { first, second, copied }: Clash, store: Store): Promise<boolean> {
  const { entity } = first;
  const whole = async (sample: Sample, number: string): Promise<Row> => {
    const { id: _id, ...row } = { ...sample.whole, ...await store.body(sample) };
    for (const field of entity.fields) row[field.name] ??= field.number ? number : field.state ? field.default : null;
    return row;
  };
  const one = await whole(first, 'T-1');
  const other = { ...await whole(second, 'T-2'), ...Object.fromEntries(copied.map((name) => [name, one[name]])) };
  const client = await store.server.pool.connect();
  const insert = (row: Row) => client.query(insertion(entity, row));
  try {
    await client.query('begin');
    for (const name of guards) {
      await client.query(`alter table "${entity.table}" drop constraint if exists "${name}" cascade`);
      await client.query(`drop index if exists "${name}"`);
    }
    await insert(one);
    await insert(other);
    return true;
  } catch (error) {
    // another rule keeps the two apart as well: what was taken away was not missed
    if ((error as { code?: string }).code?.startsWith('23') === true) return false;
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
