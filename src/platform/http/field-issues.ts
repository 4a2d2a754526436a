import type { z } from 'zod';
import { type FieldIssue, Refusal, refuseFields } from '#kit/failure.ts';
import { clearMessage, received } from './clear-messages.ts';
import type { Endpoint } from './endpoint.ts';

/** A body can be made of thousands of wrong fields; the first of them are enough to mend it by. */
const ISSUES_MAX = 20;

/** A field's name comes from the caller; an answer repeats no more of it than a person reads. */
const FIELD_CHARS_MAX = 100;

/** Our messages instead of those of the schema library, where a schema has none of its own. */
export const clearMessages: z.core.ParseContext<z.core.$ZodIssue> = {
  // What stood in the place of one of a closed set is answered beside them.
  reportInput: true,
  error: clearMessage,
};

/** How an endpoint words its 400s; see `Endpoint`. */
type RefusalForm = Pick<Endpoint<never>, 'issueArray' | 'fieldsOnly'>;

/**
 * The refusal (400, `invalid_request`) of a request that does not fit its schema, naming each
 * field and what to change. An unknown field is an issue of its own: ignoring it could leave a
 * caller relying on a restriction that was never applied.
 */
export function refuseInput(
  issues: readonly z.core.$ZodIssue[],
  { issueArray = false, fieldsOnly = false }: RefusalForm,
): Refusal {
  const errors = issues.slice(0, ISSUES_MAX).flatMap(fieldIssues).slice(0, ISSUES_MAX);
  if (fieldsOnly) return refuseFields(errors);
  return new Refusal('invalid_request', 400, {
    message: errors.map((issue) => issue.message).join('; '),
    errors,
    ...(issueArray && { body: { message: issues.slice(0, ISSUES_MAX).map(wireIssue) } }),
  });
}

/** The issues of a query, in which a parameter that came more than once has one issue that says so. */
export function nameRepeated(
  issues: readonly z.core.$ZodIssue[],
  query: unknown,
): readonly z.core.$ZodIssue[] {
  const given = new Map(typeof query === 'object' && query !== null ? Object.entries(query) : []);
  return issues.map((issue) => {
    const [name] = issue.path;
    const values: unknown = typeof name === 'string' ? given.get(name) : undefined;
    if (!Array.isArray(values)) return issue;
    const times = values.length === 2 ? 'twice' : `${values.length} times`;
    const message = `${shorten(String(name))} was given ${times}; give it once`;
    return { code: 'custom', path: issue.path, message };
  });
}

function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const within = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = shorten(within === '' ? key : `${within}.${key}`);
      return { field, message: `${field} is not a known field` };
    });
  }
  const field = shorten(within);
  return [{ field, message: named(field, issue) }];
}

/** A message written for one field names it already; a generic one is given the name. */
function named(field: string, issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  const says = typeof last === 'string' && issue.message.includes(last);
  // Only a body can be missing as a whole.
  if (field === '' && issue.message === 'is required') return 'A JSON body is required';
  if (field === '' || says || issue.message.includes(field)) return issue.message;
  return issue.message === 'is required' ? `${field} is required` : `${field}: ${issue.message}`;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

function shorten(name: string): string {
  return name.length <= FIELD_CHARS_MAX ? name : `${name.slice(0, FIELD_CHARS_MAX)}…`;
}

/** Places in a list stay numbers, as the schema library writes them. */
function wirePart(part: PropertyKey): string | number {
  return typeof part === 'number' ? part : shorten(String(part));
}

function wireIssue(issue: z.core.$ZodIssue): Record<string, unknown> {
  const said = { message: issue.message, path: issue.path.map(wirePart) };
  // The public API names it as the library before this one did, with what may stand there and what did.
  return issue.code === 'invalid_value' && issue.message !== 'is required'
    ? {
        received: received(issue.input),
        code: 'invalid_enum_value',
        options: issue.values,
        ...said,
      }
    : { code: issue.code, ...said };
}
