import type { Audience, Change } from './change.ts';

const HEADINGS: readonly (readonly [Audience, string])[] = [
  ['staff', 'For staff'],
  ['api', 'For callers of the API'],
  ['data', 'For the data'],
];

/** Prints changes as Markdown: by entity and audience, breaking changes first. */
export function printChanges(changes: readonly Change[], from: string, to: string): string {
  if (changes.length === 0) return `The schemas of ${from} and ${to} are equal.\n`;
  const breaking = changes.filter((change) => change.breaking).length;
  const entities = [...new Set(changes.map(({ entity }) => entity))];
  return [
    `# Schemas from ${from} to ${to}`,
    '',
    `${changes.length} changes in ${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}, of which ${breaking} are breaking (**!**).`,
    '',
    ...entities.flatMap((entity) =>
      printEntity(
        entity,
        changes.filter((change) => change.entity === entity),
      ),
    ),
  ].join('\n');
}

function printEntity(entity: string, changes: readonly Change[]): string[] {
  return [
    `## ${entity}`,
    '',
    ...HEADINGS.flatMap(([audience, heading]) => {
      const own = changes
        .filter((change) => change.audience === audience)
        .sort((a, b) => Number(b.breaking) - Number(a.breaking));
      return own.length === 0
        ? []
        : [`${heading}:`, ...own.map(({ breaking, text }) => `- ${breaking ? '**!** ' : ''}${text}`), ''];
    }),
  ];
}
