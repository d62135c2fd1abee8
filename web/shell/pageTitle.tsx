import { type ReactNode, useEffect } from 'react';
import type { Label } from '../../generator/model/types.ts';
import { useLabel } from '../kinds/language.ts';
import { usePage } from './keep/page.ts';

/** What a page is called: in the browser's title, and on its tab. A hidden page's name leaves the browser's title alone. */
export function PageTitle({ of }: { of: string | Label }): ReactNode {
  const label = useLabel();
  const page = usePage();
  const [en, zh] = typeof of === 'string' ? [of, of] : [of.en, of.zh];
  useEffect(() => page?.name({ en, zh }), [page, en, zh]);
  return page ? null : <title>{`${label({ en, zh })} · Bordereau`}</title>;
}
