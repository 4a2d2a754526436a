/** Who has endpoints: one client ID, the whole platform of an account, or a partner. */
export interface Holder {
  readonly accountId: string;
  /** Null for what is platform-wide or a partner's. */
  readonly clientIdId: string | null;
  /** The partner; null for the endpoints of platforms. */
  readonly orchestratorId: string | null;
}

/** Whose endpoints a caller may manage: one holder's, or all that an account has as a platform. */
export type Reach = Holder | { readonly accountId: string; readonly everyScope: true };
