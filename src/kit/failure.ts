/** The status codes that a refusal may carry. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 423 | 429 | 502;

/** One field that was wrong, and what to change about it. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

interface RefusalParts {
  readonly message: string;
  /** What is wrong, field by field. */
  readonly errors?: readonly FieldIssue[];
  /** Members that the specification adds to this one answer, such as `requestStatuses` on a 409. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The seconds after which the same call may be repeated, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The caller requested something that is not allowed. Safe to show; never logged as an error. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;
  readonly status: RefusalStatus;
  readonly errors: readonly FieldIssue[] | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, status: RefusalStatus, message: string | RefusalParts) {
    const parts: RefusalParts = typeof message === 'string' ? { message: message } : message;
    super(parts.message);
    this.code = code;
    this.status = status;
    this.errors = parts.errors;
    this.body = parts.body;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** The refusal (400) of queries whose `message` is a fixed text; what is wrong stands in `errors`. */
export function refuseFields(errors: readonly FieldIssue[], code = 'invalid_request'): Refusal {
  return new Refusal(code, 400, { message: 'Validation failed', errors });
}

/** The refusal (400) of one field, in a message that says what to change about it. */
export function refuseField(field: string, message: string, code = 'invalid_request'): Refusal {
  return new Refusal(code, 400, { message, errors: [{ field, message }] });
}

/** Something outside did not answer as it should. Retrying later may help. */
export class Outage extends Error {
  override name = 'Outage';
}

/** A defect of ours. Fails this request or task, alerts a person, and is never caught to continue. */
export class Bug extends Error {
  override name = 'Bug';
}

/** States what must be true here; if it is not, the fault is ours. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Bug(what);
}
