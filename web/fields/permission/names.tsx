import type { ReactNode } from 'react';
import { useActionName, usePermissionName } from '../../rights/matrix/names.ts';
import { useListed } from '../language.ts';

/** What a permission is called, and its id, by which lists are searched. */
export function PermissionName({ id }: { id: string }): ReactNode {
  const name = usePermissionName()(id);
  return (
    <span>
      {name}
      {name === id ? null : <span className="kind-aside"> {id}</span>}
    </span>
  );
}

/** @param permission the id of the permission whose actions they are, where it is known */
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
