import { pad, toEventSelector, toHex } from 'viem';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { EventLog } from '#chains/events/event-log.ts';
import { withPulls } from '#chains/events/pulls.ts';
import type { PullStep } from '#chains/signing.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { nameOf } from './calls.ts';
import { type FakeBalances, type FakeLog, type FakeReceipt, Reverted } from './ledger.ts';

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');

/** An amount of a token that moves from one wallet to another. */
interface Movement {
  readonly tokenAddress: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/** What an account takes from another wallet that lets it do so; returns the token's own log. */
export function pullTokens(
  balances: FakeBalances,
  { tokenAddress, from, account, units }: Omit<PullStep, 'type'>,
): FakeLog {
  take(balances, nameOf.allowance(tokenAddress, from, { account }), units);
  return moveTokens(balances, { tokenAddress, from, to: account, units });
}

/** What a wallet sends to another; returns the token's own log. */
export function moveTokens(balances: FakeBalances, movement: Movement): FakeLog {
  const { tokenAddress, from, to, units } = movement;
  take(balances, nameOf.balance(tokenAddress, from), units);
  const target = nameOf.balance(tokenAddress, to);
  balances.write(target, balances.read(target) + units);
  return {
    proxyAddress: tokenAddress,
    referenceKey: '0x',
    kind: 'token',
    tokenAddress,
    payeeAddress: to,
    payerAddress: from,
    claimedUnits: units,
    creditedUnits: units,
    feeUnits: 0n,
    feeAddress: to,
    tokenUnits: units,
    tokenFeeUnits: 0n,
    conversion: undefined,
  };
}

function take(balances: FakeBalances, name: string, units: bigint): void {
  const left = balances.read(name) - units;
  if (left < 0n) throw new Reverted();
  balances.write(name, left);
}

/** The payments of a transaction with who moved the tokens to their payers, as the adapters for real networks find it. */
export function withMovedTokens(
  payments: readonly ObservedTransfer[],
  { logs }: Pick<FakeReceipt, 'logs'>,
): ObservedTransfer[] {
  // Without one no payer got anything.
  if (!logs.some(isOfToken)) return [...payments];
  return withPulls(payments, logs.flatMap(movementsOf).map(transferLog));
}

/** The token's own logs in a receipt, as a node of a real network shows them. */
export function tokenLogsOf({ logs }: Pick<FakeReceipt, 'logs'>): EventLog[] {
  return logs.filter(isOfToken).flatMap(movementsOf).map(transferLog);
}

function isOfToken({ proxyAddress, tokenAddress }: FakeLog): boolean {
  return proxyAddress === tokenAddress;
}

function movementsOf(log: FakeLog): readonly Movement[] {
  const { tokenAddress, payerAddress: from, payeeAddress, feeAddress } = log;
  if (tokenAddress === undefined) return [];
  const main = { tokenAddress, from, to: payeeAddress, units: log.tokenUnits };
  const fee = { tokenAddress, from, to: feeAddress, units: log.tokenFeeUnits };
  return fee.units === 0n ? [main] : [main, fee];
}

function transferLog({ tokenAddress, from, to, units }: Movement, logIndex: number): EventLog {
  const topics = [TRANSFER_TOPIC, topicOf(from), topicOf(to)];
  return { address: hexOf(tokenAddress), topics, data: toHex(units, { size: 32 }), logIndex };
}

const topicOf = (address: string): Hex => pad(hexOf(address), { size: 32 });

function hexOf(address: string): Hex {
  const lower = address.toLowerCase();
  if (!isHex(lower)) throw new Error(`${address} is no address of this family`);
  return lower;
}
