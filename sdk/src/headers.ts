import { WebhookVerificationError } from './failure.ts';

/** Headers as Node gives them, as Fetch gives them, or a plain object, in any case of letters. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads one header by its lower-case name; an empty one counts as absent. */
export type ReadHeader = (name: string) => string | undefined;

/** Headers under one way of reading them; the same header given twice is refused when it is read. */
export function readerOf(headers: WebhookHeaders): ReadHeader {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) || undefined;
  const entries = Object.entries(headers);
  return (name) => {
    const values = entries
      .filter(([key, value]) => key.toLowerCase() === name && value !== undefined)
      .flatMap(([, value]) => value);
    if (values.length > 1) throw malformed(name, 'is there more than once');
    return values[0] || undefined;
  };
}

/** A header that must be there. */
export function requireHeader(read: ReadHeader, name: string): string {
  const value = read(name);
  if (value !== undefined) return value;
  throw new WebhookVerificationError('header_missing', `The header ${name} is missing.`);
}

/** The refusal of an invalid header. */
export function malformed(name: string, what: string): WebhookVerificationError {
  return new WebhookVerificationError('header_malformed', `The header ${name} ${what}.`);
}

/** Decided by the method: a plain object may have a header that is called `get`, which is a text. */
function isFetchHeaders(
  headers: WebhookHeaders,
): headers is { get(name: string): string | null | undefined } {
  return 'get' in headers && typeof headers['get'] === 'function';
}
