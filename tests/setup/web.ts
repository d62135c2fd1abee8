import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../../server/webBuild.ts';

/** Builds the web client once, before several products start at the same time. */
export default async function setup(): Promise<void> {
  await ensureWebBuild(fileURLToPath(new URL('../..', import.meta.url)), console.log);
}
