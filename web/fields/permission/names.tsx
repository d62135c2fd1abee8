import type { ReactNode } from 'react';
import { useActionName, usePermissionName } from '../../rights/matrix/names.ts';
import { useListed } from '../language.ts';

/** The name of a permission, and its id, with which lists are searched. */
export function PermissionName({ id }: { id: string }): ReactNode {
  const name = usePermissionName()(id);
  return (
    <span>
      {name}
      {name === id ? null : <span className="kind-aside"> {id}</span>}
    </span>
  );
}

/** The names of actions. @param permission the id of their permission, if it is known */
export function ActionNames({
  actions,
  permission,
}: {
  actions: readonly string[];
  permission: string | undefined;
}): ReactNode {
  const listed = useListed();
  const nameOf = useActionName();
  return <span>{listed(actions.map((action) => nameOf(action, permission)))}</span>;
}
