/** Longer than an address that a person writes. Ours. */
export const SUPPORT_URL_CHARS_MAX = 300;

/** A mailbox without display name, parameters or anything that an address of a mail program would write otherwise. */
const MAILTO =
  /^mailto:[A-Za-z0-9][A-Za-z0-9._+-]*@((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,})$/;

/** A web address that every program parses alike: no user info, which resembles the host, and no backslash, which browsers read as a slash. */
const WEB = /^https:\/\/[^\s<>"'`\\@/?#]+(?:[/?#][^\s<>"'`\\]*)?$/;

/** Where a customer asks, as it is stored; undefined for what is neither a page behind HTTPS nor a mailbox. */
export function readSupportUrl(text: string): string | undefined {
  if (MAILTO.test(text)) return text;
  if (!WEB.test(text) || /[^\x21-\x7e]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isNamed = url.hostname.includes('.') && /[a-z]$/.test(url.hostname);
  return isNamed && url.username === '' ? url.href : undefined;
}
