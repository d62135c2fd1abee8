import type { ReactNode } from 'react';
import { Inbox } from '../records/inbox/inbox.tsx';
import { hasTasks } from '../records/inbox/todos.ts';
import { useEntity } from '../records/model.ts';

/** The to-dos of the user with their decisions. */
export function InboxPage(): ReactNode {
  const { entity } = useEntity('task');
  return hasTasks(entity) ? <Inbox entity={entity} presets={{ mine: 'mine', returned: 'returned' }} /> : null;
}
