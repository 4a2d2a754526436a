import type { CredentialKind } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import type { CarrierKind } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';

/** The part of an endpoint that names the credentials it takes. */
type Accepting = Pick<Endpoint<never>, 'accepts'>;

const CARRIER_NAMES: Readonly<Record<CarrierKind, string>> = {
  api_key: 'x-api-key',
  client_id: 'x-client-id',
  orchestrator_key: 'x-orchestrator-key',
  session: 'a session',
};

const KIND_NAMES: Readonly<Record<Exclude<CredentialKind, 'none'>, string>> = {
  api_key: 'x-api-key',
  client_id: 'x-client-id',
  session: 'a session (cookie session_token or Authorization: Bearer)',
  administrator: 'the session of an administrator (cookie session_token or Authorization: Bearer)',
  wallet_session: 'the session of a wallet (cookie session_token or Authorization: Bearer)',
  orchestrator_key: 'x-orchestrator-key',
  orchestrator_pair: 'x-orchestrator-key with x-client-id',
};

/** 401: a call without credentials. */
export function missingCredentials(rule: Accepting): Refusal {
  return new Refusal('missing_credentials', 401, `Send ${namesOf(rule)} to say who is calling`);
}

const INVALID: Readonly<Record<CarrierKind, string>> = {
  api_key: 'The x-api-key is unknown, expired or revoked',
  client_id: 'The x-client-id is not known',
  orchestrator_key: 'The x-orchestrator-key is unknown, expired or revoked',
  session: 'The session is unknown, has ended or idled out; sign in again',
};

/** 401: a credential that does not exist. */
export function invalidCredentials(kind: CarrierKind): Refusal {
  return new Refusal('invalid_credentials', 401, INVALID[kind]);
}

/** 401: a client ID without the `Origin` that must come with it. */
export function originRequired(): Refusal {
  return new Refusal('origin_required', 401, 'Origin header is required');
}

/** 401: a partner's key without the platform for which it acts. */
export function clientIdRequired(): Refusal {
  return new Refusal('client_id_required', 401, 'x-client-id header is required');
}

/** 403: a valid credential of a kind that the endpoint does not take. */
export function credentialsNotAccepted(kind: CarrierKind, rule: Accepting): Refusal {
  const message = `This endpoint does not take ${CARRIER_NAMES[kind]}; send ${namesOf(rule)}`;
  return new Refusal('credentials_not_accepted', 403, message);
}

/** 403: a session that was opened with a password where a wallet must have signed. */
export function walletSessionRequired(): Refusal {
  const message = 'Sign in with a wallet: the session of an email address may not do this';
  return new Refusal('wallet_session_required', 403, message);
}

/** 403: a session by password alone where the installation requires a second factor. */
export function secondFactorRequired(): Refusal {
  const message = 'This installation requires a second factor: add one first';
  return new Refusal('second_factor_required', 403, message);
}

/** 404: what administrators call, to everybody else. */
export function administratorsOnly(): Refusal {
  return new Refusal('no_such_endpoint', 404, 'Nothing is here for you');
}

/** 403: an administrator whose password alone opened the session. */
export function strongSessionRequired(): Refusal {
  const message =
    'Administrators sign in with a wallet or with a second factor; add one under Security, then sign in again';
  return new Refusal('second_factor_required', 403, message);
}

/** 403: a valid credential of an account that an operator has blocked. */
export function accountBlocked(): Refusal {
  const message = 'The operator of this installation has blocked this account; ask them why';
  return new Refusal('account_blocked', 403, message);
}

/** 403: a member of the account whose role is not enough. */
export function roleTooLow(role: Role, least: Role | undefined): Refusal {
  const needed = least === undefined || least === 'owner' ? 'an owner' : `${least} or an owner`;
  const message = `Your role in this account is ${role}; this needs ${needed}`;
  return new Refusal('role_too_low', 403, message);
}

/** 403: a write by cookie from a page that is not ours. */
export function crossSiteRefused(): Refusal {
  const message = 'A session cookie writes only from the pages of this service';
  return new Refusal('cross_site', 403, message);
}

/** 403: a client ID that was switched off or revoked. */
export function clientIdNotActive(status: 'inactive' | 'revoked'): Refusal {
  return new Refusal('client_id_not_active', 403, `This client ID is ${status}`);
}

/** 403: the pay page's own client ID, for what is not the page's. */
export function clientIdForPayers(): Refusal {
  const message = 'The client ID of the pay page reads and pays links only; use one of your own';
  return new Refusal('client_id_for_payers', 403, message);
}

/** 403: a partner's key beside a client ID that is not linked to that partner. */
export function clientIdNotLinked(): Refusal {
  const message = 'The x-client-id is not linked to the orchestrator of the x-orchestrator-key';
  return new Refusal('client_id_not_linked', 403, message);
}

/** 403: a call from an origin that the client ID does not list. */
export function originNotAllowed(): Refusal {
  const message = 'This client ID may not be used from the origin of this call';
  return new Refusal('origin_not_allowed', 403, message);
}

/** 403: a proof of another account than that of the client ID. */
export function credentialsOfTwoAccounts(kind: CarrierKind): Refusal {
  const proof = kind === 'session' ? 'The session' : `The ${CARRIER_NAMES[kind]}`;
  const message = `${proof} belongs to another account than the x-client-id`;
  return new Refusal('credentials_of_two_accounts', 403, message);
}

/** 429: more calls than 60 seconds allow, or a block after a sustained breach. */
export function tooManyRequests(): Refusal {
  return new Refusal('rate_limited', 429, 'Too Many Requests');
}

function namesOf({ accepts }: Accepting): string {
  const names = accepts.flatMap((kind) => (kind === 'none' ? [] : [KIND_NAMES[kind]]));
  return names.join(' or ');
}
