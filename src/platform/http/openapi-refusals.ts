import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** A refusal or failure as the description lists it. */
export interface DescribedRefusal {
  readonly status: number;
  /** When this is answered, in one sentence. */
  readonly when: string;
  readonly schema?: z.ZodType;
}

const CREDENTIALS: readonly DescribedRefusal[] = [
  { status: 401, when: 'A credential is missing or not valid.' },
  { status: 403, when: 'The credential is valid and may not make this call.' },
];

const BODY: readonly DescribedRefusal[] = [
  { status: 413, when: 'The body is too large.' },
  { status: 415, when: 'The body is not `application/json`, or is compressed.' },
];

const ALWAYS: readonly DescribedRefusal[] = [
  { status: 400, when: 'The request does not fit its schema.' },
  { status: 429, when: 'The rate limit is exceeded.' },
  { status: 500, when: 'Something went wrong on our side.' },
  { status: 503, when: 'Something this depends on is not reachable.' },
];

/** What any endpoint of this kind can answer beside what it documents itself. */
export function standardRefusals<Ctx>(endpoint: Endpoint<Ctx>): readonly DescribedRefusal[] {
  const asksWho = endpoint.accepts.some((kind) => kind !== 'none');
  return [...ALWAYS, ...(asksWho ? CREDENTIALS : []), ...(endpoint.body ? BODY : [])];
}
