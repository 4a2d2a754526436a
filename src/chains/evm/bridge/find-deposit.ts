import type { DepositQuery, FoundDeposit } from '../../bridge.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { numberWord, wordOf } from './address-word.ts';
import { DEPOSIT_EVENT_TOPIC, readDepositEvent } from './deposits.ts';
import { readEnds } from './ends.ts';
import { checkInReceipt, findLogs } from './find-logs.ts';

/** See `BridgeReads.findDeposit`. Nodes have an index of all that is searched for, and a deposit has one event. */
export async function findDeposit(
  node: EvmNodeClient,
  spokePool: string,
  { query, fromBlock }: { readonly query: DepositQuery; readonly fromBlock: bigint },
): Promise<FoundDeposit | undefined> {
  const ends = await node.query((client) => readEnds(client, node.network));
  const topics = [
    DEPOSIT_EVENT_TOPIC,
    numberWord(query.destinationChainId),
    numberWord(query.depositId),
    wordOf(query.depositor),
  ];
  const range = { from: fromBlock, to: ends.headNumber };
  const { chainId: originChainId } = node.network;
  const read = (log: EventLog) => readDepositEvent(log, { spokePool, originChainId });
  const isWanted = (log: EventLog) => read(log)?.termsHash === query.termsHash;
  for await (const found of findLogs(node, { address: spokePool, topics, isWanted, ...range })) {
    checkInReceipt(found);
    const made = read(found.log);
    if (made === undefined) continue;
    return { deposit: made.deposit, transactionHash: found.log.transactionHash };
  }
  return undefined;
}
