import { type FieldIssue, Refusal } from '#kit/failure.ts';
import type { SecurePayment } from './secure-payment.ts';

/** Who puts links together, as far as it decides which are theirs. */
export interface Merger {
  readonly accountId: string;
  /** The row of the client ID that they came with. */
  readonly clientIdId: string | null;
  /** The partner that acts for the account, where one does. */
  readonly orchestratorId: string | null;
  /** Whether only links that were created with this client ID are theirs. */
  readonly ownOnly: boolean;
}

/** Links under the tokens that a call names, in its order; undefined for those that are nothing. */
export type NamedLinks = readonly (readonly [token: string, link: SecurePayment | undefined])[];

/**
 * Refuses (400) tokens that cannot be put together, naming each and what is wrong with it: named
 * twice, nothing of the caller's, no single payout, no longer to be paid, being paid, on another
 * network, or with a fee, a client ID or a partner that one link cannot have beside the others'.
 */
export function checkMergeable(
  named: NamedLinks,
  { merger, now }: { readonly merger: Merger; readonly now: Date },
): void {
  // Foreign links are as unknown as none, also where they stand beside own ones.
  const own = named.map(
    ([token, link]) => [token, link && isOf(link, merger) ? link : undefined] as const,
  );
  const links = own.flatMap(([, link]) => link ?? []);
  const seen = new Set<string>();
  const errors = own.flatMap(([token, link], i): FieldIssue[] => {
    const isRepeated = seen.has(token);
    seen.add(token);
    const problem = isRepeated
      ? 'is named twice'
      : (aloneProblem(link, now) ?? jointProblem(link, { links, merger }));
    if (problem === undefined) return [];
    const field = `tokens[${i}]`;
    return [{ field, message: `${field}: ${token} ${problem}` }];
  });
  if (errors.length === 0) return;
  const message = errors.map((error) => error.message).join('; ');
  throw new Refusal('not_mergeable', 400, { message, errors });
}

const NO_LONGER: Readonly<Partial<Record<SecurePayment['status'], string>>> = {
  completed: 'was paid already',
  expired: 'has expired',
  invalidated: 'was withdrawn or replaced',
  compliance_failed: 'was refused',
};

/** What is wrong with a link whatever stands beside it. */
function aloneProblem(link: SecurePayment | undefined, now: Date): string | undefined {
  if (link === undefined) return 'is no secure payment of this account';
  if (link.flow !== 'outgoing') return 'is incoming: only payouts can be put together';
  if (link.paymentType !== 'single') return 'is a batch: only single payouts can be put together';
  const over = NO_LONGER[link.status] ?? (link.expiresAt <= now ? NO_LONGER.expired : undefined);
  if (over !== undefined) return over;
  if (link.requests.some(({ paidUnits }) => paidUnits > 0n)) return 'was partly paid already';
  if (link.requests.some(({ seenTransactionHash }) => seenTransactionHash !== null)) {
    return 'is being paid';
  }
  return undefined;
}

function isOf(link: SecurePayment, merger: Merger): boolean {
  const { accountId, clientIdId, orchestratorId, ownOnly } = merger;
  if (link.accountId !== accountId) return false;
  if (ownOnly && link.clientIdId !== clientIdId) return false;
  return orchestratorId === null || link.orchestratorId === orchestratorId;
}

/** What is wrong with a link beside the others. */
function jointProblem(
  link: SecurePayment | undefined,
  { links, merger }: { readonly links: readonly SecurePayment[]; readonly merger: Merger },
): string | undefined {
  const network = link?.requests[0]?.network;
  const wanted = links[0]?.requests[0]?.network;
  if (network !== wanted) {
    return `is on ${network}, not on ${wanted}: All requests must be on the same network`;
  }
  const fee = feeAddressOf(link);
  if (fee !== undefined && fee !== links.map(feeAddressOf).find(Boolean)) {
    return 'pays its fee to another address than the first: a batch has one';
  }
  const owner = ownerOf(links, merger);
  if ((link?.clientIdId ?? owner.clientIdId) !== owner.clientIdId) {
    return 'was created with another client ID, whose webhooks would not be notified';
  }
  if ((link?.orchestratorId ?? owner.orchestratorId) !== owner.orchestratorId) {
    return 'was created by another orchestrator';
  }
  return undefined;
}

function feeAddressOf(link: SecurePayment | undefined): string | undefined {
  const fees = link?.requests.filter(({ feeUnits }) => feeUnits > 0n) ?? [];
  return fees[0]?.feeAddress ?? undefined;
}

/**
 * Whose client ID and partner a link has that replaces others: those of the caller, else
 * those that they were created with, so that the same endpoints are notified.
 */
export function ownerOf(
  links: readonly SecurePayment[],
  merger: Merger,
): Pick<Merger, 'clientIdId' | 'orchestratorId'> {
  const shared = (of: (link: SecurePayment) => string | null) =>
    links.map(of).find(Boolean) ?? null;
  return {
    clientIdId: merger.clientIdId ?? shared(({ clientIdId }) => clientIdId),
    orchestratorId: merger.orchestratorId ?? shared(({ orchestratorId }) => orchestratorId),
  };
}
