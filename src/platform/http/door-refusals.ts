import { Refusal } from '#kit/failure.ts';
import { CREDENTIAL_HEADERS } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';

type KeyKind = keyof typeof CREDENTIAL_HEADERS;

/** The part of an endpoint that names the credentials it takes. */
type Accepting = Pick<Endpoint<never>, 'accepts'>;

/** 401: a call that says nothing about who makes it. */
export function missingCredentials(rule: Accepting): Refusal {
  return new Refusal('missing_credentials', 401, `Send ${namesOf(rule)} to say who is calling`);
}

/** 401: a credential that is nobody's. */
export function invalidCredentials(kind: KeyKind): Refusal {
  const message =
    kind === 'api_key'
      ? 'The x-api-key is unknown, expired or revoked'
      : 'The x-client-id is not known';
  return new Refusal('invalid_credentials', 401, message);
}

/** 401: a client ID without the `Origin` that must come with it. */
export function originRequired(): Refusal {
  return new Refusal('origin_required', 401, 'Origin header is required');
}

/** 403: a valid credential of a kind that the endpoint does not take. */
export function credentialsNotAccepted(kind: KeyKind, rule: Accepting): Refusal {
  const message = `This endpoint does not take ${CREDENTIAL_HEADERS[kind]}; send ${namesOf(rule)}`;
  return new Refusal('credentials_not_accepted', 403, message);
}

/** 403: a client ID that was switched off or revoked. */
export function clientIdNotActive(status: 'inactive' | 'revoked'): Refusal {
  return new Refusal('client_id_not_active', 403, `This client ID is ${status}`);
}

/** 403: a call from an origin that the client ID does not list. */
export function originNotAllowed(): Refusal {
  const message = 'This client ID may not be used from the origin of this call';
  return new Refusal('origin_not_allowed', 403, message);
}

/** 403: a proof that belongs to somebody else than the client ID that it should prove. */
export function credentialsOfTwoAccounts(): Refusal {
  const message = 'The x-api-key belongs to another account than the x-client-id';
  return new Refusal('credentials_of_two_accounts', 403, message);
}

/** 429: more calls than a minute may hold, or a block after going on nevertheless. */
export function tooManyRequests(): Refusal {
  return new Refusal('rate_limited', 429, 'Too Many Requests');
}

function namesOf({ accepts }: Accepting): string {
  const names = accepts.flatMap((kind) => (kind === 'none' ? [] : [CREDENTIAL_HEADERS[kind]]));
  return names.join(' or ');
}
