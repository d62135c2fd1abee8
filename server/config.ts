import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** Settings of a deployment (docs/operators.md), read once at start-up. */
export interface Config {
  host: string;
  port: number;
  databaseUrl?: string;
  dataDir: string;
  /** folder of uploaded files, if `s3` is absent */
  filesDir: string;
  s3?: S3Settings;
  /** absent: the product sends no mail */
  mail?: MailSettings;
  /** absent: uploaded files are not scanned for viruses */
  scan?: ScanSettings;
  adminPassword?: string;
  defaultLanguage: Language;
  demoData: DemoData;
  businessTimeZone: string;
  /**
   * whether one person approves at most one level of a submission, and the submitter of a bank flow can neither confirm
   * it nor write it off
   */
  fourEyes: boolean;
  intranet: BlockList;
  /** absent: no single sign-on */
  oidc?: OidcSettings;
  /** name of a partner in lower case → address for messages to it */
  partners: ReadonlyMap<string, URL>;
  logLevel: string;
  /** addresses whose `X-Forwarded-*` headers are trusted */
  trustedProxies: BlockList;
}

/** An OpenID Connect provider and its client for this product, a public client if it has no secret. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret?: string;
}

/** A virus scanner: a command, or the socket of clamd. */
export type ScanSettings = { command: string } | { clamd: { path: string } | { host: string; port: number } };

/** A bucket of an S3-compatible service. */
export interface S3Settings {
  /** `https://host:port` */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The SMTP server for outgoing mail. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server offers it */
  secure: boolean;
  /** refuses to send if the server offers no STARTTLS */
  requireTLS: boolean;
  /** never uses STARTTLS, even if the server offers it */
  ignoreTLS: boolean;
  user?: string;
  password?: string;
  /** address of the sender */
  from: string;
}

/**
 * Whether sample rows are loaded: never, into a new database only, or (`DEMO_DATA=true`) also into an existing one
 * without samples. Samples that a later release adds are never loaded.
 */
export type DemoData = 'none' | 'newDatabase' | 'requested';

/** A language of screens and messages. */
export type Language = 'en-US' | 'zh-CN';
/** All languages. */
export const LANGUAGES: readonly Language[] = ['en-US', 'zh-CN'];

/** An invalid or missing setting, which stops the start. The message is one line with the setting and the reason. */
export class BadSetting extends Error {
  constructor(name: string, why: string) {
    super(`${name}: ${why}`);
    this.name = 'BadSetting';
  }
}

const LOOPBACK_AND_PRIVATE = '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7';
const LOOPBACK = '127.0.0.0/8,::1/128';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the settings from the environment. @throws BadSetting for the first invalid one */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string): string | undefined =>
    env[name] === undefined || env[name].trim() === '' ? undefined : env[name].trim();
  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new BadSetting('DATABASE_URL', 'must be an address such as postgres://user:password@host:5432/database');
  const dataDir = resolve(text('DATA_DIR') ?? 'data');
  const [filesDir, s3Url] = [text('FILES_DIR'), text('S3_URL')];
  if (filesDir !== undefined && s3Url !== undefined) throw new BadSetting('FILES_DIR', 'and S3_URL cannot both be set');
  const smtpUrl = text('SMTP_URL');
  const adminPassword = env['ADMIN_PASSWORD'] === '' ? undefined : env['ADMIN_PASSWORD'];
  if (adminPassword !== undefined && [...adminPassword].length < 10)
    throw new BadSetting('ADMIN_PASSWORD', 'must have at least 10 characters');
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: portNumber(text('PORT')),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    dataDir,
    filesDir: filesDir === undefined ? join(dataDir, 'files') : resolve(filesDir),
    ...(s3Url === undefined ? {} : { s3: s3Settings(s3Url) }),
    ...(smtpUrl === undefined ? {} : { mail: mailSettings(smtpUrl) }),
    ...scanSettings(text('SCAN_COMMAND'), text('CLAMD_SOCKET')),
    ...(adminPassword === undefined ? {} : { adminPassword }),
    defaultLanguage: oneOf('DEFAULT_LANGUAGE', text('DEFAULT_LANGUAGE') ?? 'en-US', LANGUAGES),
    demoData: demoData(text('DEMO_DATA'), databaseUrl === undefined),
    businessTimeZone: timeZone(text('BUSINESS_TZ') ?? 'Asia/Shanghai'),
    fourEyes: booleanSetting('FOUR_EYES', text('FOUR_EYES') ?? 'true'),
    intranet: addressRanges('INTRANET_CIDRS', text('INTRANET_CIDRS') ?? LOOPBACK_AND_PRIVATE),
    ...oidcSettings(text('OIDC_ISSUER'), text('OIDC_CLIENT_ID'), text('OIDC_CLIENT_SECRET')),
    partners: partnerAddresses(env),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    trustedProxies: trustedProxies(text('TRUST_PROXY') ?? 'false'),
  };
}

function portNumber(value: string | undefined): number {
  if (value === undefined) return 3000;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new BadSetting('PORT', `"${value}" is not a port number from 0 to 65535`);
  return Number(value);
}

/** Parses a command, or the `/path/of/the/socket` or `host:port` of clamd. */
function scanSettings(command: string | undefined, clamd: string | undefined): { scan?: ScanSettings } {
  if (command !== undefined && clamd !== undefined)
    throw new BadSetting('SCAN_COMMAND', 'and CLAMD_SOCKET cannot both be set');
  if (command !== undefined) return { scan: { command } };
  if (clamd === undefined) return {};
  if (clamd.startsWith('/')) return { scan: { clamd: { path: clamd } } };
  const [, host, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|[^\s:/[\]]+):(\d{1,5})$/.exec(clamd) ?? [];
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new BadSetting(
      'CLAMD_SOCKET',
      `"${clamd}" is neither the path of a socket nor an address such as scanner:3310`,
    );
  return { scan: { clamd: { host: host ?? clamd.slice(0, clamd.lastIndexOf(':')), port: Number(port) } } };
}

