import type { Provider } from './provider.ts';
import { classifyRefusal, type WalletRefusal } from './refusal.ts';

/** What came of asking a wallet. */
export type Asked<Value> = Value | { readonly refusal: WalletRefusal | 'wrong_account' };

/** Asks the wallet which account signs in, and on which chain it stands. */
export async function requestAccount(
  provider: Provider,
): Promise<Asked<{ readonly address: string; readonly chainId: number }>> {
  try {
    const [address] = listOf(await provider.request({ method: 'eth_requestAccounts' }));
    if (typeof address !== 'string') return { refusal: 'unauthorized' };
    const chainId = Number(await provider.request({ method: 'eth_chainId' }));
    return Number.isSafeInteger(chainId) && chainId > 0
      ? { address, chainId }
      : { refusal: 'failed' };
  } catch (error) {
    return { refusal: classifyRefusal(error) };
  }
}

/** Asks the wallet to sign a text with one account (`personal_sign`); nothing is sent to a chain. */
export async function requestSignature(
  provider: Provider,
  { address, text }: { readonly address: string; readonly text: string },
): Promise<Asked<{ readonly signature: string }>> {
  try {
    const accounts = listOf(await provider.request({ method: 'eth_accounts' }));
    if (!accounts.some((account) => String(account).toLowerCase() === address.toLowerCase())) {
      return { refusal: 'wrong_account' };
    }
    const signature = await provider.request({
      method: 'personal_sign',
      params: [hexOf(text), address],
    });
    return typeof signature === 'string' ? { signature } : { refusal: 'failed' };
  } catch (error) {
    return { refusal: classifyRefusal(error) };
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Wallets tell a text from bytes by guessing; hexadecimal digits leave nothing to guess. */
function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
