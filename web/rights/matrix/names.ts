import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { catalogueQuery } from './catalogue.ts';
import { ALL, areaId, areaOf, EVERY } from './grants.ts';
import { OPERATIONS } from './operations.ts';

/**
 * Returns a function that returns the name of a permission id. It returns the id itself until the catalogue is loaded,
 * and without the right to read the catalogue.
 */
export function usePermissionName(): (id: string) => string {
  const { t } = useTranslation();
  const label = useLabel();
  const { data } = useQuery(catalogueQuery);
  return (id) => {
    if (id === ALL) return t('rights.everything');
    const area = data?.areas.find((one) => one.area === areaOf(id));
    if (id === areaId(areaOf(id))) return area ? t('rights.allOf', { area: label(area.label) }) : id;
    const permission = data?.permissions.find(({ permissionId }) => permissionId === id);
    return permission ? label(permission.label) : id;
  };
}

/**
 * Returns a function that returns the name of an action, or its code if it has no name. If several permissions name it
 * differently, the passed permission has precedence.
 */
export function useActionName(): (action: string, permissionId?: string) => string {
  const { t } = useTranslation();
  const label = useLabel();
  const { data } = useQuery(catalogueQuery);
  return (action, permissionId) => {
    if (action === EVERY) return t('rights.all');
    if (OPERATIONS.includes(action)) return t(`rights.${action}`);
    const permissions = data?.permissions ?? [];
    const named = [...permissions.filter((one) => one.permissionId === permissionId), ...permissions]
      .flatMap(({ actions }) => actions)
      .find((one) => one.action === action);
    return named?.label ? label(named.label) : action;
  };
}

/** Codes of all actions that a role can be granted; operations of every entity come first. */
export function useActionCodes(): string[] {
  const { data } = useQuery(catalogueQuery);
  return [
    ...new Set([
      EVERY,
      ...OPERATIONS,
      ...(data?.permissions ?? []).flatMap(({ actions }) => actions.map(({ action }) => action)),
    ]),
  ];
}
