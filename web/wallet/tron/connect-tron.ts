import { pause } from '../../engine/wait.ts';
import type { Account, Provider } from '../provider.ts';
import { classifyErrors, WalletError } from '../refusal.ts';
import { requestAccount } from '../sign-in.ts';
import type { TronTransaction } from './transaction.ts';
import { readSignature, SIGN_TRANSACTION } from './tron-provider.ts';

/** Requests the account to pay from. */
export async function connectTron(provider: Provider): Promise<Account> {
  const { address, chainId } = await requestAccount(provider);
  return { address, chainId };
}

/** The account that a wallet already shows to this page; undefined where it shows none. It opens no window. */
export async function reconnectTron(provider: Provider): Promise<Account | undefined> {
  // Wallets name their account a moment after they have come into the page.
  for (let reads = 0; reads < RECONNECT_READS; reads += 1) {
    const [address] = await accountsOf(provider);
    if (address !== undefined) {
      return { address, chainId: Number(await provider.request({ method: 'eth_chainId' })) };
    }
    await pause(RECONNECT_POLL_MS);
  }
  return undefined;
}

const RECONNECT_READS = 15;
const RECONNECT_POLL_MS = 100;

/**
 * Requests the wallet to sign a transaction with one account; nothing is sent. Undefined where the wallet signed
 * something else than it was given.
 */
export async function signTransaction(
  provider: Provider,
  { from, transaction }: { readonly from: string; readonly transaction: TronTransaction },
): Promise<string | undefined> {
  return await classifyErrors(async () => {
    if (!(await accountsOf(provider)).includes(from)) throw new WalletError('wrong_account');
    const { txID, raw_data, raw_data_hex, visible } = transaction;
    const params = [{ txID, raw_data, raw_data_hex, visible }];
    const signed = await provider.request({ method: SIGN_TRANSACTION, params });
    return readSignature(signed, transaction);
  });
}

async function accountsOf(provider: Provider): Promise<readonly string[]> {
  const accounts = await provider.request({ method: 'eth_accounts' });
  return Array.isArray(accounts) ? accounts.filter((one) => typeof one === 'string') : [];
}
