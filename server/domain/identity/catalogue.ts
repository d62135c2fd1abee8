import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { actionCodes } from '../../kernel/rights.ts';
import { AREA_TITLES } from './menu.ts';

/** An action that a role can be granted. Actions that every entity has are without a label. */
export interface GrantableAction {
  action: string;
  label?: Label;
}

/** A permission: an entity and its actions. */
export interface Grantable {
  permissionId: string;
  area: string;
  label: Label;
  /** a child entity: the right to its parent covers it, so it needs no permission of its own */
  part: boolean;
  actions: GrantableAction[];
}

/** All permissions that roles can be granted, and their areas. */
export interface Catalogue {
  areas: { area: string; label: Label }[];
  permissions: Grantable[];
}

/** Lists the permissions of a model, independent of the caller. */
export function permissionCatalogue({ entities }: Model): Catalogue {
  const permissions = Object.values(entities).map((entity): Grantable => ({
    permissionId: `${entity.area}.${entity.name}`,
    area: entity.area,
    label: entity.label,
    part: entity.parents.length > 0,
    actions: actionCodes(entity).map((action) => {
      const label = labelOf(entity, action);
      return label ? { action, label } : { action };
    }),
  }));
  const areas = new Set([...Object.keys(AREA_TITLES), ...permissions.map(({ area }) => area)]);
  return {
    areas: [...areas].map((area) => ({ area, label: AREA_TITLES[area] ?? { en: area, zh: area } })),
    permissions,
  };
}

/** The label of an operation's button, or, for a right to see fields, a label that names the fields. */
function labelOf({ machines, actions, access, fields }: Entity, action: string): Label | undefined {
  const transition = machines.flatMap(({ transitions }) => transitions).find((one) => one.action === action);
  const operation = transition ?? actions.find(({ name }) => name === action);
  if (operation) return operation.label;
  const restricted = fields.filter(({ name }) => access?.fields?.[name] === action);
  if (restricted.length === 0) return undefined;
  return {
    en: `See ${restricted.map(({ label }) => label.en).join(', ')}`,
    zh: `查看${restricted.map(({ label }) => label.zh).join('、')}`,
  };
}
