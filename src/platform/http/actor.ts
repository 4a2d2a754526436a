/** The ways of proving who calls, as an endpoint's `accepts` list names them. */
export type CredentialKind = 'api_key' | 'client_id' | 'none';

/** Who is asking: the one value that permission and blame come from. */
export type Actor =
  | { readonly kind: 'api_key'; readonly accountId: string; readonly apiKeyId: string }
  | {
      readonly kind: 'client_id';
      readonly accountId: string;
      /** The row, not the public `cli_...` text. */
      readonly clientIdId: string;
      readonly clientId: string;
      readonly origin: string | undefined;
      /** An empty list is a backend client ID, which no browser carries. */
      readonly allowedDomains: readonly string[];
      /** Set when an API key of the same account came with it; see `Endpoint.alsoReads`. */
      readonly provenBy?: 'api_key';
    }
  /** Nobody in particular: public endpoints. */
  | { readonly kind: 'none' }
  /** Florin itself, in its sweeps, watchers and commands. */
  | { readonly kind: 'system' };
