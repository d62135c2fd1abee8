import { type ReactNode, useContext, useEffect } from 'react';
import type { Label } from '../../generator/model/field.ts';
import { useLabel } from '../fields/language.ts';
import { PageNameContext, usePage } from './keep/page.ts';

/**
 * Sets the title of a page on its tab and in the browser. The browser's title is that of the active tab.
 */
export function PageTitle({ of }: { of: string | Label }): ReactNode {
  const label = useLabel();
  const page = usePage();
  const [en, zh] = typeof of === 'string' ? [of, of] : [of.en, of.zh];
  useEffect(() => page?.name({ en, zh }), [page, en, zh]);
  return page ? null : <title>{`${label({ en, zh })} · Bordereau`}</title>;
}

interface PageHeadingProps {
  of: string | Label;
  /** the heading, if it is neither the title of the tab nor `of` */
  heading?: Label | undefined;
}

/** Heading of a page: the title of its tab, as in the menu, or `of` without a tab; unless the page has its own. */
export function PageHeading({ of, heading }: PageHeadingProps): ReactNode {
  const label = useLabel();
  const name = useContext(PageNameContext);
  return (
    <>
      <PageTitle of={of} />
      <h1>{heading ? label(heading) : name || (typeof of === 'string' ? of : label(of))}</h1>
    </>
  );
}
