import { decodeEventLog, encodeAbiParameters, encodeEventTopics, parseAbiParameters } from 'viem';
import { relayParameters, spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import { networkByChainId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { bytesOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { BridgeDeposit } from '../../bridge.ts';
import type { EventLog } from '../../events/event-log.ts';
import { addressOf } from './address-word.ts';
import { dateOfSeconds } from './deadline.ts';
import { decodeMessage } from './decode-message.ts';

/** What stands for no message. */
const NO_MESSAGE: Hex = `0x${'00'.repeat(32)}`;

const [DEPOSIT_TOPIC] = encodeEventTopics({ abi: spokePoolAbi, eventName: 'FundsDeposited' });
const [FILL_TOPIC] = encodeEventTopics({ abi: spokePoolAbi, eventName: 'FilledRelay' });

/** The deposits that a receipt's logs report, by the spoke pool's own events; those to other kinds of chains are left out. */
export function depositsIn(
  logs: readonly EventLog[],
  { spokePool, originChainId }: { readonly spokePool: string; readonly originChainId: number },
): BridgeDeposit[] {
  const address = spokePool.toLowerCase();
  return logs.flatMap((log) => {
    if (log.address !== address || log.topics[0] !== DEPOSIT_TOPIC) return [];
    return depositOf(log, originChainId) ?? [];
  });
}

/** The event of a deposit, and what of it identifies the deposit on its destination. */
function depositOf(log: EventLog, originChainId: number): BridgeDeposit | undefined {
  const args = argumentsOf(log);
  const { destinationChainId, message, ...terms } = args;
  const relay = { ...terms, message, originChainId: BigInt(originChainId) };
  const depositor = addressOf(args.depositor);
  const recipient = addressOf(args.recipient);
  const inputToken = addressOf(args.inputToken);
  const outputToken = addressOf(args.outputToken);
  const isElsewhere = destinationChainId > BigInt(Number.MAX_SAFE_INTEGER);
  if (depositor === undefined || recipient === undefined || isElsewhere) return undefined;
  const fillDeadline = dateOfSeconds(args.fillDeadline);
  if (inputToken === undefined || outputToken === undefined || fillDeadline === undefined)
    return undefined;
  // Any other recipient is given the tokens and calls nothing, whatever the message says.
  const isCalled = recipient === receiverOn(destinationChainId);
  const decoded = isCalled ? decodeMessage(message, outputToken) : undefined;
  return {
    depositId: args.depositId,
    originChainId,
    destinationChainId: Number(destinationChainId),
    depositor,
    recipient,
    inputToken,
    inputUnits: args.inputAmount,
    outputToken,
    outputUnits: args.outputAmount,
    fillDeadline,
    relayHash: hashOf(encodeAbiParameters(relayParameters, [relay, destinationChainId])),
    messageHash: message === '0x' ? NO_MESSAGE : hashOf(message),
    call: decoded?.call,
    fallbackAddress: decoded?.fallbackAddress,
  };
}

function argumentsOf(log: EventLog) {
  return readEvent(
    () => decodeEventLog({ abi: spokePoolAbi, eventName: 'FundsDeposited', ...topicsOf(log) }).args,
  );
}

/** Who runs the call of a message on a network; undefined where nobody does. */
function receiverOn(chainId: bigint): string | undefined {
  const network = networkByChainId(Number(chainId))?.id;
  return network !== undefined && hasBridge(network) ? BRIDGES[network].receiver : undefined;
}

/** What the events of a deposit and of its fill both say, but for the message and its hash. */
const TERMS = parseAbiParameters(
  'bytes32, bytes32, uint256, uint256, uint256, uint256, uint32, uint32, bytes32, bytes32, bytes32, bytes32',
);

interface Terms {
  readonly inputToken: Hex;
  readonly outputToken: Hex;
  readonly inputAmount: bigint;
  readonly outputAmount: bigint;
  readonly originChainId: bigint;
  readonly depositId: bigint;
  readonly fillDeadline: number;
  readonly exclusivityDeadline: number;
  readonly exclusiveRelayer: Hex;
  readonly depositor: Hex;
  readonly recipient: Hex;
  readonly messageHash: Hex;
}

function termsHashOf(terms: Terms): Hex {
  return hashOf(
    encodeAbiParameters(TERMS, [
      terms.inputToken,
      terms.outputToken,
      terms.inputAmount,
      terms.outputAmount,
      terms.originChainId,
      terms.depositId,
      terms.fillDeadline,
      terms.exclusivityDeadline,
      terms.exclusiveRelayer,
      terms.depositor,
      terms.recipient,
      terms.messageHash,
    ]),
  );
}

/** The deposit that a log reports, with the hash of its terms; undefined for every other log. */
export function readDepositEvent(
  log: EventLog,
  contracts: { readonly spokePool: string; readonly originChainId: number },
): { readonly deposit: BridgeDeposit; readonly termsHash: Hex } | undefined {
  const [deposit] = depositsIn([log], contracts);
  if (deposit === undefined) return undefined;
  const { message: _, ...args } = argumentsOf(log);
  const originChainId = BigInt(contracts.originChainId);
  const { messageHash } = deposit;
  return { deposit, termsHash: termsHashOf({ ...args, originChainId, messageHash }) };
}

/** What the event of a fill says. */
export interface FillEvent {
  /** Of all that it repeats of its deposit. */
  readonly termsHash: Hex;
  readonly originChainId: bigint;
  readonly depositId: bigint;
  readonly depositor: Hex | undefined;
  readonly recipient: Hex | undefined;
  readonly inputToken: Hex | undefined;
  readonly inputUnits: bigint;
  readonly outputToken: Hex | undefined;
  readonly outputUnits: bigint;
  readonly fillDeadline: number;
  readonly messageHash: Hex;
  readonly relayer: Hex | undefined;
  /** Whom it paid, and how much: what the depositor may have changed. */
  readonly paidTo: Hex | undefined;
  readonly paidUnits: bigint;
}

/** The fill that a log reports; undefined for every other log. */
export function readFillEvent(log: EventLog, spokePool: string): FillEvent | undefined {
  if (log.address !== spokePool.toLowerCase() || log.topics[0] !== FILL_TOPIC) return undefined;
  const args = readEvent(
    () => decodeEventLog({ abi: spokePoolAbi, eventName: 'FilledRelay', ...topicsOf(log) }).args,
  );
  const { updatedRecipient, updatedOutputAmount } = args.relayExecutionInfo;
  return {
    termsHash: termsHashOf(args),
    originChainId: args.originChainId,
    depositId: args.depositId,
    depositor: addressOf(args.depositor),
    recipient: addressOf(args.recipient),
    inputToken: addressOf(args.inputToken),
    inputUnits: args.inputAmount,
    outputToken: addressOf(args.outputToken),
    outputUnits: args.outputAmount,
    fillDeadline: args.fillDeadline,
    messageHash: args.messageHash,
    relayer: addressOf(args.relayer),
    paidTo: addressOf(updatedRecipient),
    paidUnits: updatedOutputAmount,
  };
}

/** The first topic of the event of a deposit. */
export const DEPOSIT_EVENT_TOPIC: Hex = DEPOSIT_TOPIC;

/** The first topic of the event of a fill. */
export const FILL_EVENT_TOPIC: Hex = FILL_TOPIC;

function topicsOf({ data, topics }: EventLog): { data: Hex; topics: [Hex, ...Hex[]] } {
  const [first = '0x', ...rest] = topics;
  return { data, topics: [first, ...rest] };
}

/** The published contract writes its events in full, so a log that cannot be read is the node's. */
export function readEvent<Event>(read: () => Event): Event {
  try {
    return read();
  } catch (error) {
    throw new Outage('a node returned an event that its contract cannot have emitted', {
      cause: error,
    });
  }
}

function hashOf(data: Hex): Hex {
  return keccak256(bytesOf(data));
}
