import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { refuseField } from '#kit/failure.ts';
import {
  differencesFrom,
  isTransferOf,
  type PaymentProof,
  type ProofDifference,
  readClaim,
} from './model/payment-proof.ts';

/** What a chain says of a receipt, now. */
interface ProofVerification {
  readonly isVerified: boolean;
  readonly isFound: boolean;
  readonly confirmations: number;
  readonly checkedAt: string;
  readonly differences: ProofDifference[];
}

/**
 * Reads the block that a receipt names from a node, and compares what it has with what the receipt says; nothing that is recorded here
 * counts. Refuses (400) a network without a node here and claims that no chain could have; throws `Outage` where no node answers.
 */
export async function verifyReceipt(ctx: Context, proof: PaymentProof): Promise<ProofVerification> {
  const chain = ctx.chains.get(proof.network);
  if (chain === undefined) {
    throw refuseField('network', 'No node of this network is connected here');
  }
  const claim = readClaim(proof, chain);
  const block = BigInt(proof.blockNumber);
  const head = await chain.readHead();
  const none = { isVerified: false, isFound: false, confirmations: 0, differences: [] };
  const checkedAt = isoTime(ctx.now());
  if (block > head) return { ...none, checkedAt };
  for await (const { transfers } of chain.scan({ from: block, to: block })) {
    const transfer = transfers.find((one) => isTransferOf(proof, one));
    if (transfer === undefined) continue;
    const differences = differencesFrom(claim, chain, transfer);
    const confirmations = Number(head - block) + 1;
    const isVerified = differences.length === 0;
    return { isVerified, isFound: true, confirmations, checkedAt, differences };
  }
  return { ...none, checkedAt };
}
