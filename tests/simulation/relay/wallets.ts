import { sha256 } from 'viem';
import { privateKeyToAddress, sign } from 'viem/accounts';
import { currencyById } from '#catalog/currencies.ts';
import type { SignedTransaction } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { fromEvmAddress, toBase58 } from '#sandbox/tron/address.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import { digest } from '../../chains/fake/ledger.ts';
import { CURRENCIES } from '../networks.ts';

/** Somebody who signs: their address in Base58, and the key. */
export interface RelayWallet {
  readonly address: string;
  readonly privateKey: Hex;
}

/** Who pays by `/pay` and the relay; the other wallets of a world have no keys. */
export const RELAY_WALLETS: readonly RelayWallet[] = ['one', 'another'].map((name) => {
  const privateKey = digest(`the key of ${name} who pays in the simulation`);
  return { privateKey, address: toBase58(fromEvmAddress(privateKeyToAddress(privateKey))) };
});

/** Lets those who sign have so much of everything, and have allowed the contracts to take it. */
export function enrichSigners(chain: FakeChain, units: bigint): void {
  for (const { address } of RELAY_WALLETS) {
    chain.give(address, undefined, units);
    for (const id of CURRENCIES.tron) {
      const token = currencyById(id)?.address ?? '';
      chain.give(address, token, units);
      for (const spender of ['fee_proxy', 'batch'] as const) {
        chain.ledger.write(nameOf.allowance(token, address, spender), units);
      }
    }
  }
}

/** What a wallet returns for the bytes of a transaction. */
export async function signBytes(rawHex: string, wallet: RelayWallet): Promise<SignedTransaction> {
  const hash = sha256(`0x${rawHex}`);
  const { privateKey } = wallet;
  const signature = await sign({ hash, privateKey, to: 'hex' });
  return { raw_data_hex: rawHex, signature: [signature.slice(2)], txID: hash.slice(2) };
}
