import { type QueryClient, queryOptions, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import type { Child } from '../../generator/model/child.ts';
import type { Action } from '../../generator/model/operation.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field, Label } from '../../generator/model/field.ts';
import type { PremiumSummary } from '../../generator/model/premium.ts';
import { call } from '../api/client.ts';
import { keepMinorUnits } from '../fields/decimal/amount.ts';
import type { CompiledShape } from './form/rowShape.ts';
import { type PropertySchema, readableEntity } from './readableEntity.ts';

/** A right of the user to an entity: a general right or the name of an action. */
export type Permission = 'query' | 'add' | 'edit' | 'delete' | 'import' | 'export' | (string & {});

/** One line of `GET /api/meta`: an entity that the user may see. */
export interface EntitySummary {
  name: string;
  area: string;
  label: Label;
  /** of an entity with `x-premium` */
  premium?: PremiumSummary;
  permissions: Permission[];
}

/** The answer of `GET /api/meta/{entity}`. */
export interface EntitySchema {
  $id: string;
  properties: Record<string, PropertySchema>;
  /** the named actions, with the options of their inputs inlined */
  'x-action': Action[];
  /** currency → decimal places of its amounts; absent for an entity without amounts */
  'x-currencyPlaces'?: Record<string, number>;
  /** address of the module with the compiled entity, named by content hash; the module of its rules is beside it */
  'x-module': string;
  [word: string]: unknown;
}

/** The model of one entity for the generated screens. */
export interface EntityModel {
  /** compiled, with the options of every field inlined, also options from the dictionary */
  entity: Entity;
  schema: EntitySchema;
}

/** The rules of an entity's rows. */
export interface EntityRules extends CompiledShape {
  entity: Entity;
  /** the parents and children that the entity's expressions may read */
  related: Record<string, Entity>;
}

const STALE_NEVER = { staleTime: Infinity, gcTime: Infinity } as const;

const modelQuery = queryOptions({
  queryKey: ['meta'],
  queryFn: ({ signal }) => call<EntitySummary[]>('GET', '/api/meta', { signal }),
  ...STALE_NEVER,
});

/** Invalidates all that was read except the models of entities, which no operation changes. */
export const invalidateRows = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== modelQuery.queryKey[0] });

/** The query of the model of an entity. */
export const schemaQuery = (name: string) =>
  queryOptions({
    queryKey: ['meta', name],
    queryFn: async ({ signal }): Promise<EntityModel> => {
      const schema = await call<EntitySchema>('GET', `/api/meta/${name}`, { signal });
      keepMinorUnits(schema['x-currencyPlaces']);
      const { entity } = (await import(/* @vite-ignore */ schema['x-module'])) as { entity: Entity };
      return { entity: readableEntity(entity, schema), schema };
    },
    ...STALE_NEVER,
  });

/** Loads the rules of an entity's rows, for forms and for buttons that depend on them. */
export const rulesModuleQuery = (client: QueryClient, name: string) =>
  queryOptions({
    queryKey: ['meta', name, 'rules'],
    queryFn: async (): Promise<EntityRules> => {
      const { entity, schema } = await client.ensureQueryData(schemaQuery(name));
      const rules = (await import(/* @vite-ignore */ schema['x-module'].replace(/\.js$/, '.rules.js'))) as Pick<
        EntityRules,
        'related' | 'schema' | 'validate'
      >;
      return { ...rules, entity };
    },
    ...STALE_NEVER,
  });

/** The entities that the user may see. Suspends while it is fetched. */
export const useModel = (): EntitySummary[] => useSuspenseQuery(modelQuery).data;

/**
 * The model of one entity; suspends until it is loaded. It has no compiled rules, because they require the expression
 * language, which only forms need.
 *
 * @throws ApiError 404 for an unknown name
 */
export function useEntity(name: string): EntityModel {
  return useSuspenseQuery(schemaQuery(name)).data;
}

/**
 * The models of the children of an entity that the user may see, each with its child; suspends until they are loaded.
 */
export function useChildEntities({ children }: Pick<Entity, 'children'>): { child: Child; of: Entity }[] {
  const model = useModel();
  const visible = children.filter(({ entity }) => model.some(({ name }) => name === entity));
  const loaded = useSuspenseQueries({ queries: visible.map(({ entity }) => schemaQuery(entity)) });
  return visible.map((child, index) => ({ child, of: loaded[index]!.data.entity }));
}

/** Finds a field by name; kernel fields are not included. */
export const fieldOf = (entity: Entity, name: string): Field | undefined =>
  entity.fields.find((field) => field.name === name);
