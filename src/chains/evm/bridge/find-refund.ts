import { decodeEventLog, encodeEventTopics, toEventSelector } from 'viem';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import type { BridgeDeposit, Refund } from '../../bridge.ts';
import { type EventLog, eventOf } from '../../events/event-log.ts';
import { readTokenMovement } from '../../events/movements.ts';
import { evmAddress } from '../address.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { wordOf } from './address-word.ts';
import { readEvent } from './deposits.ts';
import { readEnds } from './ends.ts';
import { checkInReceipt, findLogs } from './find-logs.ts';

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');
const [REFUND_TOPIC] = encodeEventTopics({
  abi: spokePoolAbi,
  eventName: 'ExecutedRelayerRefundRoot',
});

/** Where a refund is looked for. */
interface RefundQuery {
  readonly deposit: BridgeDeposit;
  readonly fromBlock: bigint;
  /** In the first block. */
  readonly afterLogIndex: number | undefined;
}

/**
 * See `BridgeReads.findRefund`. No event names the deposit: what counts is the token's Transfer from the spoke pool to the depositor,
 * after the deadline and of at least the deposit, beside the event of a refund that names both.
 */
export async function findRefund(
  node: EvmNodeClient,
  spokePool: string,
  { deposit, fromBlock, afterLogIndex = -1 }: RefundQuery,
): Promise<Refund | undefined> {
  const ends = await node.query((client) => readEnds(client, node.network));
  const topics = [TRANSFER_TOPIC, wordOf(spokePool), wordOf(deposit.depositor)];
  const range = { from: fromBlock, to: ends.headNumber };
  const unitsOf = (log: EventLog) => readTokenMovement(log)?.units ?? 0n;
  const isWanted = (log: EventLog) => unitsOf(log) >= deposit.inputUnits;
  const query = { address: deposit.inputToken, topics, isWanted, ...range };
  for await (const found of findLogs(node, query)) {
    checkInReceipt(found);
    const units = unitsOf(found.log);
    const { number, hash, time } = found.block;
    if (number === fromBlock && found.log.logIndex <= afterLogIndex) continue;
    const logs = found.receipt.logs.map(eventOf);
    const isAfter = time > deposit.fillDeadline;
    if (!isAfter || !logs.some((log) => isRefund(log, spokePool, { deposit, units }))) continue;
    return {
      transactionHash: found.log.transactionHash,
      block: { number, hash },
      blockTime: time,
      logIndex: found.log.logIndex,
      isFinal: number <= ends.finalNumber,
      to: deposit.depositor,
      units,
    };
  }
  return undefined;
}

/** Whether a log of the spoke pool reports a refund of so much to the depositor, in the deposit's token. */
function isRefund(
  { address, topics, data }: EventLog,
  spokePool: string,
  { deposit, units }: { readonly deposit: BridgeDeposit; readonly units: bigint },
): boolean {
  if (address !== spokePool.toLowerCase() || topics[0] !== REFUND_TOPIC) return false;
  const { args } = readEvent(() =>
    decodeEventLog({
      abi: spokePoolAbi,
      eventName: 'ExecutedRelayerRefundRoot',
      data,
      topics: [REFUND_TOPIC, ...topics.slice(1)],
    }),
  );
  const isToDepositor = args.refundAddresses.some(
    (to, i) => evmAddress(to) === deposit.depositor && args.refundAmounts[i] === units,
  );
  return evmAddress(args.l2TokenAddress) === deposit.inputToken && isToDepositor;
}
