import { readAddress } from '#catalog/addresses.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { BlockPoint, ObservedTransfer } from '../chain.ts';
import {
  PAYMENT_TOPICS,
  type PayingContracts,
  paymentsIn,
  spoofedTransferIn,
} from '../events/decode.ts';
import { type EventLog, eventOf } from '../events/event-log.ts';
import { base58Of } from './base58.ts';
import type { TronReceipt } from './receipts.ts';

/** A block with its time, as its receipts need it. */
interface PaidBlock extends BlockPoint {
  readonly time: Date;
}

/** A log with a payment's event, and the receipt that it is of. */
export interface PaymentEvent extends EventLog {
  readonly receipt: TronReceipt;
  readonly block: PaidBlock;
}

/** The contracts of a Tron network, in the form in which logs name them. */
export function payingContracts({ id }: Network): PayingContracts {
  const { erc20FeeProxy, erc20BatchPayments } = CONTRACTS[id];
  return {
    feeProxy: bytesOf(erc20FeeProxy),
    nativeProxy: undefined,
    conversionProxy: undefined,
    batch: erc20BatchPayments === undefined ? undefined : bytesOf(erc20BatchPayments),
  };
}

/** The logs of receipts that have the form of a payment's event, by whichever contract. */
export function paymentEventsIn(
  receipts: readonly TronReceipt[],
  block: PaidBlock,
): PaymentEvent[] {
  return receipts.flatMap((receipt) =>
    receipt.logs.flatMap((log) => {
      const event = eventOf(log);
      const [topic] = event.topics;
      if (topic === undefined || !PAYMENT_TOPICS.includes(topic)) return [];
      return [{ ...event, receipt, block }];
    }),
  );
}

/** The payments in one receipt, in the order of their events; see `paymentsIn` of the events. */
export function tronPaymentsIn(
  receipt: TronReceipt,
  contracts: PayingContracts,
  block: PaidBlock,
): ObservedTransfer[] {
  return paymentsIn(receipt, contracts, block).map(inBase58);
}

/** What the event of a contract that only spoofs a proxy claims; it credits nothing. */
export function tronSpoofedTransferIn(event: PaymentEvent): ObservedTransfer {
  const { receipt, block } = event;
  const { transactionHash } = receipt;
  return inBase58(spoofedTransferIn({ ...event, transactionHash }, block));
}

function inBase58(transfer: ObservedTransfer): ObservedTransfer {
  const { tokenAddress, senderAddress, pulledFrom } = transfer;
  return {
    ...transfer,
    proxyAddress: base58Of(transfer.proxyAddress),
    tokenAddress: tokenAddress === undefined ? undefined : base58Of(tokenAddress),
    payeeAddress: base58Of(transfer.payeeAddress),
    payerAddress: base58Of(transfer.payerAddress),
    ...(senderAddress !== undefined && { senderAddress: base58Of(senderAddress) }),
    ...(pulledFrom !== undefined && { pulledFrom: base58Of(pulledFrom) }),
    feeAddress: base58Of(transfer.feeAddress),
  };
}

function bytesOf(address: string): Hex {
  const read = readAddress('tron', address);
  invariant(!('problem' in read), `${address} is not a Tron address`);
  return hexOf(read.bytes);
}
