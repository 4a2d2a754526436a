import { isHex, recoverTypedDataAddress, type TypedDataDefinition } from 'viem';
import { sameAddress } from '../ui/address.ts';
import type { Provider } from './provider.ts';
import { classifyErrors, WalletError } from './refusal.ts';

interface Signing {
  readonly address: string;
  /** Typed data of EIP-712, as a JSON text. */
  readonly data: string;
  readonly chainId: number;
}

/** Requests the wallet to sign typed data with one account; nothing is sent to a chain. */
export async function requestTypedSignature(
  provider: Provider,
  { address, data, chainId }: Signing,
): Promise<string> {
  return await classifyErrors(async () => {
    const accounts = await provider.request({ method: 'eth_accounts' });
    const isThere =
      Array.isArray(accounts) && accounts.some((one) => sameAddress(String(one), address));
    if (!isThere) throw new WalletError('wrong_account');
    // Wallets refuse what names another chain than the one they stand on, in words of their own.
    const stands = Number(await provider.request({ method: 'eth_chainId' }));
    if (stands !== chainId) throw new WalletError('disconnected');
    const params = [address, data];
    const signature = await provider.request({ method: 'eth_signTypedData_v4', params });
    if (typeof signature !== 'string' || !isHex(signature)) throw new WalletError('failed');
    return signature;
  });
}

/** Which key signed typed data; undefined where the signature is none. */
export async function signerOf(data: string, signature: string): Promise<string | undefined> {
  if (!isHex(signature)) return undefined;
  const definition: TypedDataDefinition = JSON.parse(data);
  return await recoverTypedDataAddress({ ...definition, signature }).catch(() => undefined);
}
