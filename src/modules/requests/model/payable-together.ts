import { type FieldIssue, Refusal } from '#kit/failure.ts';
import type { ShownRequest } from './shown-request.ts';

/**
 * Refuses (400) ids that cannot be paid, naming each and what is wrong with it: named twice, none of
 * the caller's, paid, being paid, or of a link that is over or hides something.
 */
export function checkPayableTogether(
  named: readonly (readonly [requestId: string, request: ShownRequest | undefined])[],
  now: Date,
): void {
  const seen = new Set<string>();
  const errors = named.flatMap(([requestId, request], i): FieldIssue[] => {
    const isRepeated = seen.has(requestId);
    seen.add(requestId);
    const problem = isRepeated ? 'is named twice' : problemOf(request, now);
    if (problem === undefined) return [];
    const field = `requestIds[${i}]`;
    return [{ field, message: `${field}: ${requestId} ${problem}` }];
  });
  if (errors.length === 0) return;
  const message = errors.map((error) => error.message).join('; ');
  throw new Refusal('not_payable', 400, { message, errors });
}

function problemOf(request: ShownRequest | undefined, now: Date): string | undefined {
  if (request === undefined) return 'is no request of this account';
  if (request.status === 'paid') return 'was paid already';
  if (request.seenTransactionHash !== null) return 'is being paid';
  if (request.payout !== undefined) return 'is paid out to a bank account, and paid alone';
  const { link } = request;
  if (link === undefined) return undefined;
  if (link.status !== 'pending' || link.expiresAt <= now) {
    return 'belongs to a secure payment that can no longer be paid';
  }
  return link.guards || link.hidesPayee
    ? 'restricts its payers: it is paid through its secure payment only'
    : undefined;
}
