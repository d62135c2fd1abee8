import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import type { ElementHandlers } from '../../../spreadsheet/read/elements.ts';
import { isLocalTemplate, shownTarget } from './relationships.ts';

/** Fields that start a program. */
const PROGRAMS: ReadonlySet<string> = new Set(['DDE', 'DDEAUTO']);
/** Fields that load a file. */
const LOADERS: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'IMPORT',
  'LINK',
  'DATABASE',
  'RD',
]);
/** Placeholder for the result of a nested field, which only Word can compute. */
const UNKNOWN = '\uFFFC';
const MAX_INSTRUCTION = 10_000;
const MAX_NESTED = 20;
/** Elements with the instruction of a field, including elements that a tracked change deletes. */
const INSTRUCTION_TEXTS: ReadonlySet<string> = new Set(['instrText', 'delInstrText', 't', 'delText']);

/**
 * Returns the problem of a field of Word that starts a program or loads a file from another machine; undefined for
 * other fields. The instruction is, for example, `DDEAUTO c:\\windows\\system32\\cmd.exe`. A name that a nested field
 * computes is a problem too.
 */
export function fieldProblem(instruction: string): Problem | undefined {
  const [name = '', ...words] = instruction.match(/["“”„][^"“”„]*["“”„]?|[^\s"“”„]+/g) ?? [];
  const command = name.replaceAll(/["“”„]/g, '').toUpperCase();
  if (command.includes(UNKNOWN) || PROGRAMS.has(command)) return problemOf(command);
  if (!LOADERS.has(command)) return undefined;
  const address = words
    .map((word) => word.replaceAll(/["“”„]/g, '').replaceAll('\\\\', '\\'))
    .find((word) => word.includes(UNKNOWN) || isRemoteAddress(word));
  return address === undefined ? undefined : problemOf(`${command} ${address}`);
}

/** Whether a word is an address on another machine, and not a switch such as `\d` or a local file. */
const isRemoteAddress = (word: string): boolean =>
  /^\s*(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i.test(word) && !isLocalTemplate(word);

const problemOf = (text: string): Problem => ({
  key: ATTACHMENT_MESSAGE.wordField,
  params: { field: shownTarget(text.replaceAll(UNKNOWN, '…')) },
});

interface OpenField {
  instruction: string;
  /** whether the instruction has ended and the result of the field has begun */
  hasResult: boolean;
}

/** Checks the fields of a part of a Word file while it is parsed. An instruction may be split over many runs. */
export class WordFields {
  readonly #open: OpenField[] = [];
  #isInstruction = false;
  #problem: Problem | undefined;

  /** Handlers for the reader of the part. */
  readonly handlers: ElementHandlers = {
    open: (name, attributes) => {
      if (name === 'fldSimple') this.#check(valueOf(attributes, 'instr'));
      if (name === 'fldChar') this.#mark(valueOf(attributes, 'fldCharType'));
      if (INSTRUCTION_TEXTS.has(name)) this.#isInstruction = true;
    },
    close: (name) => {
      if (INSTRUCTION_TEXTS.has(name)) this.#isInstruction = false;
    },
    text: (text) => {
      if (this.#isInstruction) this.#add(text);
    },
  };

  /**
   * The first problem of the fields. Call it after the whole part is read, because it ends fields that are still open.
   */
  problem(): Problem | undefined {
    while (this.#open.length > 0) this.#mark('end');
    return this.#problem;
  }

  #mark(type: string): void {
    const field = this.#open.at(-1);
    if (type === 'begin') {
      if (this.#open.length >= MAX_NESTED) this.#problem ??= problemOf(UNKNOWN);
      else this.#open.push({ instruction: '', hasResult: false });
    } else if (type === 'separate' && field) field.hasResult = true;
    else if (type === 'end' && field) {
      this.#check(field.instruction);
      this.#open.pop();
      this.#add(UNKNOWN);
    }
  }

  #add(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.hasResult && field.instruction.length < MAX_INSTRUCTION) field.instruction += text;
  }

  #check(instruction: string): void {
    this.#problem ??= fieldProblem(instruction);
  }
}

/** The value of an attribute with any prefix: Word writes `w:`, other programs may use another prefix. */
function valueOf(attributes: Record<string, string>, name: string): string {
  const key = Object.keys(attributes).find((candidate) => candidate === name || candidate.endsWith(`:${name}`));
  return key === undefined ? '' : attributes[key]!;
}
