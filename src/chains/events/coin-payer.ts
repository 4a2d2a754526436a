import { toEventSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../evm/address.ts';
import { type EventLog, lowerCase } from './event-log.ts';

/** The first topic of the event with which a Safe reports that it executed what its owners signed. */
export const EXECUTION_SUCCESS_TOPIC: Hex = toEventSelector('ExecutionSuccess(bytes32,uint256)');

/** The parts of a transaction that show who made its payments in coins. */
interface CoinTransaction {
  readonly from: Hex;
  /** Undefined or null where it is not known, or nothing is called. */
  readonly to?: Hex | null | undefined;
}

/**
 * Who made each payment in coins of a transaction, by its event: coins leave no log. It is who sent the transaction, or the account that it calls where that is
 * the first to report, after the payment, that it executed something. A contract can name only itself so, and only where it was called.
 */
export function coinPayers(
  { from, to }: CoinTransaction,
  logs: readonly EventLog[],
): (event: EventLog) => Hex {
  const called = to == null ? undefined : lowerCase(to);
  const executions = logs.filter(({ topics }) => topics[0] === EXECUTION_SUCCESS_TOPIC);
  return (event) => {
    const next = executions.find(({ logIndex }) => logIndex > event.logIndex);
    return evmAddress(called !== undefined && next?.address === called ? called : from);
  };
}
