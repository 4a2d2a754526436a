import type { z } from 'zod';

/** The kinds of value that a field may have, as people call them. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
  date: 'a date',
};

/** The forms that a text may have; others are reported as such. */
const FORMS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  ulid: 'a ULID',
  datetime: 'a time in ISO 8601, such as 2026-01-02T03:04:05Z',
  date: 'a date in ISO 8601, such as 2026-01-02',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

type Issue<Code extends z.core.$ZodRawIssue['code']> = Extract<z.core.$ZodRawIssue, { code: Code }>;

/**
 * What is wrong with a value and what to send instead, for an issue whose schema has no words of its
 * own. The words of the schema library are its own business: they change with its releases.
 */
export function clearMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return closedSet(issue);
    case 'too_big':
      return bound(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return bound(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_format':
      return FORMS[issue.format] === undefined
        ? 'does not have the form that is documented for it'
        : `must be ${FORMS[issue.format]}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => JSON.stringify(key)).join(', ')} is not a known field`;
    case 'invalid_union':
      return 'has none of the forms that are documented for it';
    default:
      return 'does not have the form that is documented for it';
  }
}

/** A value outside of a closed set is refused in the words of the public API. */
function closedSet({ values, input }: Issue<'invalid_value'>): string {
  const expected = values.map((value) => `'${String(value)}'`).join(' | ');
  return `Invalid enum value. Expected ${expected}, received '${received(input)}'`;
}

function bound(
  { origin, exact }: Issue<'too_big'> | Issue<'too_small'>,
  relation: string,
  limit: number | bigint,
): string {
  const count = exact === true ? `exactly ${limit}` : `${relation} ${limit}`;
  if (origin === 'string') return `must have ${count} characters`;
  if (origin === 'array' || origin === 'set') return `must have ${count} items`;
  if (origin === 'object' || origin === 'map') return `must have ${count} fields`;
  return `must be ${count}`;
}

/** A value as it came; an answer repeats no more of it than a person reads. */
const RECEIVED_CHARS_MAX = 100;

/** A text as it came, of anything else only its type. */
export function received(input: unknown): string {
  const text = typeof input === 'string' ? input : typeof input;
  return text.length <= RECEIVED_CHARS_MAX ? text : `${text.slice(0, RECEIVED_CHARS_MAX)}…`;
}
