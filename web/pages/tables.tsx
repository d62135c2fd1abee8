import type { ReactNode } from 'react';
import { ListPage } from '../records/list/page.tsx';
import { Permitted } from '../rights/permitted.tsx';

/**
 * The generated list of an entity whose own address has a page made for it: to export, import and change many at once.
 */
const table = (area: string, name: string) =>
  function Table(): ReactNode {
    return (
      <Permitted entity={{ area, name }} action="query">
        <ListPage entity={name} />
      </Permitted>
    );
  };

export const LibraryTable = table('system', 'resource-item');
export const DictionaryTable = table('system', 'dictionary');
