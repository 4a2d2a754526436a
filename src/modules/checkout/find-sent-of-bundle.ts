import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import {
  type ForwardedTransaction,
  findOpenForwarded,
  findSentOf,
} from '#modules/forwarding/index.ts';
import {
  executableChildren,
  type MulticallChild,
  type MulticallPayout,
} from '#modules/multicall-payouts/index.ts';
import { type FeesByRequest, findFeesOf } from './order-with-fees.ts';

/** What was forwarded for a bundle or for children of it and has not ended. */
interface SentOfBundle {
  readonly sent: readonly ForwardedTransaction[];
  /** The fees of its children that are due with them, on networks where transactions are forwarded. */
  readonly fees: FeesByRequest;
}

/**
 * The transactions that were forwarded for a bundle or for payments and fees of its children and have not ended. One
 * query for each network that forwards any, and one for fees where there are. Throws `Outage`; a view is given all that
 * were forwarded where no node answers.
 */
export async function findSentOfBundle(
  ctx: Context,
  payout: MulticallPayout,
  { isView }: { readonly isView: boolean },
): Promise<SentOfBundle> {
  const { token, accountId } = payout;
  const asked = executableChildren(ctx, payout).filter(
    ({ network }) => ctx.chains.get(network)?.relay !== undefined,
  );
  const fees = await findFeesOf(ctx, { asked });
  const sent: ForwardedTransaction[] = [];
  for (const [network, children] of Map.groupBy(payout.children, (child) => child.network)) {
    const chain = ctx.chains.get(network);
    if (chain?.relay === undefined) continue;
    const paymentReferences = children.flatMap((child) => referencesOfChild(child, fees));
    try {
      const link = { token, accountId };
      sent.push(...(await findSentOf(ctx, { link, chain, paymentReferences })));
    } catch (error) {
      if (!isView || !(error instanceof Outage)) throw error;
      ctx.log.warn({ err: error, network }, 'what became of sent payments is not known');
      sent.push(...(await findOpenForwarded(ctx, { network, token, paymentReferences })));
    }
  }
  return { sent, fees };
}

/** The references of the children that transactions pay, or of which they pay a fee: none is to be paid beside them. */
export function heldReferences(
  { children }: MulticallPayout,
  { sent, fees }: SentOfBundle,
): ReadonlySet<string> {
  const paid = new Set(sent.flatMap(({ paymentReferences }) => paymentReferences));
  const held = children.filter((child) =>
    referencesOfChild(child, fees).some((reference) => paid.has(reference)),
  );
  return new Set(held.map(({ request }) => request.paymentReference));
}

function referencesOfChild({ request }: MulticallChild, fees: FeesByRequest) {
  const due = fees.get(request.id) ?? [];
  return [request, ...due].map(({ paymentReference }) => paymentReference);
}
