import { hexToBigInt, type RpcBlock, type RpcTransactionReceipt } from 'viem';
import type { AgreementQuery, NodeAgreement } from '../../chain.ts';
import { type PayingContracts, paymentsIn } from '../../events/decode.ts';
import { listsTransaction, readBlock } from '../blocks.ts';
import type { NodeClient } from '../client.ts';

/** Reads the transaction's receipt and the block of that number from every node, in one request each. */
export async function checkAgreement(
  node: NodeClient,
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
  const agreeing = new Set<string>();
  const [disagree, without]: [string[], string[]] = [[], []];
  let silent = 0;
  for (const { label, name, owner, answer } of said) {
    const verdict = await judge(answer, contracts, agreementQuery);
    if (verdict === 'agrees') agreeing.add(owner);
    else if (verdict === 'is silent') silent += 1;
    else {
      disagree.push(name);
      if (verdict === 'is without it') without.push(name);
      node.meter.count('rpc_disagreements_total', { network: node.network.id, node: label });
    }
  }
  const unanswered = said.flatMap(({ name, answer }) => (answer === undefined ? [name] : []));
  const alone = isAlone(said);
  const areOthersAbsent = alone && (await node.areAbsent(unanswered));
  const counted = { agree: agreeing.size, disagree, silent, without, unanswered };
  return { ...counted, isAlone: alone, areOthersAbsent };
}

function isAlone(said: Awaited<ReturnType<NodeClient['queryEach']>>): boolean {
  const answering = said.filter(({ answer }) => answer !== undefined);
  const countOf = (of: typeof said) => new Set(of.map(({ owner }) => owner)).size;
  return countOf(said) > 1 && countOf(answering) === 1;
}

async function judge(
  answer: readonly [RpcTransactionReceipt | null, RpcBlock | null] | undefined,
  contracts: PayingContracts,
  agreementQuery: AgreementQuery,
): Promise<'agrees' | 'has another block' | 'is without it' | 'is silent'> {
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
