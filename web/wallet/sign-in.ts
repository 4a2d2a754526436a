import { sameAddress } from '../ui/address.ts';
import type { Account, Provider } from './provider.ts';
import { classifyErrors, WalletError } from './refusal.ts';

/** Asks the wallet which account the page may see, and on which chain it stands. */
export async function requestAccount(provider: Provider): Promise<Account> {
  return await classifyErrors(async () => {
    const accounts = listOf(await provider.request({ method: 'eth_requestAccounts' }));
    const [address] = accounts;
    if (typeof address !== 'string') throw new WalletError('unauthorized');
    const chainId = Number(await provider.request({ method: 'eth_chainId' }));
    if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new WalletError('failed');
    return { address, chainId, accounts: accounts.filter((one) => typeof one === 'string') };
  });
}

/** Requests the wallet to sign a text with one account (`personal_sign`); nothing is sent to a chain. */
export async function requestSignature(
  provider: Provider,
  { address, text }: { readonly address: string; readonly text: string },
): Promise<string> {
  return await classifyErrors(async () => {
    const accounts = listOf(await provider.request({ method: 'eth_accounts' }));
    if (!accounts.some((account) => sameAddress(String(account), address))) {
      throw new WalletError('wrong_account');
    }
    const params = [hexOf(text), address];
    const signature = await provider.request({ method: 'personal_sign', params });
    if (typeof signature !== 'string') throw new WalletError('failed');
    return signature;
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Wallets tell a text from bytes by guessing; hexadecimal digits leave nothing to guess. */
function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
