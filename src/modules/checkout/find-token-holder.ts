import type { AccountState, Chain } from '#chains/chain.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { isSameHex } from '#kit/hex.ts';
import type { PayerWallets } from './model/payer-query.ts';

/** A key whose tokens an account pays with. */
interface TokenHolder {
  readonly address: string;
  /** Whether the account is proven to be the key's alone. */
  readonly ownsAccount: boolean;
  /** Whether it runs no code: contracts that verify its signature call the code of any other. */
  readonly isPlainKey: boolean;
}

/**
 * The key whose tokens an account of the network pays with; undefined where the wallet pays with its own. What stands at both is read, in
 * one round trip.
 *
 * Refuses (400) a wallet that is a plain key, which cannot make several calls as one, a holder that is a contract, and a network
 * whose accounts nobody can read. Throws `Outage` when no node answers.
 */
export async function findTokenHolder(
  { network, accounts }: Pick<Chain, 'network' | 'accounts'>,
  { wallet, holder }: Pick<PayerWallets, 'wallet' | 'holder'>,
): Promise<TokenHolder | undefined> {
  if (wallet === undefined || holder === undefined || holder === wallet) return undefined;
  if (accounts === undefined) {
    throw refuse(`must not be sent: smart accounts on ${network.name} are not known here`);
  }
  const [account, key] = await accounts.readAccounts([wallet, holder]);
  if (key?.kind !== 'key' && key?.kind !== 'delegated') {
    throw refuse(`must be the wallet of a key: on ${network.name} it is a contract`);
  }
  const isPredicted = accounts.predictedSafes(holder).some((safe) => isSameHex(safe, wallet));
  if (account?.kind === 'key' && !isPredicted) throw notAnAccount(network.name);
  return {
    address: holder,
    ownsAccount: ownsAccount(account, { holder, isPredicted }),
    isPlainKey: key.kind === 'key',
  };
}

/**
 * An account at an address where only a known contract of this key alone can be created, that nobody else may act for since. Elsewhere
 * whoever created a contract, though its code is known, may have made owners and modules that no list names.
 */
function ownsAccount(
  account: AccountState | undefined,
  { holder, isPredicted }: { readonly holder: string; readonly isPredicted: boolean },
): boolean {
  if (!isPredicted) return false;
  if (account?.kind === 'key') return true;
  if (account?.kind !== 'safe' || account.hasModules) return false;
  return account.owners.length === 1 && account.owners.every((owner) => isSameHex(owner, holder));
}

/** 400: the wallet is a plain key, so that taking the tokens, approving and paying would be three transactions. */
function notAnAccount(network: string): Refusal {
  const message = `wallet must be a smart account where eoaWallet is another wallet: on ${network} there is no contract at that address, and none of a known kind that this eoaWallet would own can be created there. Send eoaWallet as wallet to pay from it directly`;
  return refuseField('wallet', message, 'payer_is_not_account');
}

function refuse(message: string): Refusal {
  return refuseField('eoaWallet', `eoaWallet ${message}`);
}
