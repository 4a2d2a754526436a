import type { z } from 'zod';
import type { CredentialKind } from '#kit/actor.ts';
import type { Refusal, RefusalStatus } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import type { ExportedList } from './export/exported-list.ts';
import type { LiveQuery } from './live-query.ts';

/** An answer that the endpoint documents beside its success. */
export interface DocumentedRefusal {
  readonly status: RefusalStatus;
  /** When this is answered, in one sentence. */
  readonly when: string;
  /** The shape, where it is not the common error body. */
  readonly schema?: z.ZodType;
  /** Refusals as they are thrown; the description shows the bodies that they become. */
  readonly examples?: readonly Refusal[];
}

type Schema = z.ZodType;

/** What proves, beside a client ID, that its account makes the call. */
export type ProofKind = 'api_key' | 'session' | 'wallet_session';

/** What `run` returns where the answer has additional headers, such as a cookie. */
export class AnswerWithHeaders<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

interface FileParts {
  readonly type: 'text/html' | 'application/pdf';
  readonly content: Buffer;
  readonly fileName: string;
  /** The content security policy that it is shown under, where that is not the one of all answers. */
  readonly policy?: string;
}

/** What `run` returns where the caller asked for a document in place of JSON. */
export class AnswerFile {
  readonly parts: FileParts;

  constructor(parts: FileParts) {
    this.parts = parts;
  }
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** A request as it was sent. */
export interface RawRequest {
  readonly rawBody: Buffer;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** One endpoint as data: it cannot exist without saying who may call it. */
export interface Endpoint<
  Ctx,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Verb and noun; also the name of the file and of the verb it calls. */
  readonly operationId: string;
  /** Which of the hosts serves it. */
  readonly host: 'api' | 'auth';
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters as `{token}`. */
  readonly path: string;
  readonly tag: string;
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly description?: string;
  /** The credentials it takes, tried in this order. `none` means that anybody may call. */
  readonly accepts: readonly CredentialKind[];
  /** Whether a client ID must come with an `Origin` header even if it has no allowed domains. */
  readonly originRequired?: boolean;
  /**
   * Whether a client ID with allowed domains may come without an `Origin`, as from a server.
   * One that is sent must still be listed.
   */
  readonly originOptional?: boolean;
  /**
   * Credentials read beside the client ID, as proof and not as scope; the first that came counts.
   * They may be missing; one that is sent must be valid and of the same account, and the actor
   * then says `provenBy`. A `wallet_session` refuses (403) the session of an email address.
   */
  readonly alsoReads?: readonly ProofKind[];
  /**
   * What a person must at least be in the account whose session comes, as credential or as proof; see `mayActAs`.
   * Every endpoint that takes or reads sessions says so: without it, none is let in.
   */
  readonly leastRole?: Role;
  /**
   * Whether somebody who signed in with a password may call before a second factor is added, where the installation
   * requires one: only what leads there.
   */
  readonly isOpenWithoutSecondFactor?: true;
  /** Counted apart from other calls, against the more relaxed limit of managing credentials. */
  readonly rateClass?: 'management';
  /** Whether a 400 carries the schema's issue array as its `message`, as some answers must. */
  readonly issueArray?: boolean;
  /** Whether the `message` of a 400 is `Validation failed`, as some queries must be answered. */
  readonly fieldsOnly?: boolean;
  /**
   * How long callers may cache the answer of a read that is the same for everybody until a setting
   * or the release changes; it then carries an ETag. Other answers are not cached.
   */
  readonly cacheSeconds?: number;
  /**
   * Whether a call that is repeated has one effect and one answer by what it carries, also where it cannot be one
   * transaction; an idempotency key is then not read.
   */
  readonly isIdempotent?: true;
  /**
   * Whether the operation writes all of its effect by one statement, with the answer to a call that has an idempotency
   * key: it then calls `ctx.keepAnswer` with what it answers, and shares that statement with other calls.
   */
  readonly keepsAnswer?: true;
  /**
   * Whether the operation queries a node. A call with an idempotency key is one transaction, which then
   * keeps a database connection during the query; only a few of those run at once, see
   * `NODE_CALL_LIMITS`.
   */
  readonly hasNodeQueries?: true;
  readonly params: Params;
  readonly query: Query;
  /** How many bytes its body may have, where that is more than other endpoints take. */
  readonly bodyBytesMax?: number;
  /** Undefined where the method carries no body. A strict object, so that unknown fields are refused. */
  readonly body: Body | undefined;
  /** Whether `run` is handed the body as it was sent beside the parsed one, for callers who sign their bytes. */
  readonly keepsRawBody?: true;
  /** Whether a call without any body is one with an empty object. */
  readonly isBodyOptional?: true;
  readonly answer: { readonly status: 200 | 201 | 202; readonly schema: Answer };
  readonly refusals: readonly DocumentedRefusal[];
  /**
   * Whether `run` returns an `ExportedList`, of which `answer` is the array: as long as it gets, in the form that the
   * query's `format` names.
   */
  readonly isExport?: true;
  /** The types of `AnswerFile` that `run` also returns, as the query's `format` names them. */
  readonly fileTypes?: readonly FileParts['type'][];
  /** Calls one verb. What it returns is filtered by the answer's schema before it leaves. */
  run(
    ctx: Ctx,
    input: {
      readonly params: z.output<Params>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
      /** Undefined but where `keepsRawBody`. */
      readonly raw: RawRequest | undefined;
    },
  ): Promise<
    | z.input<Answer>
    | AnswerWithHeaders<z.input<Answer>>
    | ExportedList<ItemOf<z.input<Answer>>>
    | AnswerFile
  >;
  /** Where callers may wait for what is not there yet, or be sent it as it comes. */
  readonly live?: LiveQuery<z.output<Query>, z.output<Answer>>;
}

/** Declares an endpoint and infers the types of `run` from its schemas. */
export function endpoint<
  Ctx,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  declared: Endpoint<Ctx, Params, Query, Body, Answer>,
): Endpoint<Ctx, Params, Query, Body, Answer> {
  return declared;
}

/** Where an operation is described on the reference page at `docsAt`. */
export function docUrlOf(
  { tag, operationId }: Pick<Endpoint<never>, 'tag' | 'operationId'>,
  docsAt: string,
): string {
  return `${docsAt}#/${encodeURIComponent(tag)}/${operationId}`;
}