/** Parses `s3://key:secret@host:port/bucket?region=…&ssl=…`. Messages never contain the secret. */
function s3Settings(value: string): S3Settings {
  const bad = (why: string) => new BadSetting('S3_URL', why);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const [bucket = '', ...rest] = url?.pathname.slice(1).split('/') ?? [];
  if (
    url?.protocol !== 's3:' ||
    url.hostname === '' ||
    url.username === '' ||
    url.password === '' ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) ||
    rest.some((part) => part !== '')
  ) {
    throw bad('must be an address such as s3://key:secret@host:9000/bucket?region=us-east-1&ssl=true');
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region' && name !== 'ssl');
  if (unknown !== undefined) throw bad(`"${unknown}" is neither region nor ssl`);
  const decoded = (part: string): string => decodePart(part, 'key or secret', bad);
  return {
    endpoint: `${booleanSetting('S3_URL', url.searchParams.get('ssl') ?? 'true') ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
}

/**
 * Parses `smtp://user:password@host:port?from=…&requireTLS=…&ignoreTLS=…`, or `smtps://`.
 * Messages never contain the password.
 */
function mailSettings(value: string): MailSettings {
  const bad = (why: string) => new BadSetting('SMTP_URL', why);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw bad('must be an address such as smtp://user:password@mail.example.com:587?from=bordereau@example.com');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !['from', 'requireTLS', 'ignoreTLS'].includes(name));
  if (unknown !== undefined) throw bad(`"${unknown}" is none of from, requireTLS and ignoreTLS`);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodePart(url.username, 'user', bad);
  const password = decodePart(url.password, 'password', bad);
  const from =
    url.searchParams.get('from') ??
    (user.includes('@')
      ? user
      : `bordereau@${isIP(host) === 0 && host.includes('.') ? host : 'localhost.localdomain'}`);
  if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(from)) throw bad(`"${from}" is not the address of a sender`);
  const flag = (name: string): boolean => booleanSetting('SMTP_URL', url.searchParams.get(name) ?? 'false');
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: flag('requireTLS'),
    ignoreTLS: flag('ignoreTLS'),
    ...(user === '' ? {} : { user, password }),
    from,
  };
}

/** Decodes a percent-encoded part of an address. */
function decodePart(part: string, name: string, bad: (why: string) => BadSetting): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw bad(`has a % in its ${name} that begins no code such as %2F`);
  }
}

function oidcSettings(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): { oidc?: OidcSettings } {
  if (issuer === undefined) {
    if (clientId !== undefined || clientSecret !== undefined)
      throw new BadSetting('OIDC_ISSUER', 'is needed beside OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
    return {};
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  // without TLS, an attacker could change the answers of the provider
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
  if (!url || !isSafe)
    throw new BadSetting('OIDC_ISSUER', `"${issuer}" is not an address such as https://login.example.com/realms/staff`);
  if (clientId === undefined) throw new BadSetting('OIDC_CLIENT_ID', 'is needed beside OIDC_ISSUER');
  return { oidc: { issuer: url, clientId, ...(clientSecret === undefined ? {} : { clientSecret }) } };
}

/**
 * Reads every `PARTNER_<NAME>_URL`: an http or https address, which can contain user and password for basic
 * authentication.
 */
function partnerAddresses(env: NodeJS.ProcessEnv): Map<string, URL> {
  const found = Object.entries(env).flatMap(([name, value]): [string, URL][] => {
    const partner = /^PARTNER_(.+)_URL$/.exec(name)?.[1];
    if (partner === undefined || value === undefined || value.trim() === '') return [];
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new BadSetting(name, 'must be an address such as https://partner.example.com/bordereaux');
    return [[partner.toLowerCase(), url]];
  });
  return new Map(found);
}

function demoData(setting: string | undefined, isEmbedded: boolean): DemoData {
  if (setting === undefined) return isEmbedded ? 'newDatabase' : 'none';
  return booleanSetting('DEMO_DATA', setting) ? 'requested' : 'none';
}

function booleanSetting(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new BadSetting(name, `"${value}" is neither true nor false`);
  return value === 'true';
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new BadSetting(name, `"${value}" is not one of ${choices.join(', ')}`);
  return choice;
}

function timeZone(value: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    throw new BadSetting('BUSINESS_TZ', `"${value}" is not a time zone such as Asia/Shanghai`);
  }
}

/** Parses `false` (none), `true` (a proxy on this machine) or a list of address ranges. */
function trustedProxies(value: string): BlockList {
  if (value === 'false') return new BlockList();
  if (value === 'true') return addressRanges('TRUST_PROXY', LOOPBACK);
  if (!value.includes('.') && !value.includes(':'))
    throw new BadSetting(
      'TRUST_PROXY',
      `"${value}" is neither true, false nor a list of addresses such as 10.0.0.5,10.0.1.0/24`,
    );
  return addressRanges('TRUST_PROXY', value);
}

function addressRanges(name: string, value: string): BlockList {
  const ranges = new BlockList();
  for (const range of value.split(',').map((part) => part.trim())) {
    const [address = '', prefix = ''] = range.split('/');
    const family = isIP(address);
    const bits = Number(prefix || (family === 6 ? 128 : 32));
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32))
      throw new BadSetting(name, `"${range}" is not an address range such as 10.0.0.0/8`);
    ranges.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return ranges;
}
