import { member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { plainText } from '../ui/plain-text.ts';
import { ownFile } from './brand.ts';

/** Whose page it is, as the server writes it above the page. */
export interface Merchant {
  /** What it calls itself; undefined where it gave no name. */
  readonly name: string | undefined;
  readonly logo: string | undefined;
  /** Its website, whose domain is proven to be of its account. */
  readonly domain: string | undefined;
  readonly support: { readonly url: string; readonly shown: string } | undefined;
}

/** The answers that are about a link that exists, and that name its merchant where it has a name. */
const KNOWN = new Set([200, 403, 409, 423]);

/** The merchant of a payment, from the first answer; undefined where that names no link. The logo of a partner's branding wins. */
export function merchantOf(first: Answer | undefined): Merchant | undefined {
  if (first === undefined || !KNOWN.has(first.status)) return undefined;
  const merchant = member(first.body, 'merchant');
  const brand = texts(member(first.body, 'branding'), MEMBERS);
  const { displayName, logoPath, supportUrl, verifiedDomain = '' } = texts(merchant, MEMBERS);
  return {
    name: displayName === undefined ? undefined : plainText(displayName),
    logo: ownFile(brand.logoPath) ?? ownFile(logoPath),
    domain: DOMAIN.test(verifiedDomain) ? verifiedDomain : undefined,
    support: supportUrl === undefined ? undefined : supportOf(supportUrl),
  };
}

const MEMBERS = ['displayName', 'logoPath', 'supportUrl', 'verifiedDomain'] as const;

/** In lower case and punycode, so that no letter is taken for another. */
const DOMAIN = /^(?=.{4,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** A link is shown by where it leads; any other scheme is none. */
function supportOf(url: string): Merchant['support'] {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'https:') return { url, shown: host };
  return protocol === 'mailto:' ? { url, shown: plainText(pathname) } : undefined;
}
