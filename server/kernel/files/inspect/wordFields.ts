import { ATTACHMENT_MESSAGE } from '../../../../generator/language/attachment.ts';
import type { Problem } from '../../../../generator/language/violation.ts';
import type { ElementHandlers } from '../../../spreadsheet/read/elements.ts';
import { isLocalTemplate, shownTarget } from './relationships.ts';

/** Fields that start a program. */
const PROGRAMS: ReadonlySet<string> = new Set(['DDE', 'DDEAUTO']);
/** Fields that load what they name. */
const LOADERS: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'IMPORT',
  'LINK',
  'DATABASE',
  'RD',
]);
/** Stands for the result of a field within a field, which is known only when Word computes it. */
const UNKNOWN = '\uFFFC';
const MAX_INSTRUCTION = 10_000;
const MAX_NESTED = 20;
/** Elements with the instruction of a field, also where a tracked change deleted it. */
const INSTRUCTION_TEXTS: ReadonlySet<string> = new Set(['instrText', 'delInstrText', 't', 'delText']);

/**
 * Reports a field of Word that starts a program or loads something from another place, by its instruction, such as
 * `DDEAUTO c:\\windows\\system32\\cmd.exe`. A name that another field makes up is refused, too.
 */
export function fieldProblem(instruction: string): Problem | undefined {
  const [name = '', ...words] = instruction.match(/["“”„][^"“”„]*["“”„]?|[^\s"“”„]+/g) ?? [];
  const command = name.replaceAll(/["“”„]/g, '').toUpperCase();
  if (command.includes(UNKNOWN) || PROGRAMS.has(command)) return problemOf(command);
  if (!LOADERS.has(command)) return undefined;
  const place = words
    .map((word) => word.replaceAll(/["“”„]/g, '').replaceAll('\\\\', '\\'))
    .find((word) => word.includes(UNKNOWN) || isElsewhere(word));
  return place === undefined ? undefined : problemOf(`${command} ${place}`);
}

/** Whether a text is an address of another machine; a switch such as `\d` and the name of a file are none. */
const isElsewhere = (word: string): boolean =>
  /^\s*(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i.test(word) && !isLocalTemplate(word);

const problemOf = (text: string): Problem => ({
  key: ATTACHMENT_MESSAGE.wordField,
  params: { field: shownTarget(text.replaceAll(UNKNOWN, '…')) },
});

interface OpenField {
  instruction: string;
  /** the instruction is over, and the result of the field begins */
  hasResult: boolean;
}

/** Reads the fields of a part of a Word file while it is parsed. An instruction may be split over many runs. */
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

  /** What is wrong with the fields, once the part is read to its end. */
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

/** An attribute with any prefix: Word writes `w:`, other programs may call the same namespace otherwise. */
function valueOf(attributes: Record<string, string>, name: string): string {
  const key = Object.keys(attributes).find((one) => one === name || one.endsWith(`:${name}`));
  return key === undefined ? '' : attributes[key]!;
}
