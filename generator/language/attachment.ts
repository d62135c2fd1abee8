import type { Field } from '../model/field.ts';
import { codePoints } from './kinds/text.ts';
import type { Problem } from './violation.ts';

/**
 * Limits of attachments (1§8 "Attachments"). The browser checks them before an upload, and the server after it.
 */
export const ATTACHMENT = {
  extensions: ['png', 'jpg', 'jpeg', 'pdf', 'doc', 'docx'],
  /** 7.5 MiB, inclusive */
  maxBytes: 7_864_320,
  /** length of a name in code points */
  maxNameLength: 1000,
} as const;

/** Whether the values of a field are files. */
export const isFileField = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'file' || kind === 'files';

/** An accepted file extension, without the dot. */
export type AttachmentExtension = (typeof ATTACHMENT.extensions)[number];

/** Message keys for attachments, in the range MSG_upload_0100 to MSG_upload_0149. */
export const ATTACHMENT_MESSAGE = {
  empty: 'MSG_upload_0100',
  tooLarge: 'MSG_upload_0101',
  notAccepted: 'MSG_upload_0102',
  blacklisted: 'MSG_upload_0103',
  blacklistedInside: 'MSG_upload_0104',
  wrongContent: 'MSG_upload_0105',
  nameTooLong: 'MSG_upload_0106',
  missing: 'MSG_upload_0107',
  tooMany: 'MSG_upload_0108',
  uploaded: 'MSG_upload_0109',
  macros: 'MSG_upload_0110',
  tooSlow: 'MSG_upload_0111',
  unreadable: 'MSG_upload_0112',
  busy: 'MSG_upload_0113',
  storageFull: 'MSG_upload_0114',
  overQuota: 'MSG_upload_0115',
  overAddressQuota: 'MSG_upload_0116',
  embedded: 'MSG_upload_0117',
  external: 'MSG_upload_0118',
  pdfScript: 'MSG_upload_0119',
  pdfLaunch: 'MSG_upload_0120',
  pdfEmbedded: 'MSG_upload_0121',
  pdfProtected: 'MSG_upload_0122',
  infected: 'MSG_upload_0123',
  quarantined: 'MSG_upload_0124',
  scanDue: 'MSG_upload_0125',
  overOutsiderQuota: 'MSG_upload_0126',
  pdfIncomplete: 'MSG_upload_0127',
  wordField: 'MSG_upload_0128',
  pictureTooLarge: 'MSG_upload_0129',
  foreignPart: 'MSG_upload_0130',
  pdfSubmit: 'MSG_upload_0131',
} as const;

/** Extensions of files that an operating system may run when they are opened, or a browser when it shows them. */
export const BLACKLIST: ReadonlySet<string> = new Set([
  'exe',
  'com',
  'bat',
  'cmd',
  'msi',
  'msp',
  'scr',
  'pif',
  'cpl',
  'dll',
  'sys',
  'drv',
  'ocx',
  'gadget',
  'application',
  'appx',
  'msix',
  'js',
  'mjs',
  'cjs',
  'jse',
  'vb',
  'vbs',
  'vbe',
  'wsf',
  'wsh',
  'ps1',
  'psm1',
  'psd1',
  'sh',
  'bash',
  'zsh',
  'csh',
  'ksh',
  'py',
  'pyc',
  'rb',
  'pl',
  'lua',
  'php',
  'php3',
  'php4',
  'php5',
  'php7',
  'phtml',
  'phar',
  'asp',
  'aspx',
  'ashx',
  'asmx',
  'jsp',
  'jspx',
  'cgi',
  'cfm',
  'jar',
  'war',
  'class',
  'swf',
  'htm',
  'html',
  'xhtml',
  'shtml',
  'mht',
  'mhtml',
  'hta',
  'svg',
  'svgz',
  'xml',
  'xsl',
  'xslt',
  'lnk',
  'url',
  'scf',
  'reg',
  'inf',
  'chm',
  'hlp',
  'iso',
  'img',
  'vhd',
  'vhdx',
  'dmg',
  'pkg',
  'app',
  'apk',
  'ipa',
  'deb',
  'rpm',
  'bin',
  'run',
  'elf',
  'so',
  'docm',
  'dotm',
  'xlsm',
  'xltm',
  'xlam',
  'pptm',
  'potm',
  'ppam',
  'ppsm',
  'sldm',
]);

/**
 * Blacklisted extensions that are allowed before the last one, because file names often contain web and mail addresses.
 */
const HARMLESS_INSIDE: ReadonlySet<string> = new Set(['com', 'application', 'app', 'run', 'pl']);

/**
 * Cleans a file name for display: removes folders, invisible characters, and blanks and dots at the end. Invisible
 * characters include those that change the writing direction and can disguise an extension.
 *
 * @returns a name without path separators
 */
export function shownFileName(name: string): string {
  const visible = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '');
  return trimEnd(
    visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1).normalize('NFC'),
  ).trimStart();
}

/**
 * Removes blanks and dots at the end. A loop takes linear time; a regular expression would restart at each of many
 * dots.
 */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/u.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The last extension of a name in lower case; '' if there is none. */
export const extensionOf = (name: string): string => extensionsOf(name).at(-1) ?? '';

const extensionsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((part) => part.trim());

/**
 * Validates the name and size of a file.
 *
 * @param name result of `shownFileName`
 * @param size in bytes
 * @returns the first problem; undefined for a valid file
 */
export function attachmentProblem(name: string, size: number): Problem | undefined {
  const extensions = extensionsOf(name);
  const last = extensions.at(-1) ?? '';
  if (BLACKLIST.has(last)) return { key: ATTACHMENT_MESSAGE.blacklisted, params: { extension: last } };
  if (!isAccepted(last)) return { key: ATTACHMENT_MESSAGE.notAccepted, params: { accepted: ATTACHMENT.extensions } };
  const inside = extensions.slice(0, -1).find((part) => BLACKLIST.has(part) && !HARMLESS_INSIDE.has(part));
  if (inside !== undefined) return { key: ATTACHMENT_MESSAGE.blacklistedInside, params: { extension: inside } };
  if (codePoints(name) > ATTACHMENT.maxNameLength)
    return { key: ATTACHMENT_MESSAGE.nameTooLong, params: { max: ATTACHMENT.maxNameLength } };
  if (size === 0) return { key: ATTACHMENT_MESSAGE.empty, params: {} };
  return size > ATTACHMENT.maxBytes ? { key: ATTACHMENT_MESSAGE.tooLarge, params: {} } : undefined;
}

/** Whether files with this extension may be uploaded. @param extension lower case, without the dot */
export const isAccepted = (extension: string): extension is AttachmentExtension =>
  (ATTACHMENT.extensions as readonly string[]).includes(extension);
