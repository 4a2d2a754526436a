import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { findSucceededAbout, hasOpenAbout } from '#modules/relayer/index.ts';
import { findPayments } from './store/shown-payments.ts';

interface RelayedRequest {
  readonly accountId: string;
  readonly network: NetworkId;
  /** The row of the request. */
  readonly requestRowId: string;
  readonly requestId: string;
}

/** What transactions for a request are about: of two that are open only one is sent. */
export function subjectOf(requestId: string): string {
  return `request ${requestId}`;
}

/** Whether a payment of a request that was sent with this installation's key may still be carried out, or was and is not counted yet. */
export async function isRelayed(ctx: Context, request: RelayedRequest): Promise<boolean> {
  return (
    (await hasOpenAbout(ctx, subjectOf(request.requestId))) || (await isUncounted(ctx, request))
  );
}

/** Whether a transaction that was carried out is not counted yet: what it paid still seems to be due. */
async function isUncounted(
  ctx: Context,
  { accountId, network, requestRowId, requestId }: RelayedRequest,
): Promise<boolean> {
  const about = { accountId, network, subject: subjectOf(requestId) };
  for (const hashes of await findSucceededAbout(ctx, about)) {
    const counted = await Promise.all(
      hashes.map((transactionHash) =>
        findPayments(ctx, { accountId, requestRowId, transactionHash }, { limit: 1, offset: 0 }),
      ),
    );
    if (counted.every(({ total }) => total === 0)) return true;
  }
  return false;
}
