import { SaxesParser } from 'saxes';
import type { Limits } from '../limits.ts';
import { UPLOAD } from '../messageKeys.ts';
import { TransferRefused } from '../transferRefused.ts';

/** Handlers for the content of an XML part. Names have no namespace prefix. */
export interface ElementHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const MAX_DEPTH = 64;

/** Limit of characters without an event: a cell of maximum length, with each character as `&#x1F600;`. */
export const maxRun = (limits: Limits): number => limits.maxCellLength * 10 + 100_000;

/**
 * Parses XML chunk by chunk, and yields after each chunk, so that the caller can process what the handlers collected.
 *
 * @throws TransferRefused for invalid XML and, to limit memory, for a document type (which may define entities), for a
 *   text, tag or comment longer than `maxRun` characters, and for nesting deeper than `maxDepth`
 */
export async function* readElements(
  chunks: AsyncIterable<Buffer>,
  maxRun: number,
  handlers: ElementHandlers,
  maxDepth = MAX_DEPTH,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let run = 0;
  let events = 0;
  parser.on('error', damaged);
  parser.on('doctype', () => damaged());
  parser.on('opentag', (tag) => {
    events++;
    if (++depth > maxDepth) damaged();
    handlers.open?.(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    events++;
    depth--;
    handlers.close?.(localName(tag.name));
  });
  const text = (value: string): void => {
    events++;
    handlers.text?.(value);
  };
  parser.on('text', text);
  parser.on('cdata', text);

  for await (const characters of decoded(chunks)) {
    const before = events;
    parser.write(characters);
    run = events === before ? run + characters.length : 0;
    if (run > maxRun) throw new TransferRefused(UPLOAD.bomb);
    yield;
  }
  parser.close();
  yield;
}

/** Parses XML to its end, as `readElements` does. */
export async function readAllElements(
  chunks: AsyncIterable<Buffer>,
  maxRun: number,
  handlers: ElementHandlers,
  maxDepth?: number,
): Promise<void> {
  const reading = readElements(chunks, maxRun, handlers, maxDepth);
  while (!(await reading.next()).done);
}

/** The value of an attribute with or without a namespace prefix, as in `r:id`. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const key = Object.keys(attributes).find((candidate) => localName(candidate) === name);
  return key === undefined ? undefined : attributes[key];
}

const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of chunks) {
      const utf16 = chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : undefined;
      decoder ??= new TextDecoder(utf16 ?? 'utf-8', { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) damaged(error);
    throw error;
  }
}

function damaged(cause?: unknown): never {
  throw new TransferRefused(UPLOAD.damaged, {}, { cause });
}
