import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { today } from '../../../generator/language/dates.ts';
import { relatedEntities } from '../../../generator/language/expression/scope.ts';
import { compileJudge, type EntityJudge } from '../../../generator/language/judge.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { firstOfEachField, type Violation, violationsOfAjv } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/types.ts';
import { type Person, personQuery } from '../../api/account.ts';
import type { Row } from '../../kinds/types.ts';
import { type EntityModel, fieldOf, schemaQuery } from '../model.ts';
import type { Problem } from './problem.ts';
import type { Rules, Surroundings } from './rules.ts';

/** The zone in which "today" is a day of the business; the server judges by its own setting. */
const BUSINESS_ZONE = 'Asia/Shanghai';

/** An entity's rules as the server has them, with those of its children. Suspends while they are fetched. */
export function useRules(entity: string): Rules {
  const client = useQueryClient();
  return useSuspenseQuery(rulesQuery(client, entity)).data;
}

const rulesQuery = (client: QueryClient, entity: string) => queryOptions({
  queryKey: ['rules', entity],
  queryFn: async (): Promise<Rules> => {
    const { entity: root } = await client.ensureQueryData(schemaQuery(entity));
    const below = root.children.map((child) => child.entity);
    const [person, ...models] = await Promise.all([
      client.ensureQueryData(personQuery),
      ...[...new Set([entity, ...relatedEntities(root), ...below])].map((name) => client.ensureQueryData(schemaQuery(name))),
    ]);
    return rulesOf(entity, new Map(models.map((model) => [model.entity.name, model])), person);
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

type Loaded = Omit<EntityModel, 'permissions'>;

/** @param models the entity, its parents and its children; grandchildren are edited on their parent's own page */
function rulesOf(name: string, models: ReadonlyMap<string, Loaded>, person: Person, via?: string): Rules {
  const { entity, validateCreate, validateUpdate } = models.get(name)!;
  const judge = compileJudge(entity, { entities: Object.fromEntries([...models].map(([key, model]) => [key, model.entity])) });
  const children = via === undefined
    ? entity.children.filter((child) => models.has(child.entity)).map((child): [string, Rules] => [child.entity, rulesOf(child.entity, models, person, child.via)])
    : [];
  const around = (surroundings: Surroundings) => aroundOf(surroundings, person);
  return {
    entity,
    children: new Map(children),
    defaults: (row, surroundings) => judge.compute(row, { ...around(surroundings), mode: 'create' }) as Row,
    // A default is given once, when the form opens: computing as for an update leaves a field empty that was emptied.
    compute: (row, surroundings) => judge.compute(row, { ...around(surroundings), mode: 'update' }) as Row,
    judge: (row, surroundings) => {
      const mode = surroundings.old ? 'update' : 'create';
      const normal = normalised(entity, row);
      const validate = mode === 'create' ? validateCreate : validateUpdate;
      const shape = validate(normal) ? [] : violationsOfAjv(validate.errors ?? [], (field) => fieldOf(entity, field)?.label, normal);
      const rules = judge.judge(normal, { ...around(surroundings), mode });
      // The child's field that points to its parent is filled by the server.
      return byField(firstOfEachField([...rules, ...shape]).filter(({ field }) => field !== via && fieldOf(entity, field)));
    },
    isShown: (field, row, surroundings) => isShown(judge, entity.form.show[field], row, around(surroundings)),
  };
}

type Around = Parameters<EntityJudge['judge']>[1];

const aroundOf = ({ old, parent, children }: Surroundings, person: Person): Omit<Around, 'mode'> => ({
  today: today(BUSINESS_ZONE),
  user: { userCde: person.userCde, userName: person.userName },
  ...(old && { old }),
  ...(parent && { parent }),
  ...(children && { children }),
});

/** An expression that cannot be answered yet hides nothing. */
const isShown = (judge: EntityJudge, expression: string | undefined, row: Row, around: Omit<Around, 'mode'>): boolean =>
  expression === undefined || judge.test(expression, row, around) !== false;

/** The row as the server will read it: blanks trimmed, codes in upper case; what is no field of the entity falls away. */
const normalised = (entity: Entity, row: Row): Row =>
  Object.fromEntries(entity.fields.map((field) => [field.name, KINDS[field.kind].normalise(row[field.name] ?? null, field)]));

function byField(violations: readonly Violation[]): Map<string, Problem[]> {
  const problems = new Map<string, Problem[]>();
  for (const { field, key, params, level, message } of violations) {
    const problem: Problem = { key, params, ...(level && { level }), ...(message && { message }) };
    problems.set(field, [...problems.get(field) ?? [], problem]);
  }
  return problems;
}
