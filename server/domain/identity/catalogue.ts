import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { actionCodes } from '../../kernel/rights.ts';
import { AREA_TITLES } from './menu.ts';

/** An action that a role may be given; the operations that every entity has bring no label. */
export interface GrantableAction {
  action: string;
  label?: Label;
}

/** One permission: an entity and what may be done with it. */
export interface Grantable {
  permissionId: string;
  area: string;
  label: Label;
  /** parts of another entity go with the right to the whole, and need none of their own */
  part: boolean;
  actions: GrantableAction[];
}

/** All that roles can be given rights to: the areas, and the permissions in them. */
export interface Catalogue {
  areas: { area: string; label: Label }[];
  permissions: Grantable[];
}

/** What the model has to give rights to, whoever asks. */
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

/** A step is called as its button is, the right to fields by what they are. */
function labelOf({ machines, actions, access, fields }: Entity, action: string): Label | undefined {
  const step = machines.flatMap(({ transitions }) => transitions).find((one) => one.action === action);
  const operation = actions.find(({ name }) => name === action);
  if (step ?? operation) return (step ?? operation)!.label;
  const shown = fields.filter(({ name }) => access?.fields?.[name] === action);
  if (shown.length === 0) return undefined;
  return {
    en: `See ${shown.map(({ label }) => label.en).join(', ')}`,
    zh: `查看${shown.map(({ label }) => label.zh).join('、')}`,
  };
}
