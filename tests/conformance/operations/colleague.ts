import { cacheByObject } from '../../../generator/language/cacheByObject.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { PERSON } from '../caller.ts';
import type { Store } from '../oracles/api.ts';
import type { Row, Sample } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';

/** A user for whom the operations on a record are checked. */
export type Caller = typeof PERSON & { companyCde?: string };

const NAME = 'colleague';
const ROLE = 'Does all of one company';

/** The company of the colleague, by sampler. */
const companyOf = cacheByObject((sampler: Sampler): Sample => {
  const people = Object.values(sampler.model.entities).find((one) => one.people)!;
  return sampler.sample(people.fields.find(({ name }) => name === 'companyCde')!.ref!.entity);
});

/** A second user, who may do everything but sees only the records of one company. */
export const colleagueOf = (sampler: Sampler): Caller => ({
  userCde: NAME,
  userName: NAME,
  allSeeingEye: false,
  companyCde: String(companyOf(sampler).full['companyCde']),
});

/** Whether a condition is true for every record if the caller sees all of them. */
export const readsWhatCallerSees = (condition = ''): boolean => /\buser\.allSeeingEye\b/.test(condition);

/** The values with which the colleague sees a record; undefined if the access to it depends on other records. */
export function valuesSeenBy({ companyCde }: Caller, { access }: Entity): Row | undefined {
  if (access === undefined || access.scope === 'all') return {};
  return access.scope === 'own' && typeof access.company === 'string' ? { [access.company]: companyCde } : undefined;
}

const tokens = new WeakMap<Store, Promise<string>>();

/** The token of the colleague, who is created on first use. */
export function tokenOfColleague(store: Store, sampler: Sampler): Promise<string> {
  const known = tokens.get(store) ?? created();
  tokens.set(store, known);
  return known;

  async function created(): Promise<string> {
    const { server } = store;
    const { companyCde } = await store.stored(companyOf(sampler));
    await server.create('role', {
      roleName: ROLE,
      allSeeingEye: 'N',
      'role-permission': [{ permissionId: '*.*', actionEntitySet: ['*'] }],
    });
    return server.logInAs(NAME, ROLE, { companyCde });
  }
}
