import { Decimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Json } from '../../http/server.ts';
import { remove, type Store } from '../oracles/api.ts';
import type { Row } from '../sample.ts';
import type { ScenarioFixture } from './scenario.ts';

/** The amounts from which each level decides, in the order of the levels. */
export const LEVEL_AMOUNTS = ['0.00', '100.00', '1000.00'];

/** A user who decides at one level. */
export interface Decider {
  level: string;
  from: string;
  userCde: string;
  token: string;
  roleId: string;
}

const decidersByStore = new WeakMap<Store, Promise<Decider[]>>();
/** the approval rules that exist, by type and business type */
const rulesByStore = new WeakMap<Store, Map<string, Promise<StoredRule[]>>>();

/** An approval rule as stored. */
interface StoredRule {
  levels: Entity;
  row: Json;
}

/** The levels that an amount requires, in order; without an amount the first level. */
export const requiredLevels = (all: readonly Decider[], amount: string | null | undefined): Decider[] =>
  all.filter(({ from }) => new Decimal(amount ?? 0).abs().gte(from));

/**
 * One user for each level, created once for a server. Creates the approval rules of an entity if they do not exist:
 * those of its type and business type only, as code of other areas may ask for a decision where a rule exists.
 */
export async function decidersOf(fixture: ScenarioFixture, entity: Entity): Promise<Decider[]> {
  const { store } = fixture;
  const created = decidersByStore.get(store) ?? createDeciders(fixture, entity.approval!.levels);
  decidersByStore.set(store, created);
  const deciders = await created;
  const rules = rulesByStore.get(store) ?? new Map<string, Promise<StoredRule[]>>();
  rulesByStore.set(store, rules);
  for (const values of valuesOfRules(fixture, entity)) {
    const key = Object.values(values).join(' ');
    const own = rules.get(key) ?? createRules(fixture, entity, values, deciders);
    rules.set(key, own);
    await own;
  }
  return deciders;
}

/** Deletes all approval rules, so that records of the entities checked next need no decision. */
export async function removeApprovalRules(store: Store): Promise<void> {
  const rules = rulesByStore.get(store);
  rulesByStore.delete(store);
  for (const { levels, row } of (await Promise.all(rules?.values() ?? [])).flat())
    await remove(store.server, levels, row);
}

async function createDeciders({ sampler, store: { server } }: ScenarioFixture, levels: string): Promise<Decider[]> {
  const { fields, approvalLevels } = sampler.model.entities[levels]!;
  const codes = fields.find(({ name }) => name === approvalLevels!.level)!.options!.map(({ code }) => code);
  await server.call('POST', '/api/currency', {
    body: { curCde: 'USD', curNameEn: 'US dollar', curNameCh: '美元', minorUnits: 2 },
  });
  const all: Decider[] = [];
  for (const [place, from] of LEVEL_AMOUNTS.entries()) {
    const [level, userCde] = [codes[place]!, `decider-${place + 1}`];
    const { id } = await server.create('role', {
      roleName: `Decides as ${level}`,
      allSeeingEye: 'Y',
      'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query', 'approve', 'reject'] }],
    });
    all.push({ level, from, userCde, token: await server.logInAs(userCde, `Decides as ${level}`), roleId: id });
  }
  return all;
}

/** The approval types of an entity, each with its business type, as values of rules. */
function valuesOfRules({ sampler }: ScenarioFixture, { approval }: Entity): Row[] {
  const { fields, approvalLevels } = sampler.model.entities[approval!.levels]!;
  const { type, business, every } = approvalLevels!;
  const types =
    typeof approval!.type === 'object'
      ? fields.find(({ name }) => name === type)!.options!.map(({ code }) => code)
      : [approval!.type];
  return types.map((one) => ({
    [type]: one,
    [business]: typeof approval!.business === 'string' ? approval!.business : every,
  }));
}

/** Creates the rules by which the deciders decide about records of an approval type. */
async function createRules(
  { sampler, store: { server } }: ScenarioFixture,
  { approval }: Entity,
  values: Row,
  deciders: readonly Decider[],
): Promise<StoredRule[]> {
  const levels = sampler.model.entities[approval!.levels]!;
  const { level, from, role } = levels.approvalLevels!;
  const all: StoredRule[] = [];
  for (const one of deciders) {
    const ofLevel = { [level]: one.level, [from]: one.from, [role]: one.roleId };
    const row = await server.create(levels.name, { ...values, ...ofLevel });
    sampler.register(levels, row);
    all.push({ levels, row });
  }
  return all;
}
