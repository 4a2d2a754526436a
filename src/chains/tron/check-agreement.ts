import type { AgreementQuery, NodeAgreement } from '../chain.ts';
import type { PayingContracts } from '../events/decode.ts';
import { countVerdicts, type Verdict } from '../nodes/agreement.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { readBlock, type TronBlock, type WantedBlock } from './block.ts';
import type { TronApi, TronNodeClient } from './nodes/tron-api.ts';
import { tronPaymentsIn } from './payments.ts';
import { readReceipts, type TronReceipt } from './receipts.ts';

/** What one node has of a block: its transactions, and its receipts unless it has none of them. */
interface Held {
  readonly block: TronBlock | undefined;
  readonly receipts: readonly TronReceipt[] | undefined;
}

/** Reads the block of that number with all its receipts from every node. */
export async function checkAgreement(
  node: TronNodeClient,
  contracts: PayingContracts,
  agreementQuery: AgreementQuery,
): Promise<NodeAgreement> {
  const said = await node.queryEach((api) =>
    queryHeld(api, { network: node.network, wanted: agreementQuery.block.number }),
  );
  return await countVerdicts(node, said, (held) => judge(held, contracts, agreementQuery));
}

async function queryHeld(api: TronApi, wanted: WantedBlock): Promise<Held> {
  const num = Number(wanted.wanted);
  const [held, infos] = await Promise.all([
    api.post('wallet/getblockbynum', { num }),
    api.post('wallet/gettransactioninfobyblocknum', { num }),
  ]);
  const block = readBlock(held, wanted);
  return { block, receipts: block && receiptsOrNothing(infos, block) };
}

/** A node that prunes keeps blocks without receipts, and answers an empty list. */
function receiptsOrNothing(infos: unknown, block: TronBlock): readonly TronReceipt[] | undefined {
  try {
    return readReceipts(infos, block);
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return undefined;
  }
}

async function judge(
  held: Held | undefined,
  contracts: PayingContracts,
  { block, transactionHash, isPaidBy }: AgreementQuery,
): Promise<Verdict> {
  if (held?.block === undefined) return 'is silent';
  if (held.block.hash !== block.hash) return 'has another block';
  if (!held.block.transactions.some(({ id }) => id === transactionHash)) {
    // A list that its header does not prove may lack anything.
    return held.block.isProven ? 'is without it' : 'is silent';
  }
  if (held.receipts === undefined) return 'is silent';
  if (isPaidBy === undefined) return 'agrees';
  const receipt = held.receipts.find((one) => one.transactionHash === transactionHash);
  const at = { ...block, time: held.block.time };
  const payments = receipt === undefined ? [] : tronPaymentsIn(receipt, contracts, at);
  return (await isPaidBy(payments)) ? 'agrees' : 'is without it';
}
