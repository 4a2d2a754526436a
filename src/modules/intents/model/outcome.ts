import type { Progress } from './progress.ts';

/** How a check left an intent that may have failed. */
interface FailedCheck extends Pick<Progress, 'status' | 'moves'> {
  /** Whether owners of a Safe signed it. */
  readonly isOfSafe: boolean;
}

/** Why a payment failed, for people; undefined of one that has not. */
export function failureOf({ status, moves, isOfSafe }: FailedCheck): string | undefined {
  switch (status) {
    case 'source_failed': {
      const { details } = moves.at(-1) ?? {};
      return whyNotPaid(details?.['because'], isOfSafe);
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

function whyNotPaid(because: unknown, isOfSafe: boolean): string {
  const isReplaced = because === 'replaced';
  if (isOfSafe) {
    return isReplaced
      ? 'The Safe executed another transaction in place of the proposed one: nothing was paid'
      : 'The Safe executed the proposed transaction, and its calls failed: nothing was paid';
  }
  return isReplaced
    ? 'The payer replaced the transaction on the source network by another one: nothing was paid'
    : 'The transaction on the source network was reverted: nothing was paid';
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
