/**
 * Dependencies have one direction: a module imports from its own layer and those before it.
 * A path belongs to the longest prefix that fits.
 */
const layers: readonly (readonly string[])[] = [
  ['schemas/', 'locales/', 'menus/'],
  ['generator/'],
  // Used by the whole server: settings, the closed list of refusals, and their texts.
  ['server/config.ts', 'server/errors.ts', 'server/messages.ts'],
  ['server/db/', 'server/storage/', 'server/spreadsheet/', 'server/pdf/'],
  ['server/kernel/'],
  ['server/domain/'],
  // With the list of the components of a running server, which every route gets.
  ['server/services.ts', 'server/routes/'],
  // Composition: everything else directly in server/.
  ['server/'],
];

/** The browser imports only pure modules of the generator. */
const forBrowser = /^(?:generator\/language\/|generator\/model\/|locales\/|menus\/|web\/)/;

const isFile = (imported: string): boolean =>
  /^(?:schemas|locales|menus|generator|server|web|tests|bench)\//.test(imported);

/** Reason why `path` may not import `imported` (a path from the root, or a package); undefined if it may. */
export function layerViolation(path: string, imported: string): string | undefined {
  if (!isFile(imported)) {
    if (!imported.startsWith('node:')) return undefined;
    if (path.startsWith('generator/language/')) return 'generator/language also runs in the browser: no node: modules';
    return path.startsWith('web/') && !isWebTool(path) ? 'web/ runs in the browser: no node: modules' : undefined;
  }
  if (path.startsWith('tests/') || path.startsWith('bench/')) return undefined;
  if (/^(?:tests|bench)\//.test(imported)) return 'the product does not import its tests';
  if (path.startsWith('web/'))
    return forBrowser.test(imported)
      ? undefined
      : 'web/ imports generator/language and the types of generator/model at most';
  const from = layer(path);
  const to = layer(imported);
  return to <= from ? undefined : `${layers[from]?.join()} comes before ${layers[to]?.join() ?? 'web/'}`;
}

/** Modules that Node runs for the web: the settings of its build. */
const isWebTool = (path: string): boolean => /^web\/[\w-]+\.config\.ts$/.test(path) || path.startsWith('web/build/');

function layer(path: string): number {
  let best = -1;
  let length = -1;
  layers.forEach((prefixes, index) => {
    for (const prefix of prefixes) {
      if (path.startsWith(prefix) && prefix.length > length) [best, length] = [index, prefix.length];
    }
  });
  // web/ and unknown paths are after all layers.
  return best === -1 ? layers.length : best;
}

/** All files that `from` imports directly and indirectly, with `from`. */
export function reached(from: readonly string[], importsOf: (path: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const imported of importsOf(path)) if (isFile(imported)) visit(imported);
  };
  for (const path of from) visit(path);
  return seen;
}
