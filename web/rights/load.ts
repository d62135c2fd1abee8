import { call } from '../api/client.ts';
import { resourcesOf, type Role } from './resources.ts';
import { keepResources } from './store.ts';

/** Loads and stores the rights of the person who is logged in (1§6). @throws NoRoleError */
export async function loadRights(): Promise<string[]> {
  const { role } = await call<{ role: Role | null }>('GET', '/resource/authorization/validateTokenWithKeycloak');
  const resources = resourcesOf(role);
  keepResources(resources);
  return resources;
}
