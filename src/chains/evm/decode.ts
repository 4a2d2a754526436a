import { decodeEventLog, encodeEventTopics, type Log, type TransactionReceipt } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { Bug, invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, ObservedTransfer } from '../chain.ts';

function topicOf(topics: readonly (Hex | Hex[] | null)[]): Hex {
  const [topic] = topics;
  if (typeof topic !== 'string') throw new Bug('an event has no topic');
  return topic;
}

/** The first topic of the fee proxy's event. */
export const PROXY_EVENT_TOPIC: Hex = topicOf(
  encodeEventTopics({ abi: erc20FeeProxyAbi, eventName: 'TransferWithReferenceAndFee' }),
);
const TRANSFER_TOPIC: Hex = topicOf(encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer' }));

/** The block that holds a receipt. */
export interface ReceiptBlock extends BlockPoint {
  readonly time: Date;
}

/**
 * The payments in one receipt, in the order of their events. What the event says is only a claim:
 * the credit is what a Transfer log of the same token to the same payee says. The proxy moves the
 * tokens just before it tells, so the log is looked for between the event before and this one, and
 * no log backs two events.
 */
export function paymentsIn(
  receipt: Pick<TransactionReceipt, 'logs' | 'from' | 'transactionHash'>,
  proxyAddress: Hex,
  block: ReceiptBlock,
): ObservedTransfer[] {
  let behindIndex = -1;
  const logs = receipt.logs.toSorted((a, b) => a.logIndex - b.logIndex);
  return logs
    .filter((log) => isProxyEvent(log, proxyAddress))
    .map((event) => {
      const { args } = decodeEventLog({
        abi: erc20FeeProxyAbi,
        eventName: 'TransferWithReferenceAndFee',
        data: event.data,
        topics: event.topics,
      });
      const moved = logs
        .filter((log) => log.logIndex > behindIndex && log.logIndex < event.logIndex)
        .map((log) => movementOf(log, args.tokenAddress))
        .find((movement) => movement?.to === args.to);
      behindIndex = event.logIndex;
      return {
        block: { number: block.number, hash: block.hash },
        blockTime: block.time,
        transactionHash: receipt.transactionHash,
        logIndex: event.logIndex,
        proxyAddress,
        tokenAddress: args.tokenAddress,
        payeeAddress: args.to,
        payerAddress: moved?.from ?? receipt.from,
        referenceTopic: referenceTopicOf(event),
        claimedUnits: args.amount,
        creditedUnits: moved?.units ?? 0n,
        feeUnits: args.feeAmount,
        feeAddress: args.feeAddress,
      };
    });
}

/** The topic that stands for the payment reference in an event of the fee proxy. */
export function referenceTopicOf(log: Pick<Log, 'topics'>): Hex {
  const topic = log.topics[1];
  invariant(topic !== undefined, 'an event of the fee proxy names no reference');
  return topic;
}

function isProxyEvent(log: Log, proxyAddress: Hex): boolean {
  return isFrom(log, proxyAddress) && log.topics[0] === PROXY_EVENT_TOPIC;
}

function isFrom(log: Log, address: Hex): boolean {
  return log.address.toLowerCase() === address.toLowerCase();
}

interface Movement {
  readonly from: Hex;
  readonly to: Hex;
  readonly units: bigint;
}

/** Some tokens log a Transfer of another shape; those say nothing that can be relied on. */
function movementOf(log: Log, tokenAddress: Hex): Movement | undefined {
  if (!isFrom(log, tokenAddress) || log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== 3) {
    return undefined;
  }
  const { args } = decodeEventLog({
    abi: erc20Abi,
    eventName: 'Transfer',
    data: log.data,
    topics: log.topics,
  });
  return { from: args.from, to: args.to, units: args.value };
}
