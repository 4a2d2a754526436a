import { domainToUnicode } from 'node:url';
import { refuseField } from '#kit/failure.ts';
import { isMixed } from './model/display-name.ts';

/** What the DNS can hold. */
const DOMAIN_CHARS_MAX = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What ends a host in a URL, or is read in two ways; the parser would drop or turn it. */
const NOT_OF_A_HOST = /[\s\p{C}\p{Default_Ignorable_Code_Point}/\\?#@%:[\]<>^|]/u;
/** Names of this machine, and the last label of an address: a domain of the public DNS ends in neither. */
const NOT_OF_THE_DNS = /^(?:\d.*|localhost)$/;

const NOT_A_DOMAIN =
  'domain must be a domain name such as shop.example, without scheme, port or path';
const MIXED = 'domain must not mix alphabets that look alike in one label';

/**
 * A domain as it is stored and shown: in lower case, and in punycode where it has letters of other alphabets, so that it is never taken for
 * another. Refuses (400) anything else: addresses, ports, this machine, and alphabets that look alike in one label.
 */
export function readDomain(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  if (NOT_OF_A_HOST.test(name) || !URL.canParse(`https://${name}`)) throw refused(NOT_A_DOMAIN);
  const { hostname } = new URL(`https://${name}`);
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  if (!isName || hostname.length > DOMAIN_CHARS_MAX || NOT_OF_THE_DNS.test(labels.at(-1) ?? '')) {
    throw refused(NOT_A_DOMAIN);
  }
  const letters = domainToUnicode(hostname);
  if (letters === '') throw refused(NOT_A_DOMAIN);
  if (letters.split('.').some(isMixed)) throw refused(MIXED);
  return hostname;
}

function refused(message: string) {
  return refuseField('domain', message);
}
