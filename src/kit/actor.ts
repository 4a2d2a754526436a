import type { Role } from './role.ts';

/**
 * The ways of proving who calls, as an endpoint's `accepts` list names them. A `session` is any
 * signed-in person; a `wallet_session` one whose wallet signed. An `orchestrator_pair` is a
 * partner's key with the client ID of a platform that linked to it. An `administrator` is a person who
 * administers the installation, signed in with a wallet or with a second factor.
 */
export type CredentialKind =
  | 'api_key'
  | 'client_id'
  | 'session'
  | 'wallet_session'
  | 'administrator'
  | 'orchestrator_key'
  | 'orchestrator_pair'
  | 'none';

/** What comes with a client ID, for every caller that uses it. */
export interface ClientIdTerms {
  /** The row, not the public `cli_...` text. */
  readonly clientIdId: string;
  readonly clientId: string;
  readonly origin: string | undefined;
  /** An empty list is a backend client ID, which no browser carries. */
  readonly allowedDomains: readonly string[];
  /** The destination that its links are paid to, as ERC-7828 text, where one is bound. */
  readonly boundDestinationId: string | undefined;
  /** Replaces the fee that a call names; undefined lets the call's own stand. */
  readonly defaultFee: { readonly percentage: string; readonly address: string } | undefined;
  /** Whether calls by it may name other payees than active destinations of its account. */
  readonly canPayAnyPayee: boolean;
  /** The partner that alone makes links with it, while it is linked to one. */
  readonly linkedTo: string | undefined;
}

/** A wallet that proved itself. */
export interface SignedInWallet {
  readonly family: 'evm' | 'tron';
  /** In the form in which its chain shows it. */
  readonly address: string;
  /** Set where a contract verified the signature: on other chains the address may belong to somebody else. */
  readonly contractChainId?: number | undefined;
}

/** A person who signed in. */
export interface SignedIn {
  readonly accountId: string;
  readonly sessionId: string;
  /** The row of the wallet or the email address that opened it; outlives the session. */
  readonly loginId: string;
  /** Whose login it is; one person may be in several accounts. */
  readonly personId: string;
  /** What this person is in the account, at the time of the call. */
  readonly role: Role;
  /** The wallet that signed, in the form in which its chain shows it; undefined for a password. */
  readonly wallet: SignedInWallet | undefined;
  /** Whether a second factor must be added before anything else is done. */
  readonly mustAddSecondFactor?: boolean;
  /** Whether this person administers the installation, in whatever account. */
  readonly isAdministrator?: boolean;
  /** Whether a wallet signed, or a second factor was proven beside the password. */
  readonly isStrong?: boolean;
}

/** A caller with an API key. */
export interface KeyHolder {
  readonly kind: 'api_key';
  readonly accountId: string;
  readonly apiKeyId: string;
}

/** Who calls: permissions and the audit log use this value alone. */
export type Actor =
  | KeyHolder
  /** An API key with a client ID of the same account, to which belongs what the call makes. */
  | (KeyHolder & ClientIdTerms)
  | ({
      readonly kind: 'client_id';
      readonly accountId: string;
      /** Set when a proof of the same account came with it; see `Endpoint.alsoReads`. */
      readonly provenBy?: 'api_key' | 'session';
    } & ClientIdTerms)
  | ({
      readonly kind: 'session';
      /** The partner that the account is, where the call is one for partners. */
      readonly orchestratorId?: string;
    } & SignedIn)
  | {
      readonly kind: 'orchestrator_key';
      /** The partner's own account. */
      readonly accountId: string;
      readonly orchestratorId: string;
      readonly orchestratorKeyId: string;
    }
  | ({
      readonly kind: 'orchestrator_pair';
      /** The platform's account, for which the partner acts. */
      readonly accountId: string;
      readonly orchestratorId: string;
      readonly orchestratorKeyId: string;
    } & ClientIdTerms)
  /** Nobody in particular: public endpoints. */
  | { readonly kind: 'none' }
  /** A person at the command line of the installation. */
  | { readonly kind: 'operator' }
  /** Florin itself, in its sweeps, watchers and commands. */
  | { readonly kind: 'system' };

/** The person who acts, by a session; null for programs. */
export function personOf(actor: Actor): string | null {
  return actor.kind === 'session' ? actor.personId : null;
}

/** The row of the credential that an actor used, and nothing for those without one. */
export function credentialIdOf(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'api_key':
      return actor.apiKeyId;
    case 'client_id':
      return actor.clientIdId;
    case 'session':
      return actor.sessionId;
    case 'orchestrator_key':
    case 'orchestrator_pair':
      return actor.orchestratorKeyId;
    case 'none':
    case 'operator':
    case 'system':
      return undefined;
  }
}
