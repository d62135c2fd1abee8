import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { readAllElements } from '../../../spreadsheet/read/elements.ts';

/** Types of relationships to macros: the last word of the URI in lower case. */
const MACROS: ReadonlySet<string> = new Set(['vbaproject', 'wordvbadata']);
/** Types of relationships to objects and controls of other programs, and to documents that Word merges on opening. */
const EMBEDDED: ReadonlySet<string> = new Set([
  'oleobject',
  'package',
  'control',
  'activexcontrolbinary',
  'afchunk',
  'subdocument',
]);
const MAX_TEXT = 100_000;
const MAX_SHOWN = 100;

/** Rules for the relationships of a part. */
export interface RelationshipRules {
  /** accepted types; absent: all types except `MACROS` and `EMBEDDED` */
  accepted?: ReadonlySet<string>;
  /** Whether a target is the workbook of a chart, which is inspected separately. */
  isWorkbook?(target: string): boolean;
}

/**
 * Returns the first problem of the relationships in a `.rels` part; undefined without one. Refuses macros, embedded
 * objects, and targets outside of the document that are loaded when it is opened, such as templates and pictures.
 * Hyperlinks are permitted, because they require a click.
 *
 * @throws TransferRefused for invalid XML
 */
export async function relationshipProblem(
  content: AsyncIterable<Buffer>,
  rules: RelationshipRules = {},
): Promise<Problem | undefined> {
  let found: Problem | undefined;
  await readAllElements(content, MAX_TEXT, {
    open(name, { Type: type = '', Target: target = '', TargetMode: mode = '' }) {
      if (name !== 'Relationship') return;
      found ??= problemOf(
        {
          type: type.slice(type.lastIndexOf('/') + 1).toLowerCase(),
          target,
          isExternal: mode.toLowerCase() === 'external',
        },
        rules,
      );
    },
  });
  return found;
}

interface Relationship {
  type: string;
  target: string;
  isExternal: boolean;
}

function problemOf(
  { type, target, isExternal }: Relationship,
  { accepted, isWorkbook }: RelationshipRules,
): Problem | undefined {
  if (MACROS.has(type)) return { key: ATTACHMENT_MESSAGE.macros, params: {} };
  if (type === 'package' && !isExternal && isWorkbook?.(target)) return undefined;
  if (EMBEDDED.has(type) || accepted?.has(type) === false) return { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  if (!isExternal || type === 'hyperlink' || (type === 'attachedtemplate' && isLocalTemplate(target))) return undefined;
  return { key: ATTACHMENT_MESSAGE.external, params: { target: shownTarget(target) } };
}

/** Whether a template, such as a letterhead, is on the machine of the reader, or has no path. */
export const isLocalTemplate = (target: string): boolean =>
  !/%(?:5c|2f)/i.test(target) &&
  (/^(?:file:\/{0,3})?[a-z]:[\\/]/i.test(target) || /^file:\/\/\/(?![\\/])/i.test(target) || !/[:\\/]/.test(target));

/** A target as shown in a message: without control characters, and shortened. */
export const shownTarget = (target: string): string =>
  target
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, MAX_SHOWN);
