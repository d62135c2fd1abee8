import { type ComponentType, lazy, type ReactNode } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router';
import { useModel } from '../entity/model.ts';
import { NotFound } from './failure.tsx';

// Each screen is its own chunk; what a reader never opens is never fetched.
const WelcomePage = lazy(async () => ({ default: (await import('../pages/welcome.tsx')).WelcomePage }));
const ListPage = lazy(async () => ({ default: (await import('../entity/list/page.tsx')).ListPage }));
const ImportPage = lazy(async () => ({ default: (await import('../entity/import/page.tsx')).ImportPage }));
const CreatePage = lazy(async () => ({ default: (await import('../entity/form/pages.tsx')).CreatePage }));
const EditPage = lazy(async () => ({ default: (await import('../entity/form/pages.tsx')).EditPage }));
const DetailPage = lazy(async () => ({ default: (await import('../entity/detail/page.tsx')).DetailPage }));

/** What an entity's screen is given: the entity's name, and the record's id where the address has one. */
export interface ScreenProps { entity: string; id?: string }

export function Screens(): ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard/welcome" element={<WelcomePage />} />
      <Route path="/:area/:entity" element={<Known Screen={ListPage} />} />
      <Route path="/:area/:entity/import" element={<Known Screen={ImportPage} />} />
      <Route path="/:area/:entity/new" element={<Known Screen={CreatePage} />} />
      <Route path="/:area/:entity/:id" element={<Known Screen={DetailPage} />} />
      <Route path="/:area/:entity/:id/edit" element={<Known Screen={EditPage} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** Draws the screen of an entity that the reader may see, anew for another record; any other address is not there. */
function Known({ Screen }: { Screen: ComponentType<ScreenProps> }): ReactNode {
  const { area, entity, id } = useParams();
  const summary = useModel().find((one) => one.name === entity && one.area === area);
  if (!summary) return <NotFound />;
  const key = `${summary.name} ${id ?? ''}`;
  return id === undefined ? <Screen key={key} entity={summary.name} /> : <Screen key={key} entity={summary.name} id={id} />;
}
