import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type Person, personQuery } from '../../api/account.ts';
import { rulesModuleQuery, schemaQuery } from '../model.ts';
import { type RuleUser, rulesOf } from './compiledRules.ts';
import type { Rules } from './rules.ts';

/** The rules of an entity and its children, as on the server. Suspends while they are fetched. */
export function useRules(entity: string): Rules {
  const client = useQueryClient();
  return useSuspenseQuery(rulesQuery(client, entity)).data;
}

/** Default of the setting `BUSINESS_TZ`. */
const DEFAULT_ZONE = 'Asia/Shanghai';

/** The user as rules read it, from the person of the session. */
export const ruleUserOf = ({ userCde, userName, companyCde, role, businessTimeZone }: Person): RuleUser => ({
  person: { userCde, userName, companyCde: companyCde ?? null, allSeeingEye: role?.allSeeingEye === 'Y' },
  timeZone: businessTimeZone ?? DEFAULT_ZONE,
});

const rulesQuery = (client: QueryClient, entity: string) =>
  queryOptions({
    queryKey: ['rules', entity],
    queryFn: async (): Promise<Rules> => {
      const { entity: root } = await client.ensureQueryData(schemaQuery(entity));
      const [person, ...models] = await Promise.all([
        client.ensureQueryData(personQuery),
        ...[entity, ...root.children.map((child) => child.entity)].map((name) =>
          client.ensureQueryData(rulesModuleQuery(client, name)),
        ),
      ]);
      return rulesOf(entity, new Map(models.map((model) => [model.entity.name, model])), ruleUserOf(person));
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
