import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router';
import { schemaQuery, useModel } from '../entity/model.ts';
import { NoPermission, Permitted } from '../rights/permitted.tsx';
import { Failure, NotFound } from './failure.tsx';

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
      <Route path="/:area/:entity" element={<Known Screen={ListPage} action="query" />} />
      <Route path="/:area/:entity/import" element={<Known Screen={ImportPage} action="import" />} />
      <Route path="/:area/:entity/new" element={<Known Screen={CreatePage} action="add" />} />
      <Route path="/:area/:entity/:id" element={<Known Screen={DetailPage} action="query" />} />
      <Route path="/:area/:entity/:id/edit" element={<Known Screen={EditPage} action="edit" />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** Draws the screen of an entity that the reader may see, anew for another record, if the right to it is there. */
function Known({ Screen, action }: { Screen: ComponentType<ScreenProps>; action: string }): ReactNode {
  const { area, entity, id } = useParams();
  const summary = useModel().find((one) => one.name === entity);
  if (!summary) return <Unknown entity={entity ?? ''} />;
  if (summary.area !== area) return <NotFound />;
  const key = `${summary.name} ${id ?? ''}`;
  return (
    <Permitted entity={summary} action={action}>
      {id === undefined ? <Screen key={key} entity={summary.name} /> : <Screen key={key} entity={summary.name} id={id} />}
    </Permitted>
  );
}

/** An entity that is none of the reader's: the server says whether there is no such entity, or no right to it. */
function Unknown({ entity }: { entity: string }): ReactNode {
  const { error, isPending } = useQuery(schemaQuery(entity));
  if (isPending) return null;
  return error ? <Failure error={error} /> : <NoPermission />;
}
