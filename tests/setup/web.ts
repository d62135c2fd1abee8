import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../../server/webBuild.ts';

/** Builds the screens before the first of several products would, which start at the same time. */
export default async function setup(): Promise<void> {
  await ensureWebBuild(fileURLToPath(new URL('../..', import.meta.url)), console.log);
}
