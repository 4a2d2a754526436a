/** What is written of a client ID: its domains one a line; what is empty is none. */
export interface ClientIdDraft {
  readonly label: string;
  readonly domains: string;
  /** A share of 100, with at most two decimals. */
  readonly feePercentage: string;
  readonly feeAddress: string;
  readonly payeeDestinationId: string;
  readonly canPayAnyPayee: boolean;
}

interface Stored {
  readonly label: string;
  readonly allowedDomains: readonly string[];
  readonly feePercentage: string | null;
  readonly feeAddress: string | null;
  readonly payeeDestinationId: string | null;
  readonly canPayAnyPayee: boolean;
}

/** A client ID as its form shows it. */
export function draftOf(stored: Stored): ClientIdDraft {
  return {
    label: stored.label,
    domains: stored.allowedDomains.join('\n'),
    feePercentage: stored.feePercentage ?? '',
    feeAddress: stored.feeAddress ?? '',
    payeeDestinationId: stored.payeeDestinationId ?? '',
    canPayAnyPayee: stored.canPayAnyPayee,
  };
}

/** A form as the API is sent it: null takes away what was there. */
export function bodyOf(draft: ClientIdDraft) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    label: draft.label.trim(),
    allowedDomains: draft.domains.split(/\s+/).filter((domain) => domain !== ''),
    feePercentage: orNull(draft.feePercentage),
    feeAddress: orNull(draft.feeAddress),
    payeeDestinationId: orNull(draft.payeeDestinationId),
    canPayAnyPayee: draft.canPayAnyPayee,
  };
}

/** The same for a new client ID, of which nothing can be taken away. */
export function newBodyOf(draft: ClientIdDraft) {
  const { feePercentage, feeAddress, payeeDestinationId, ...rest } = bodyOf(draft);
  return {
    ...rest,
    ...(feePercentage !== null && { feePercentage }),
    ...(feeAddress !== null && { feeAddress }),
    ...(payeeDestinationId !== null && { payeeDestinationId }),
  };
}
