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

/** Extent of a grant: all included lines, some, or none. */
export type Mark = 'all' | 'some' | 'none';

/** Every action. */
export const EVERY = '*';
/** Every permission. */
export const ALL = '*.*';

/** The permission for everything in an area. */
export const areaId = (area: string): string => `${area}.*`;
/** The area of a permission. */
export const areaOf = (permissionId: string): string => permissionId.slice(0, permissionId.indexOf('.'));
const isArea = (permissionId: string): boolean => permissionId !== ALL && permissionId.endsWith('.*');

/** Wider ids that include `permissionId`, the widest first. */
function widerIds(permissionId: string): string[] {
  if (permissionId === ALL) return [];
  return isArea(permissionId) ? [ALL] : [ALL, areaId(areaOf(permissionId))];
}

const hasAction = (actions: ReadonlySet<string> | undefined, action: string): boolean =>
  actions !== undefined && (actions.has(action) || actions.has(EVERY));

/** Whether an action is granted, by the permission itself or by one that includes it. */
export const isGrantedAction = (grants: Grants, permissionId: string, action: string): boolean =>
  [permissionId, ...widerIds(permissionId)].some((id) => hasAction(grants.get(id), action));

/** Lines of the permissions that `permissionId` includes: itself, all of an area, or all. */
const linesUnder = (lines: readonly Line[], permissionId: string): readonly Line[] => {
  if (permissionId === ALL) return lines;
  return lines.filter((line) => (isArea(permissionId) ? areaId(line.area) : line.permissionId) === permissionId);
};

/** Actions of all permissions that an id includes. */
export const actionsUnder = (lines: readonly Line[], permissionId: string): string[] => [
  ...new Set(linesUnder(lines, permissionId).flatMap(({ actions }) => actions)),
];

/** Extent to which an action (`*`: every action) is granted to the permissions that an id includes. */
export function markOf(grants: Grants, lines: readonly Line[], permissionId: string, action: string): Mark {
  if (isGrantedAction(grants, permissionId, action)) return 'all';
  const cells = linesUnder(lines, permissionId).flatMap((line) =>
    line.actions
      .filter((one) => action === EVERY || one === action)
      .map((one) => isGrantedAction(grants, line.permissionId, one)),
  );
  if (!cells.includes(true)) return 'none';
  const isLine = permissionId !== ALL && !isArea(permissionId);
  return isLine && !cells.includes(false) ? 'all' : 'some';
}

/** Grants an action together with `query`, which other actions need. To grant only `add`, revoke `query` afterwards. */
export function grant(grants: Grants, permissionId: string, action: string): Grants {
  const next = new Map(grants);
  for (const one of action === EVERY || action === 'query' ? [action] : ['query', action])
    addGrant(next, permissionId, one);
  return next;
}

function addGrant(grants: Map<string, ReadonlySet<string>>, permissionId: string, action: string): void {
  if (isGrantedAction(grants, permissionId, action)) return;
  grants.set(permissionId, action === EVERY ? new Set([EVERY]) : new Set(grants.get(permissionId)).add(action));
  // Narrower grants that the new one includes are removed.
  for (const id of grants.keys()) if (widerIds(id).includes(permissionId)) removeGrant(grants, id, action);
}

/** Removes an action from one entry, or with `*` all its actions. */
function removeGrant(grants: Map<string, ReadonlySet<string>>, permissionId: string, action: string): void {
  const remaining = new Set(action === EVERY ? [] : grants.get(permissionId));
  remaining.delete(action);
  if (remaining.size > 0) grants.set(permissionId, remaining);
  else grants.delete(permissionId);
}

/**
 * Revokes an action of all permissions that an id includes. A wider grant is expanded first: a grant for an area
 * becomes one grant for each of its entities, and the other entities keep the action.
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
    for (const id of widerIds(permissionId)) {
      const granted = next.get(id);
      if (!hasAction(granted, one)) continue;
      const expandedAction = granted!.has(EVERY) ? EVERY : one;
      removeGrant(next, id, expandedAction);
      for (const narrower of id === ALL ? areas.map(areaId) : linesUnder(lines, id).map((line) => line.permissionId)) {
        if (expandedAction === EVERY || isArea(narrower) || actionsUnder(lines, narrower).includes(one))
          addGrant(next, narrower, expandedAction);
      }
    }
    for (const id of [permissionId, ...[...next.keys()].filter((id) => widerIds(id).includes(permissionId))]) {
      const granted = next.get(id);
      if (!granted) continue;
      if (granted.has(EVERY)) next.set(id, new Set(one === EVERY ? [] : actionsUnder(lines, id)));
      removeGrant(next, id, one);
    }
  }
  return next;
}
