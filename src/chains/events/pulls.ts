import { zeroAddress } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../evm/address.ts';
import type { EventLog } from './event-log.ts';
import { readTokenMovement } from './movements.ts';

/** The part of a payment that says who spent which token. */
interface Paid {
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payerAddress: string;
}

/** What a payer got of a token in a transaction, by who sent it, and what it spent. */
interface Holding {
  readonly received: Map<Hex, bigint>;
  spentUnits: bigint;
}

/**
 * Adds to each payment whose tokens its payer spent, where the same receipt shows it: one other address moved at least as much of
 * the token to the payer as left the payer in the whole transaction. A smaller amount, which anybody can send along, names nobody,
 * and where two sent enough it is not known whose was spent.
 */
export function withPulls<Payment extends Paid>(
  payments: readonly Payment[],
  logs: readonly EventLog[],
): (Payment & { readonly pulledFrom?: Hex })[] {
  const holdings = holdingsOf(payments);
  for (const log of logs) {
    const moved = readTokenMovement(log);
    if (moved === undefined || moved.from === moved.to) continue;
    const { from, to, units } = moved;
    const spender = holdings.get(holdingOf(log.address, from));
    if (spender !== undefined) spender.spentUnits += units;
    const received = holdings.get(holdingOf(log.address, to))?.received;
    received?.set(from, (received.get(from) ?? 0n) + units);
  }
  return payments.map((payment) => {
    const { tokenAddress, payerAddress } = payment;
    const holding = tokenAddress && holdings.get(holdingOf(tokenAddress, payerAddress));
    const from = holding && sourceOf(holding);
    return from ? { ...payment, pulledFrom: evmAddress(from) } : payment;
  });
}

function holdingsOf(payments: readonly Paid[]): ReadonlyMap<string, Holding> {
  return new Map(
    payments.flatMap(({ tokenAddress, payerAddress }) =>
      tokenAddress === undefined
        ? []
        : [[holdingOf(tokenAddress, payerAddress), { received: new Map(), spentUnits: 0n }]],
    ),
  );
}

function sourceOf({ received, spentUnits }: Holding): Hex | undefined {
  const enough = [...received].filter(
    ([from, units]) => from !== zeroAddress && spentUnits > 0n && units >= spentUnits,
  );
  const [only] = enough.length === 1 ? enough : [];
  return only?.[0];
}

function holdingOf(tokenAddress: string, holder: string): string {
  return `${tokenAddress.toLowerCase()} ${holder.toLowerCase()}`;
}
