import { type Client, numberToHex } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { TransferAsk, TransferTrial } from '../chain.ts';
import { evmAddress } from './address.ts';
import type { NodeClient } from './client.ts';
import { addressArgument, contractFunction, encodeCall } from './encode.ts';
import { NodeFailure } from './nodes/failure.ts';
import { isRevert } from './rates.ts';

const transfer = contractFunction(erc20Abi, 'transfer');
/** What a token answers that says yes; some say nothing at all, and mean it. */
const YES: Hex = `0x${'1'.padStart(64, '0')}`;
/**
 * Many times what a transfer needs, by what batches reckon with for one. A payee may be a contract
 * that computes for ever, and it shall not keep the node that all others are read from.
 */
const TRIAL_GAS = numberToHex(1_000_000);
/**
 * How many transfers are tried at once: four full requests. A bundle of a thousand payees is tried in
 * five rounds, so that it is no flood to a public node.
 */
const TRIED_AT_ONCE_MAX = 200;

/**
 * Whether plain transfers from a wallet would go through, by calls that are never sent. What reverts,
 * and what answers neither nothing nor true, is refused; every other failure leaves it unknown, and
 * the rounds behind one that no node answered are not asked for.
 */
export async function tryTransfers(
  node: NodeClient,
  wallet: string,
  asks: readonly TransferAsk[],
): Promise<TransferTrial[]> {
  const from = evmAddress(wallet);
  const trials: TransferTrial[] = [];
  try {
    while (trials.length < asks.length) {
      const round = asks.slice(trials.length, trials.length + TRIED_AT_ONCE_MAX);
      const tried = await node.ask(
        (client) => Promise.all(round.map((ask) => tryOne(client, from, ask))),
        'foreign',
      );
      trials.push(...tried);
    }
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
  }
  return asks.map((_, i) => trials[i] ?? 'unknown');
}

async function tryOne(client: Client, from: Hex, ask: TransferAsk): Promise<TransferTrial> {
  const { tokenAddress, payeeAddress, units } = ask;
  const call =
    tokenAddress === undefined
      ? { from, gas: TRIAL_GAS, to: evmAddress(payeeAddress), value: numberToHex(units) }
      : {
          from,
          gas: TRIAL_GAS,
          to: evmAddress(tokenAddress),
          data: encodeCall(transfer, [addressArgument(payeeAddress), units]),
        };
  try {
    const answer = await client.request({ method: 'eth_call', params: [call, 'latest'] });
    return tokenAddress === undefined || answer === '0x' || answer === YES ? 'accepted' : 'refused';
  } catch (error) {
    if (isRevert(error)) return 'refused';
    // The next node may be there; one that is there and cannot tell has told all that it knows.
    if (error instanceof NodeFailure) throw error;
    return 'unknown';
  }
}
