import { type ReactNode, useContext, useEffect } from 'react';
import type { Label } from '../../generator/model/field.ts';
import { useLabel } from '../fields/language.ts';
import { PageNameContext, usePage } from './keep/page.ts';

/**
 * What a page is called: in the browser's title, and on its tab. A hidden page's name leaves the browser's title alone.
 */
export function PageTitle({ of }: { of: string | Label }): ReactNode {
  const label = useLabel();
  const page = usePage();
  const [en, zh] = typeof of === 'string' ? [of, of] : [of.en, of.zh];
  useEffect(() => page?.name({ en, zh }), [page, en, zh]);
  return page ? null : <title>{`${label({ en, zh })} · Bordereau`}</title>;
}

/**
 * The heading of a page that the menu leads to: it is called as its tab is, which has the menu's name for it; `of`
 * where the menu has none.
 */
export function PageHeading({ of }: { of: string | Label }): ReactNode {
  const label = useLabel();
  const name = useContext(PageNameContext);
  return (
    <>
      <PageTitle of={of} />
      <h1>{name || (typeof of === 'string' ? of : label(of))}</h1>
    </>
  );
}
