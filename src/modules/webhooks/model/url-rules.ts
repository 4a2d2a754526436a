import { isLoopbackHost, parseHttpUrl, URL_CHARACTERS_MAX } from '#kit/url.ts';

/** What an installation allows as the address of a receiver. */
export interface UrlRules {
  readonly mode: 'sandbox' | 'production';
  /** Whether a host that is written as an address is one of the public internet. */
  readonly isPublicAddress: (host: string) => boolean;
}

/** An address that may receive, or what to change about it. */
export type CheckedUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly message: string };

/**
 * Whether events may be sent to an address.
 *
 * In production only `https` and no internal host: not this machine, no address from a private or
 * special range, and no name that the public DNS cannot resolve. The sandbox also accepts this
 * machine, with or without TLS, and such names. Another name that resolves to such an address is
 * refused at every connection. An ambiguous or unreachable address is never allowed.
 */
export function checkWebhookUrl(text: string, rules: UrlRules): CheckedUrl {
  const url = parseHttpUrl(text);
  if (url === undefined) return refuse(NOT_A_URL);
  // Read from the text: the parser has turned a backslash into a slash, and an empty fragment into none.
  if (text.includes('\\')) return refuse(BACKSLASH);
  if (text.includes('#')) return refuse(FRAGMENT);
  if (url.port === '0') return refuse(NO_PORT);
  if (isLoopbackHost(url.hostname)) {
    return rules.mode === 'sandbox' ? { ok: true, url } : refuse(NOT_PUBLIC);
  }
  if (url.protocol !== 'https:') return refuse(NOT_HTTPS);
  if (isAddress(url.hostname) && !rules.isPublicAddress(bare(url.hostname))) {
    return refuse(NOT_PUBLIC);
  }
  if (rules.mode === 'production' && isPrivateName(url.hostname)) return refuse(NOT_PUBLIC);
  return { ok: true, url };
}

/**
 * Domains that the public DNS does not have: reserved by RFC 2606, 6761, 6762, 7686, 8375 and 9476 and by
 * ICANN, or withheld by ICANN because private networks use them.
 */
const PRIVATE_DOMAINS = [
  ...['internal', 'local', 'home.arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
  ...['lan', 'corp', 'home', 'intranet', 'localdomain'],
];

/** Metadata services of clouds, whose public-looking names serve a machine's own secrets. */
const METADATA_NAMES = new Set([
  'metadata.goog',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]);

/**
 * A name without a dot is found in private networks alone, `metadata` and `instance-data` too; one with an
 * empty label is no name at all.
 */
function isPrivateName(hostname: string): boolean {
  if (isAddress(hostname)) return false;
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.') || METADATA_NAMES.has(name)) return true;
  if (name.split('.').includes('')) return true;
  return PRIVATE_DOMAINS.some((domain) => name.endsWith(`.${domain}`));
}

const NOT_A_URL = `url must be an https URL without a user name, at most ${URL_CHARACTERS_MAX} characters`;
const NOT_HTTPS = 'url must start with https://';
const BACKSLASH = 'url must not contain a backslash, which programs read in different ways';
const FRAGMENT = 'url must not have a fragment, which is never sent: remove the # and what follows';
const NO_PORT = 'url must name a port from 1 to 65535';
const NOT_PUBLIC = 'url must name a host on the public internet';

/** The parser turns every spelling of an IPv4 address into the dotted one. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function refuse(message: string): CheckedUrl {
  return { ok: false, message };
}
