import { currencyById } from '#catalog/currencies.ts';
import { nameOf } from '../chains/fake/calls.ts';
import type { FakeChain } from '../chains/fake/chain.ts';
import { CURRENCIES, type Simulated } from './networks.ts';

/** What a wallet of the simulation has of everything, which is never used up. */
const RICH = 10n ** 40n;

/** Gives a wallet enough of everything on a chain, and lets the contracts take it. */
export function enrichWallet(chain: FakeChain, network: Simulated, wallet: string): void {
  chain.give(wallet, undefined, RICH);
  for (const id of CURRENCIES[network]) {
    const address = currencyById(id)?.address ?? '';
    chain.give(wallet, address, RICH);
    for (const spender of ['fee_proxy', 'batch'] as const) {
      chain.ledger.write(nameOf.allowance(address, wallet, spender), RICH);
    }
  }
}
