import { hexToBigInt, type RpcBlock, type RpcTransactionReceipt } from 'viem';
import type { AgreementQuery, NodeAgreement } from '../../chain.ts';
import { type PayingContracts, paymentsIn } from '../../events/decode.ts';
import { countVerdicts, type Verdict } from '../../nodes/agreement.ts';
import { listsTransaction, readBlock } from '../blocks.ts';
import type { EvmNodeClient } from './evm-connection.ts';

/** Reads the transaction's receipt and the block of that number from every node, in one request each. */
export async function checkAgreement(
  node: EvmNodeClient,
  contracts: PayingContracts,
  agreementQuery: AgreementQuery,
): Promise<NodeAgreement> {
  const { block, transactionHash } = agreementQuery;
  const said = await node.queryEach((client) =>
    Promise.all([
      client.request({ method: 'eth_getTransactionReceipt', params: [transactionHash] }),
      readBlock(client, node.network, block.number),
    ]),
  );
  return await countVerdicts(node, said, (answer) => judge(answer, contracts, agreementQuery));
}

async function judge(
  answer: readonly [RpcTransactionReceipt | null, RpcBlock | null] | undefined,
  contracts: PayingContracts,
  agreementQuery: AgreementQuery,
): Promise<Verdict> {
  const [receipt, found] = answer ?? [null, null];
  if (found === null) return 'is silent';
  if (found.hash !== agreementQuery.block.hash) return 'has another block';
  if (!listsTransaction(found, agreementQuery.transactionHash)) return 'is without it';
  // A pruned node keeps the block and its transactions, but no receipts: it does not contradict.
  if (receipt === null) return 'is silent';
  return (await hasPaid(receipt, contracts, agreementQuery)) ? 'agrees' : 'is without it';
}

/** Whether a receipt is of the fact's block, and has the same payment where that is compared. */
async function hasPaid(
  receipt: RpcTransactionReceipt,
  contracts: PayingContracts,
  { block, isPaidBy }: AgreementQuery,
): Promise<boolean> {
  if (receipt.blockHash !== block.hash) return false;
  if (isPaidBy === undefined) return true;
  // No receipt has its time, so that is not compared.
  const at = { hash: block.hash, number: hexToBigInt(receipt.blockNumber), time: new Date(0) };
  return await isPaidBy(paymentsIn(receipt, contracts, at));
}
