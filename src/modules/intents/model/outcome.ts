import type { Progress } from './progress.ts';

/** Why a payment failed, for people; undefined of one that has not. */
export function failureOf({
  status,
  moves,
}: Pick<Progress, 'status' | 'moves'>): string | undefined {
  switch (status) {
    case 'source_failed': {
      const { details } = moves.at(-1) ?? {};
      return details?.['because'] === 'replaced'
        ? 'The payer replaced the transaction on the source network by another one: nothing was paid'
        : 'The transaction on the source network was reverted: nothing was paid';
    }
    case 'unfilled':
      return 'The bridge did not deliver the payment before its deadline: the money goes back to the payer';
    // A refund that was found in the check that saw the deadline pass.
    case 'refunded':
      return 'The bridge did not deliver the payment before its deadline: the money went back to the payer';
    case 'unpaid':
      return 'The bridge delivered the money, and the payment was not made: the money went to the payer on the network of the payment';
    default:
      return undefined;
  }
}

/** Money that went back to a payer. */
export interface ReturnedMoney {
  readonly to: string;
  readonly units: bigint;
  readonly token: string;
  readonly chainId: number;
}

/** What a payer got back, by a refund of the bridge or on the destination; undefined where nothing did. */
export function refundOf({
  status,
  refund,
  deposit,
  fill,
}: Pick<Progress, 'status' | 'refund' | 'deposit' | 'fill'>): ReturnedMoney | undefined {
  if (deposit === null) return undefined;
  if (status === 'refunded' && refund !== null) {
    const { inputToken: token, inputUnits: units, originChainId: chainId } = deposit;
    return { to: refund.to, units, token, chainId };
  }
  if (status !== 'unpaid' || fill?.fallback === undefined) return undefined;
  const { address: to, units } = fill.fallback;
  return { to, units, token: deposit.outputToken, chainId: deposit.destinationChainId };
}
