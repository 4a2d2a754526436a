import type { CallbackRequest } from './callback-request.ts';
import type { CallObservation } from './observe-calls.ts';

/** Whether a person or a company is checked. */
export type IdentityLevel = 'individual' | 'business';

/** What a check has come to. `unknown` is a state that is not in the provider's documentation: it approves nothing. */
export type IdentityStatus = 'pending' | 'approved' | 'rejected' | 'retry_required' | 'unknown';

/** What is asked of a provider: to check somebody, whom it only knows by a reference of ours. */
export interface IdentityCheckQuery {
  /** Ours, and another one for each check: an answer about an earlier check is never taken for one about this. */
  readonly userRef: string;
  readonly level: IdentityLevel;
  /** Where the provider's page sends the person afterwards; it proves nothing. */
  readonly successUrl: string;
  readonly failUrl: string;
  /** How long the address of the page works. */
  readonly ttlSeconds: number;
}

/** A check that the provider knows of. */
export interface StartedIdentityCheck {
  /** The provider's; it reads the check again by this. */
  readonly reference: string;
  /** The provider's page, for the person alone. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** What the provider itself says of a check when it is asked. */
export interface IdentityCheck {
  readonly reference: string;
  /** Whom it says the check is about; the caller compares it. */
  readonly userRef: string;
  readonly status: IdentityStatus;
  /** The provider's words for a refusal; none of them names a person. */
  readonly reasons: readonly string[];
  /** When the provider came to this, where it says so. */
  readonly at: Date | undefined;
}

/** A verified callback. It is a reason to read the check, and nothing more. */
export interface IdentityCallback extends Omit<IdentityCheck, 'at'> {
  /** The same for the same event, however often it is sent. */
  readonly eventId: string;
  readonly at: Date;
}

/** Checks who people are, on pages of its own. */
export interface IdentityProvider {
  /** What messages, metrics and the address of its callbacks call it. */
  readonly name: string;
  /** What it is configured to check. */
  readonly levels: readonly IdentityLevel[];
  /** Starts a check, or returns the one of the same `userRef` with a new address. Throws `Outage`. */
  start(query: IdentityCheckQuery): Promise<StartedIdentityCheck>;
  /** What the provider says of a check. Throws `Outage` where it does not answer as documented. */
  readStatus(reference: string): Promise<IdentityCheck>;
  /**
   * What a request says that claims to come from the provider; undefined for a verified one that is not about a check.
   * Refuses (401) one whose signature is missing or wrong, and (400) one that is too old, or is not of the documented shape.
   */
  parseCallback(request: CallbackRequest): IdentityCallback | undefined;
  /** Throws `Outage` unless the provider takes our key. Changes nothing. */
  checkAccess(): Promise<void>;
  /** How its calls went, as this process has observed them. */
  observed?(): CallObservation;
}

/** The providers of an installation. */
export interface IdentityProviders {
  /** Starts the checks of new payers. */
  readonly starting: IdentityProvider;
  readonly all: readonly IdentityProvider[];
  /** The one of this name; undefined where it is not configured. */
  find(name: string): IdentityProvider | undefined;
}
