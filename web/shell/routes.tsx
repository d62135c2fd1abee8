import { lazy, type ReactNode } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router';
import { useModel } from '../entity/model.ts';
import { NotFound } from './failure.tsx';

// Each screen is its own chunk; what a reader never opens is never fetched.
const WelcomePage = lazy(async () => ({ default: (await import('../pages/welcome.tsx')).WelcomePage }));
const ListPage = lazy(async () => ({ default: (await import('../entity/list/page.tsx')).ListPage }));
const ImportPage = lazy(async () => ({ default: (await import('../entity/import/page.tsx')).ImportPage }));

/** What an entity's screen is given: the entity's name, and the record's id where the address has one. */
export interface ScreenProps { entity: string; id?: string }

export function Screens(): ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard/welcome" element={<WelcomePage />} />
      <Route path="/:area/:entity" element={<Known screen={(props) => <ListPage key={props.entity} {...props} />} />} />
      <Route path="/:area/:entity/import" element={<Known screen={(props) => <ImportPage key={props.entity} {...props} />} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** Draws the screen of an entity that the reader may see; any other address is not there. */
function Known({ screen }: { screen: (props: ScreenProps) => ReactNode }): ReactNode {
  const { area, entity, id } = useParams();
  const summary = useModel().find((one) => one.name === entity && one.area === area);
  if (!summary) return <NotFound />;
  return screen(id === undefined ? { entity: summary.name } : { entity: summary.name, id });
}
