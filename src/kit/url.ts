/** A URL longer than this is refused by common servers and proxies; no webhook needs one. */
export const URL_CHARACTERS_MAX = 2_048;

/**
 * A text as an `http` or `https` URL, or undefined when it is none, is too long, or carries a user
 * name or password, which would end up in logs.
 */
export function parseHttpUrl(text: string): URL | undefined {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a host name means this machine: `localhost`, names below it, and loopback addresses. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/**
 * Who is taken to stand behind a host: its last two labels, and where it is an address or a single name,
 * that with its port. Hosts of one registrable domain always have one owner here; where a public suffix has
 * several labels itself (`co.uk`), so have other owners, which errs on the side of fewer owners.
 */
export function hostOwner({ hostname, host }: URL): string {
  const labels = hostname.replace(/\.$/, '').split('.');
  const isName = labels.length > 1 && !/^[\d.]+$|^\[/.test(hostname);
  return isName ? labels.slice(-2).join('.') : host;
}

/**
 * One text for all spellings of the same address: case of scheme and host, the scheme's own port,
 * punycode, a trailing dot or slash, the case of percent-escapes and what follows a `#` make no
 * difference.
 */
export function urlKey(url: URL): string {
  const host = url.hostname.replace(/\.$/, '') + (url.port === '' ? '' : `:${url.port}`);
  const path = url.pathname.replace(/\/$/, '');
  const rest = `${path}${url.search}`.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
  return `${url.protocol}//${host}${rest}`;
}
