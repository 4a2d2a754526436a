import { zeroAddress } from 'viem';
import { currencyByToken } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { DepositPayer } from '../../bridge.ts';
import { type EventLog, lowerCase } from '../../events/event-log.ts';
import { readTokenMovement } from '../../events/movements.ts';
import { withPulls } from '../../events/pulls.ts';
import { evmAddress } from '../address.ts';
import { readDepositEvent } from './deposits.ts';

/** The contracts that take a payer's tokens on a network. */
interface TakingContracts {
  readonly network: Network;
  readonly diamond: string;
  readonly spokePool: string;
}

/** Tokens that moved, in lower case. */
interface Moved {
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly units: bigint;
}

/**
 * Who paid the deposits of a transaction that calls another contract than those of the bridge, such as an account, or a bundler's
 * contract that calls several: whose tokens the diamond or the bridge took for each of them, by the tokens' own logs. Both take tokens of
 * their caller alone. A deposit is left out where that is not shown: the token is not listed, or two may have paid.
 */
export function depositPayers(
  logs: readonly EventLog[],
  { network, diamond, spokePool }: TakingContracts,
): readonly DepositPayer[] {
  const contracts = { spokePool, originChainId: network.chainId };
  const paid: Omit<DepositPayer, 'pulledFrom'>[] = [];
  let moved: Moved[] = [];
  for (const log of logs) {
    const movement = readTokenMovement(log);
    if (movement !== undefined) moved.push({ token: log.address, ...movement });
    const deposit = readDepositEvent(log, contracts)?.deposit;
    if (deposit === undefined) continue;
    const { depositId } = deposit;
    const by = payerOf(moved, { ...deposit, diamond, spokePool });
    // What moved before a deposit paid none of those after it.
    moved = [];
    if (by === undefined || currencyByToken(network.id, evmAddress(by.token)) === undefined)
      continue;
    paid.push({
      depositId,
      payerAddress: evmAddress(by.from),
      tokenAddress: evmAddress(by.token),
      units: by.units,
    });
  }
  return withPulls(paid, logs);
}

interface Taken extends Pick<TakingContracts, 'diamond' | 'spokePool'> {
  readonly inputToken: string;
  readonly inputUnits: bigint;
}

/** What the payer of a deposit gave for it, of all that moved before it and after the deposit before. */
function payerOf(
  all: readonly Moved[],
  { inputToken, inputUnits, ...contracts }: Taken,
): Moved | undefined {
  const [token, diamond, spokePool] = [inputToken, contracts.diamond, contracts.spokePool].map(
    (address) => address.toLowerCase(),
  );
  const moved = all.filter(({ from, to, units }) => units > 0n && from !== to);
  const deposited = moved.findLast((one) => one.to === spokePool && one.token === token);
  if (deposited === undefined || deposited.units < inputUnits) return undefined;
  if (deposited.from !== diamond) return deposited;
  // An exchange that the diamond gave tokens to gives others back, or has them made: neither is a payment.
  const exchanges = new Set(moved.filter(({ from }) => from === diamond).map(({ to }) => to));
  const given = moved.filter(
    ({ from, to }) => to === diamond && from !== zeroAddress && !exchanges.has(from),
  );
  const [only, ...others] = given;
  if (only === undefined || others.length > 0) return undefined;
  return only.token === token && only.units < inputUnits ? undefined : only;
}

/** Whether an address is one of the contracts that take a payer's tokens: who calls one of them itself has paid. */
export function takesTokens(
  { diamond, spokePool }: Pick<TakingContracts, 'diamond' | 'spokePool'>,
  address: Hex | null | undefined,
): boolean {
  if (!address) return false;
  return [diamond, spokePool].some((contract) => lowerCase(address) === contract.toLowerCase());
}
