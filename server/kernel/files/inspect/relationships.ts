import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import { readAllElements } from '../../../spreadsheet/read/elements.ts';

/** Sorts of relationships, by the last word of their types in lower case. */
const MACROS: ReadonlySet<string> = new Set(['vbaproject', 'wordvbadata']);
/** Objects of other programs, their data, controls, and documents that are merged in when this one is opened. */
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

/** What a document may refer to beside what is always accepted. */
export interface RelationshipRules {
  /** sorts that are accepted; all but the refused ones when left out */
  accepted?: ReadonlySet<string>;
  /** whether a target is the workbook of a chart, which is inspected on its own */
  isWorkbook?(target: string): boolean;
}

/**
 * Reports what the relationships of a part (a `.rels` part) lead to: macros, embedded objects, and anything outside of
 * the document but hyperlinks, which wait for a click. Templates and pictures elsewhere are loaded when the document is
 * opened.
 *
 * @throws TransferRefused for broken XML
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
          sort: type.slice(type.lastIndexOf('/') + 1).toLowerCase(),
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
  sort: string;
  target: string;
  isExternal: boolean;
}

function problemOf(
  { sort, target, isExternal }: Relationship,
  { accepted, isWorkbook }: RelationshipRules,
): Problem | undefined {
  if (MACROS.has(sort)) return { key: ATTACHMENT_MESSAGE.macros, params: {} };
  if (sort === 'package' && !isExternal && isWorkbook?.(target)) return undefined;
  if (EMBEDDED.has(sort) || accepted?.has(sort) === false) return { key: ATTACHMENT_MESSAGE.embedded, params: {} };
  if (!isExternal || sort === 'hyperlink' || (sort === 'attachedtemplate' && isLocalTemplate(target))) return undefined;
  return { key: ATTACHMENT_MESSAGE.external, params: { target: shownTarget(target) } };
}

/** Whether a template lies on the reader's machine, as that of any letterhead does, or has no place at all. */
export const isLocalTemplate = (target: string): boolean =>
  !/%(?:5c|2f)/i.test(target) &&
  (/^(?:file:\/{0,3})?[a-z]:[\\/]/i.test(target) || /^file:\/\/\/(?![\\/])/i.test(target) || !/[:\\/]/.test(target));

/** A target as a message may show it. */
export const shownTarget = (target: string): string =>
  target
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, MAX_SHOWN);
