/**
 * Grants of a role: permission id → actions. `<area>.*` includes all of an area, `*.*` everything, the action `*`
 * every action.
 */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** A permission that can be granted. */
export interface Line {
  permissionId: string;
  area: string;
  actions: readonly string[];
}

/** Extent of a grant: all of the lines below, some, or none. */
export type Mark = 'all' | 'some' | 'none';

/** Every action. */
export const EVERY = '*';
/** Every permission. */
export const ALL = '*.*';

export const areaId = (area: string): string => `${area}.*`;
export const areaOf = (permissionId: string): string => permissionId.slice(0, permissionId.indexOf('.'));
const isArea = (permissionId: string): boolean => permissionId !== ALL && permissionId.endsWith('.*');

/** Ids that include `permissionId`, the widest first. */
function wider(permissionId: string): string[] {
  if (permissionId === ALL) return [];
  return isArea(permissionId) ? [ALL] : [ALL, areaId(areaOf(permissionId))];
}

const has = (actions: ReadonlySet<string> | undefined, action: string): boolean =>
  actions !== undefined && (actions.has(action) || actions.has(EVERY));

/** Whether an action is granted, by the permission itself or by one that includes it. */
export const holds = (grants: Grants, permissionId: string, action: string): boolean =>
  [permissionId, ...wider(permissionId)].some((id) => has(grants.get(id), action));

/** Permissions that `permissionId` includes: itself, those of the area, or all. */
const under = (lines: readonly Line[], permissionId: string): readonly Line[] => {
  if (permissionId === ALL) return lines;
  return lines.filter((line) => (isArea(permissionId) ? areaId(line.area) : line.permissionId) === permissionId);
};

/** Actions of all permissions that an id includes. */
export const actionsUnder = (lines: readonly Line[], permissionId: string): string[] => [
  ...new Set(under(lines, permissionId).flatMap(({ actions }) => actions)),
];

/** Extent to which an action (`*`: every action) is granted to the permissions that an id includes. */
export function markOf(grants: Grants, lines: readonly Line[], permissionId: string, action: string): Mark {
  if (holds(grants, permissionId, action)) return 'all';
  const cells = under(lines, permissionId).flatMap((line) =>
    line.actions
      .filter((one) => action === EVERY || one === action)
      .map((one) => holds(grants, line.permissionId, one)),
  );
  if (!cells.includes(true)) return 'none';
  const isLine = permissionId !== ALL && !isArea(permissionId);
  return isLine && !cells.includes(false) ? 'all' : 'some';
}

/**
 * Grants an action together with `query`, which other actions need. For a right to add only, revoke `query` afterwards.
 */
export function grant(grants: Grants, permissionId: string, action: string): Grants {
  const next = new Map(grants);
  for (const one of action === EVERY || action === 'query' ? [action] : ['query', action])
    give(next, permissionId, one);
  return next;
}

function give(grants: Map<string, ReadonlySet<string>>, permissionId: string, action: string): void {
  if (holds(grants, permissionId, action)) return;
  grants.set(permissionId, action === EVERY ? new Set([EVERY]) : new Set(grants.get(permissionId)).add(action));
  // Narrower grants that the new one includes are removed.
  for (const id of grants.keys()) if (wider(id).includes(permissionId)) take(grants, id, action);
}

/** Removes an action from one entry, or all of them for `*`. */
function take(grants: Map<string, ReadonlySet<string>>, permissionId: string, action: string): void {
  const left = new Set(action === EVERY ? [] : grants.get(permissionId));
  left.delete(action);
  if (left.size > 0) grants.set(permissionId, left);
  else grants.delete(permissionId);
}

/**
 * Revokes an action of all permissions that an id includes. A wider grant is expanded first: "all of the area" becomes
 * each of its entities, and all but this one keep the action.
 */
export function revoke(
  grants: Grants,
  { lines, areas }: { lines: readonly Line[]; areas: readonly string[] },
  permissionId: string,
  action: string,
): Grants {
  const next = new Map(grants);
  const actions =
    action === EVERY
      ? [...new Set([...actionsUnder(lines, permissionId), ...(grants.get(permissionId) ?? [])])]
      : [action];
  for (const one of actions) {
    for (const id of wider(permissionId)) {
      const given = next.get(id);
      if (!has(given, one)) continue;
      const passed = given!.has(EVERY) ? EVERY : one;
      take(next, id, passed);
      for (const narrower of id === ALL ? areas.map(areaId) : under(lines, id).map((line) => line.permissionId)) {
        if (passed === EVERY || isArea(narrower) || actionsUnder(lines, narrower).includes(one))
          give(next, narrower, passed);
      }
    }
    for (const id of [permissionId, ...[...next.keys()].filter((id) => wider(id).includes(permissionId))]) {
      const given = next.get(id);
      if (!given) continue;
      if (given.has(EVERY)) next.set(id, new Set(one === EVERY ? [] : actionsUnder(lines, id)));
      take(next, id, one);
    }
  }
  return next;
}
