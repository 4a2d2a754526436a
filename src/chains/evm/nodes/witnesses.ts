import { hexToBigInt, numberToHex, type RpcBlock, type RpcTransactionReceipt } from 'viem';
import type { WitnessedFact, Witnesses } from '../../chain.ts';
import type { NodeClient } from '../client.ts';
import { type PayingContracts, paymentsIn } from '../decode.ts';

/** Asks every node for the transaction's receipt and for the block of that number, in one request each. */
export async function countWitnesses(
  node: NodeClient,
  contracts: PayingContracts,
  fact: WitnessedFact,
): Promise<Witnesses> {
  const { block, transactionHash } = fact;
  const said = await node.askEach((client) =>
    Promise.all([
      client.request({ method: 'eth_getTransactionReceipt', params: [transactionHash] }),
      client.request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(block.number), false],
      }),
    ]),
  );
  let [agree, silent] = [0, 0];
  const disagree: string[] = [];
  for (const { label, name, answer } of said) {
    switch (await judge(answer, contracts, fact)) {
      case 'agrees':
        agree += 1;
        break;
      case 'is silent':
        silent += 1;
        break;
      case 'disagrees':
        disagree.push(name);
        node.meter.count('rpc_disagreements_total', { network: node.network.id, node: label });
    }
  }
  return { agree, disagree, silent };
}

async function judge(
  answer: readonly [RpcTransactionReceipt | null, RpcBlock | null] | undefined,
  contracts: PayingContracts,
  fact: WitnessedFact,
): Promise<'agrees' | 'disagrees' | 'is silent'> {
  const [receipt, found] = answer ?? [null, null];
  if (found === null) return 'is silent';
  if (found.hash !== fact.block.hash) return 'disagrees';
  // A pruned node keeps the block and its transactions, and no receipts: it says nothing against them.
  if (receipt === null) return holds(found, fact) ? 'is silent' : 'disagrees';
  return (await hasPaid(receipt, contracts, fact)) ? 'agrees' : 'disagrees';
}

/** Whether a block names the fact's transaction. */
function holds({ transactions }: RpcBlock, { transactionHash }: WitnessedFact): boolean {
  return transactions.some((one) => (typeof one === 'string' ? one : one.hash) === transactionHash);
}

/** Whether a receipt is of the fact's block, and holds what was paid where that is judged. */
async function hasPaid(
  receipt: RpcTransactionReceipt,
  contracts: PayingContracts,
  { block, isPaidBy }: WitnessedFact,
): Promise<boolean> {
  if (receipt.blockHash !== block.hash) return false;
  if (isPaidBy === undefined) return true;
  // Its time is told by no receipt, and is not compared.
  const at = { hash: block.hash, number: hexToBigInt(receipt.blockNumber), time: new Date(0) };
  return await isPaidBy(paymentsIn(receipt, contracts, at));
}
