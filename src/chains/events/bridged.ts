import { Outage } from '#kit/failure.ts';
import { type FillEvent, readFillEvent } from '../evm/bridge/deposits.ts';
import { isEndOfCall } from '../evm/bridge/fill-outcome.ts';
import type { ObservedBridge } from '../observed.ts';
import type { EventLog } from './event-log.ts';

/** The contracts that pay out what was deposited on another network. */
export interface FillingContracts {
  readonly spokePool: string;
  /** Gets the tokens, and has the executor make the call. */
  readonly receiver: string;
  /** Makes the embedded call: to the fee proxy, it is the payer. */
  readonly executor: string;
}

interface Paid {
  readonly logIndex: number;
  readonly payerAddress: string;
}

/**
 * Payments that the executor made name the depositor of the fill that they are part of as their payer. A fill repeats what its
 * relayer says of a deposit elsewhere: who paid is known for good once that deposit was looked up.
 */
export function withDepositors<Payment extends Paid>(
  payments: readonly Payment[],
  logs: readonly EventLog[],
  contracts: FillingContracts,
): (Payment & { readonly bridge?: ObservedBridge })[] {
  return payments.map((payment) => {
    if (payment.payerAddress.toLowerCase() !== contracts.executor.toLowerCase()) return payment;
    const before = logs.filter(({ logIndex }) => logIndex < payment.logIndex);
    const fill = openFillIn(before, contracts);
    const depositor = fill?.depositor;
    if (fill === undefined || depositor === undefined) return payment;
    const { depositId, termsHash } = fill;
    const originChainId = Number(fill.originChainId);
    const bridge = { originChainId, depositId, depositor, termsHash };
    return { ...payment, payerAddress: depositor, bridge };
  });
}

/**
 * The fill whose call is running after these logs. A fill's call ends with an event of the executor or the receiver, and what
 * the executor pays later is somebody else's: anybody may call it.
 */
function openFillIn(
  logs: readonly EventLog[],
  { spokePool, executor, receiver }: FillingContracts,
): FillEvent | undefined {
  let open: FillEvent | undefined;
  for (const log of logs) {
    if (isEndOfCall(log, { executor, receiver })) open = undefined;
    const fill = fillIn(log, spokePool);
    if (fill !== undefined) open = isCalled(fill, receiver) ? fill : undefined;
  }
  return open;
}

/** Whether a fill went to the receiver, which alone makes calls; the others only hold a message. */
function isCalled({ paidTo }: FillEvent, receiver: string): boolean {
  return paidTo?.toLowerCase() === receiver.toLowerCase();
}

function fillIn(log: EventLog, spokePool: string): FillEvent | undefined {
  try {
    const fill = readFillEvent(log, spokePool);
    const isChain = fill !== undefined && fill.originChainId <= BigInt(Number.MAX_SAFE_INTEGER);
    return isChain ? fill : undefined;
  } catch (error) {
    // An event that cannot be read must not stop the scan: the payment then names the executor.
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
