/** Members whose value opens something, in any spelling: `x-api-key`, `apiKey`, `API_KEY`. */
const SECRET_NAMES = [
  'authorization',
  'proxy-?authorization',
  '(?:set-)?cookies?',
  '(?:x[-_]?)?(?:api|orchestrator|idempotency|raw)[-_]?key',
  '(?:webhook[-_]?|secret[-_]?|private[-_]?)?(?:secret|key)',
  'signature',
  'x-service-signature',
  'password',
  '(?:session|access|bearer)[-_]?token',
].join('|');

/** A JSON string, whole. */
const STRING = '"(?:[^"\\\\]|\\\\.)*"';

const MEMBER = new RegExp(`("(?:${SECRET_NAMES})":)(?:${STRING}|\\[[^\\]]*\\])`, 'gi');
/** The same members in JSON inside a JSON string, as in a quoted body. */
const QUOTED_MEMBER = new RegExp(
  `(\\\\+"(?:${SECRET_NAMES})\\\\+":\\s*\\\\+")[^"]*?(\\\\+")`,
  'gi',
);
/** `?token=...` of a URL, wherever it stands in a text. */
const QUERY = /([?&](?:(?:\w+_)?token|api[-_]?key|secret|signature)=)[^&\s"'\\#]+/gi;
/** The cookie of a session, wherever it stands. */
const SESSION = /(\bsession_token=)[^;\s"'\\]+/gi;
/** The password of `scheme://user:password@host`, such as a database's. */
const URL_PASSWORD = /(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)/g;
/** Our own keys, which are recognised by their first characters. */
const OWN_KEY = /\b((?:florin|orc)_(?:live|sandbox)_\w{4})\w+/g;
/** A partner's invitation, which anybody who has it may accept. */
const INVITATION = /\blit_\w+/g;
const BEARER = /\b(Bearer |Basic )[\w.~+/=-]+/g;

/**
 * A line of JSON without secrets: it removes values of members with revealing
 * names at any depth, tokens and passwords in URLs, and bearer credentials. It stays JSON.
 *
 * It works on the text, so that what errors and libraries add is covered as well. A secret
 * in a free text or under a harmless name is not recognised.
 */
export function hideSecrets(line: string): string {
  return line
    .replace(MEMBER, '$1"(hidden)"')
    .replace(QUOTED_MEMBER, '$1(hidden)$2')
    .replace(QUERY, '$1(hidden)')
    .replace(SESSION, '$1(hidden)')
    .replace(URL_PASSWORD, '$1(hidden)')
    .replace(OWN_KEY, '$1(hidden)')
    .replace(INVITATION, 'lit_(hidden)')
    .replace(BEARER, '$1(hidden)');
}
