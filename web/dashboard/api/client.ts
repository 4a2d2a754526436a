import createClient from 'openapi-fetch';
import type { paths } from '../../api/schema.generated.d.ts';
import { isRecord, member } from '../../engine/members.ts';
import { config } from '../config.ts';
import { noteContact } from '../session/contact.ts';

/** The API refused or could not be reached; its own words are shown to whoever asked. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** 0 where nothing usable came back. */
  readonly status: number;
  /** The stable word of the API's error body. */
  readonly code: string;
  /** What support finds the call by. */
  readonly correlationId: string | undefined;
  /** What is wrong with single fields of the body. */
  readonly fields: ReadonlyMap<string, string>;

  constructor(status: number, body: unknown) {
    super(messageOf(status, body));
    this.status = status;
    this.code = textIn(body, 'code') ?? (status === 0 ? 'unreachable' : 'unknown');
    this.correlationId = textIn(body, 'correlationId');
    this.fields = fieldsOf(body);
  }
}

const UNREACHABLE = 'The service cannot be reached. Check your connection, then try again.';

function messageOf(status: number, body: unknown): string {
  if (status === 0) return UNREACHABLE;
  const message = member(body, 'message');
  return typeof message === 'string' ? message : `The service answered with status ${status}.`;
}

function textIn(body: unknown, name: string): string | undefined {
  const value = member(body, name);
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(body: unknown): ReadonlyMap<string, string> {
  const errors = member(body, 'errors');
  if (!Array.isArray(errors)) return new Map();
  return new Map(
    errors.filter(isRecord).map((one) => [String(one['field']), String(one['message'])] as const),
  );
}

type PathsBelow<Start extends string> = Pick<paths, Extract<keyof paths, `${Start}${string}`>>;

/** How a browser asks both hosts: with the session cookie, which no script can read, and without naming the page. */
const asked = {
  credentials: 'include',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const;

/** Endpoints of the auth host: sessions, keys, client IDs, destinations, webhooks, the audit log. */
export const auth = createClient<PathsBelow<'/v1/'>>({ baseUrl: config.authUrl, ...asked });

/** Endpoints of the API: links, requests, payments, events. */
export const api = createClient<PathsBelow<'/v2/'>>({ baseUrl: config.apiUrl, ...asked });

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What an endpoint answered; throws an `ApiError` where it refused or nothing came. */
export async function answerOf<Data>(asking: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await asking.catch(() => {
    throw new ApiError(0, undefined);
  });
  if (!response.ok || data === undefined) throw new ApiError(response.status, error);
  noteContact();
  return data;
}

/** A key under which a call that is repeated is done once; a form keeps it until it has an answer. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
