import { CanAccess } from '@refinedev/core';
import type { ReactNode } from 'react';
import { ListPage } from '../records/list/page.tsx';
import { NoPermission } from '../rights/noPermission.tsx';

/**
 * The generated list of an entity whose address has a page of its own: for export, import and bulk changes.
 */
const table = (name: string) =>
  function Table(): ReactNode {
    return (
      <CanAccess resource={name} action="query" fallback={<NoPermission />}>
        <ListPage entity={name} />
      </CanAccess>
    );
  };

export const LibraryTable = table('resource-item');
export const DictionaryTable = table('dictionary');
