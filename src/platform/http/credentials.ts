import type { Actor } from './actor.ts';

/** What is known of a client ID, whatever its status, so that a revoked one can be told so. */
export interface FoundClientId {
  readonly accountId: string;
  /** The row, not the public `cli_...` text. */
  readonly clientIdId: string;
  readonly clientId: string;
  readonly allowedDomains: readonly string[];
  readonly status: 'active' | 'inactive' | 'revoked';
}

/** How the plumbing asks who a credential belongs to; the rooms answer, handed in by the wiring. */
export interface CredentialLookups {
  /** Undefined for a key that is unknown, expired or revoked. */
  apiKey(raw: string): Promise<Extract<Actor, { kind: 'api_key' }> | undefined>;
  /** Undefined for a client ID that never existed. */
  clientId(raw: string): Promise<FoundClientId | undefined>;
}

/** The header that carries each kind of credential. */
export const CREDENTIAL_HEADERS = { api_key: 'x-api-key', client_id: 'x-client-id' } as const;

/**
 * Longer than any credential we issue (prefix, random part and checksum: about 60), with room for
 * prefixes to come; a longer value cannot be one of ours, so it costs no query.
 */
const CREDENTIAL_CHARS_MAX = 128;

/** Whether a header's value could be a credential at all: printable, without spaces, not too long. */
export function maybeCredential(value: string): boolean {
  return value.length <= CREDENTIAL_CHARS_MAX && /^[\x21-\x7e]+$/.test(value);
}
