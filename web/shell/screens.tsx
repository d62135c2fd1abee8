import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useModel } from '../entity/model.ts';
import { NoPermission, Permitted } from '../rights/permitted.tsx';
import { NotFound } from './failure.tsx';
import { useMenuItems } from './menuData.ts';
import { type EntityPage, type FramedPage, pageAt } from './routes.tsx';
import { destinationOf } from './routing/destination.ts';
import { KNOWN, KNOWN_LISTS } from './routing/known.ts';
import { tableOf } from './routing/table.ts';

/** The page of the present address, or where it leads. */
export function Screens(): ReactNode {
  const { i18n } = useTranslation();
  const location = useLocation();
  const items = useMenuItems(i18n.language);
  const model = useModel();
  const table = useMemo(() => tableOf(items), [items]);
  const destination = destinationOf(location, table, KNOWN, (pathname) => pageAt(pathname, table, model) !== undefined);
  if (destination.to !== 'page') return <Navigate to={destination.address} replace />;
  const page = pageAt(location.pathname, table, model);
  return page ? <Drawn page={page} /> : <Missing pathname={location.pathname} />;
}

/** Draws a page if the right to it is there, anew for another record. */
function Drawn({ page }: { page: FramedPage }): ReactNode {
  return <Routes><Route path={page.path} element={'screen' in page ? <EntityScreen page={page} /> : <page.Page />} /></Routes>;
}

function EntityScreen({ page: { Page, screen, summary, action } }: { page: EntityPage }): ReactNode {
  return <Permitted entity={summary} action={action}><Page key={`${screen.entity} ${screen.id ?? ''}`} {...screen} /></Permitted>;
}

/** No page of this reader's: below a list that others have they lack the right, anywhere else there is nothing. */
function Missing({ pathname }: { pathname: string }): ReactNode {
  return KNOWN_LISTS.some((list) => pathname.startsWith(`${list}/`)) ? <NoPermission /> : <NotFound />;
}
