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

/** All that a Transfer's data holds: one number. */
const ONE_WORD = /^0x[0-9a-fA-F]{64}$/;

/** The block that holds a receipt. */
export interface ReceiptBlock extends BlockPoint {
  readonly time: Date;
}

/**
 * The payments in one receipt, in the order of their events. What the event says is only a claim:
 * the credit is what a Transfer log of the same token to the same payee says. The proxy moves the
 * tokens just before it tells, so the log is looked for right before this event and behind the one
 * before, and no log backs two events. More than the event claims is never credited: what else the
 * payee got in the same transaction paid for something else.
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
      const before = logs.filter(
        ({ logIndex }) => logIndex > behindIndex && logIndex < event.logIndex,
      );
      const moved = proxyMovement(before, args);
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
        creditedUnits: smaller(moved?.units ?? 0n, args.amount),
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

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** The last movement to the payee, or the one before where the last is a fee to the same address. */
function proxyMovement(
  logs: readonly Log[],
  told: {
    readonly tokenAddress: Hex;
    readonly to: Hex;
    readonly feeAmount: bigint;
    readonly feeAddress: Hex;
  },
): Movement | undefined {
  const arrived = logs
    .map((log) => movementOf(log, told.tokenAddress))
    .filter((movement) => movement?.to === told.to);
  const feeArrived = told.feeAmount > 0n && told.feeAddress === told.to;
  return arrived.at(feeArrived ? -2 : -1);
}

interface Movement {
  readonly from: Hex;
  readonly to: Hex;
  readonly units: bigint;
}

/**
 * Some tokens log a Transfer of another shape; those say nothing that can be relied on. They are not
 * even decoded, which would throw: whoever made the token chose its bytes.
 */
function movementOf(log: Log, tokenAddress: Hex): Movement | undefined {
  const isTransfer = log.topics[0] === TRANSFER_TOPIC && log.topics.length === 3;
  if (!isTransfer || !isFrom(log, tokenAddress) || !ONE_WORD.test(log.data)) return undefined;
  const { args } = decodeEventLog({
    abi: erc20Abi,
    eventName: 'Transfer',
    data: log.data,
    topics: log.topics,
  });
  return { from: args.from, to: args.to, units: args.value };
}
