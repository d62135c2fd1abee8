import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import { ALL, areaId, areaOf, EVERY, type Grants, type Line } from './grants.ts';

interface Answer {
  areas: { area: string; label: Label }[];
  permissions: {
    permissionId: string;
    area: string;
    label: Label;
    /** whether it is a child entity */
    part: boolean;
    actions: { action: string; label?: Label }[];
  }[];
}

/** A line of the matrix with the names of its actions. */
export interface CatalogueLine extends Line {
  label: Label;
}

/** Everything that a role can be granted, with names. */
export interface Catalogue {
  areas: { area: string; label: Label }[];
  lines: CatalogueLine[];
  /** action → name, for actions other than the general operations */
  labels: ReadonlyMap<string, Label>;
}

/** The query of all permissions. */
export const catalogueQuery = queryOptions({
  queryKey: ['permission-catalogue'],
  queryFn: ({ signal }) => call<Answer>('GET', '/resource/authorization/permissions', { signal }),
  staleTime: Infinity,
});

/**
 * The catalogue of permissions that can be granted. It includes child entities and unknown ids only if `grants` has
 * them. Suspends while it is loaded.
 */
export function useCatalogue(grants: Grants): Catalogue {
  const { areas, permissions } = useSuspenseQuery(catalogueQuery).data;
  const shown = permissions.filter(({ part: isChild, permissionId }) => !isChild || grants.has(permissionId));
  const known = new Set(permissions.map(({ permissionId }) => permissionId));
  const unknownIds = [...grants].filter(([id]) => !known.has(id) && id !== ALL && id !== areaId(areaOf(id)));
  const lines = [
    ...shown.map(({ permissionId, area, label, actions }) => ({
      permissionId,
      area,
      label,
      actions: actions.map(({ action }) => action),
    })),
    ...unknownIds.map(([id, actions]) => ({
      permissionId: id,
      area: areaOf(id),
      label: { en: id, zh: id },
      actions: [...actions].filter((action) => action !== EVERY),
    })),
  ];
  const named = new Set(areas.map(({ area }) => area));
  const unknownAreas = new Set(
    [...grants.keys()]
      .filter((id) => id !== ALL)
      .map(areaOf)
      .filter((area) => !named.has(area)),
  );
  return {
    areas: [...areas, ...[...unknownAreas].map((area) => ({ area, label: { en: area, zh: area } }))],
    lines,
    labels: new Map(
      permissions.flatMap(({ actions }) =>
        actions.flatMap(({ action, label }) => (label ? [[action, label] as const] : [])),
      ),
    ),
  };
}
