import { CanAccess } from '@refinedev/core';
import type { ReactNode } from 'react';
import { ListPage } from '../records/list/page.tsx';
import { NoPermission } from '../rights/noPermission.tsx';

/** Page with the generated list of an entity whose own page has no export, import or bulk changes. */
const table = (name: string) =>
  function Table(): ReactNode {
    return (
      <CanAccess resource={name} action="query" fallback={<NoPermission />}>
        <ListPage entity={name} />
      </CanAccess>
    );
  };

/** The list of the resource library. */
export const LibraryTable = table('resource-item');
/** The list of the entries of all option lists. */
export const DictionaryTable = table('dictionary');
