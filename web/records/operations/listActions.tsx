import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import type { Action } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { useMay } from '../../rights/store.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { ActionDialogProps } from './dialog.tsx';

/** The dialog brings the kinds' judges and is fetched when somebody first acts. */
const ActionDialog = lazyChunk(async () => (await import('./dialog.tsx')).ActionDialog);

/** What can be asked of the list as a whole: a button for each. */
export function ListActions({ entity }: { entity: Entity }): ReactNode {
  const label = useLabel();
  const may = useMay(entity);
  const [acting, setActing] = useState<Action>();
  const actions = entity.actions.filter(({ on, name }) => on === 'list' && may(name));
  return (
    <>
      {actions.map((action) => (
        <Button key={action.name} {...(action.help && { title: label(action.help) })} onClick={() => setActing(action)}>
          {label(action.label)}
        </Button>
      ))}
      {acting && <AskedAction entity={entity} action={acting} onClose={() => setActing(undefined)} />}
    </>
  );
}

/** The dialog of an action, as soon as it is fetched. */
export function AskedAction(props: ActionDialogProps): ReactNode {
  return (
    <FailureBoundary dialog onRetry={props.onClose}>
      <Suspense fallback={null}>
        <ActionDialog {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
