import type { Chain, NodeAgreement } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { NewTransfer } from '#modules/ledger/index.ts';
import { matchTransfers } from './match-transfers.ts';
import type { DueTransfer } from './store/due.ts';

/** The subject of a query: an event in a block, and what it pays. */
export type AskedTransfer = Pick<
  DueTransfer,
  | 'requestId'
  | 'block'
  | 'transactionHash'
  | 'logIndex'
  | 'payerAddress'
  | 'creditedUnits'
  | 'feeUnits'
  | 'feeAddress'
  | 'tokenUnits'
  | 'tokenFeeUnits'
>;

/** Queries every node of a network for the block of a transfer and its payment; never in a transaction. */
export async function queryNodes(
  ctx: Context,
  chain: Chain,
  transfer: AskedTransfer,
): Promise<NodeAgreement> {
  const { block, transactionHash } = transfer;
  return await chain.checkAgreement({
    block,
    transactionHash,
    isPaidBy: async (payments) =>
      (await matchTransfers(ctx, chain, payments)).some((one) => isSame(one, transfer)),
  });
}

/**
 * Whether what one node reports about is the transfer: the same event, by which the same payer pays as much of
 * the same request, with the same fee to the same receiver.
 */
function isSame(one: NewTransfer, transfer: AskedTransfer): boolean {
  return (
    one.requestId === transfer.requestId &&
    one.logIndex === transfer.logIndex &&
    one.creditedUnits === transfer.creditedUnits &&
    one.tokenUnits === transfer.tokenUnits &&
    one.feeUnits === transfer.feeUnits &&
    one.tokenFeeUnits === transfer.tokenFeeUnits &&
    one.feeAddress === transfer.feeAddress &&
    one.payerAddress === transfer.payerAddress
  );
}
