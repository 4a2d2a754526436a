/** Control characters and line breaks, and the marks that change the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** All invisible characters: blanks, format characters, and letters that are rendered as blanks. */
const BLANKS = /[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** What stands between the scheme and the path, where it holds an `@`. */
const WITH_USER_INFO = /^https?:\/\/[^/?#]*@/i;

/**
 * Whether a text is the address of a web page that every program parses alike: no user info, which resembles
 * the host, and no backslash, which browsers read as a slash.
 */
export function isRedirectUrl(url: string): boolean {
  if (!/^https?:\/\/[^<>"'`\\\s]+$/i.test(url) || UNPRINTABLE.test(url)) return false;
  return !WITH_USER_INFO.test(url) && URL.canParse(url);
}

/** Whether a text can stand on a button as one line in one direction, and shows something there. */
export function isButtonLabel(text: string): boolean {
  return !UNPRINTABLE.test(text) && text.replace(BLANKS, '') !== '';
}
