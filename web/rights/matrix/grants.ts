/**
 * What a role is given: permission id → actions. `<area>.*` stands for all of an area, `*.*` for everything, the action
 * `*` for every action.
 */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** One permission that can be given. */
export interface Line {
  permissionId: string;
  area: string;
  actions: readonly string[];
}

/** How far a mark is given: to all that stands under it, to a part, or not at all. */
export type Mark = 'all' | 'some' | 'none';

/** Every action. */
export const EVERY = '*';
/** Everything there is. */
export const ALL = '*.*';

export const areaId = (area: string): string => `${area}.*`;
export const areaOf = (permissionId: string): string => permissionId.slice(0, permissionId.indexOf('.'));
const isArea = (permissionId: string): boolean => permissionId !== ALL && permissionId.endsWith('.*');

/** The ids that stand for what `permissionId` stands for and more, the widest first. */
function wider(permissionId: string): string[] {
  if (permissionId === ALL) return [];
  return isArea(permissionId) ? [ALL] : [ALL, areaId(areaOf(permissionId))];
}

const has = (actions: ReadonlySet<string> | undefined, action: string): boolean =>
  actions !== undefined && (actions.has(action) || actions.has(EVERY));

/** Whether an action is given, by the permission itself or by one that stands for it. */
export const holds = (grants: Grants, permissionId: string, action: string): boolean =>
  [permissionId, ...wider(permissionId)].some((id) => has(grants.get(id), action));

/** The permissions that `permissionId` stands for: itself, the area's, or all. */
const under = (lines: readonly Line[], permissionId: string): readonly Line[] => {
  if (permissionId === ALL) return lines;
  return lines.filter((line) => (isArea(permissionId) ? areaId(line.area) : line.permissionId) === permissionId);
};

/** The actions that there are under a permission id. */
export const actionsUnder = (lines: readonly Line[], permissionId: string): string[] => [
  ...new Set(under(lines, permissionId).flatMap(({ actions }) => actions)),
];

/** How far an action (or `*`, every action) is given to what a permission id stands for. */
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
 * Gives an action; whoever may do something with rows wants to see them, so `query` comes along. Adding alone is left
 * by taking it away again.
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
  // what is now given from above need not be given again below
  for (const id of grants.keys()) if (wider(id).includes(permissionId)) take(grants, id, action);
}

/** Takes an action out of one entry, as it is written there; all of them for `*`. */
function take(grants: Map<string, ReadonlySet<string>>, permissionId: string, action: string): void {
  const left = new Set(action === EVERY ? [] : grants.get(permissionId));
  left.delete(action);
  if (left.size > 0) grants.set(permissionId, left);
  else grants.delete(permissionId);
}

/**
 * Takes an action away from what a permission id stands for. What stands for more than it is written out first: "all of
 * the area" becomes each of its entities, and all but this one keep the action.
 */
export function revoke(
  grants: Grants,
  lines: readonly Line[],
  areas: readonly string[],
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
