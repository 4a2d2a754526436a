import { member } from '../engine/members.ts';
import type { Provider } from './provider.ts';

/** Under this name EIP-5792 puts what is true of every chain. */
const ALL_CHAINS = '0x0';

/** What the wallet of an account offers on a chain (EIP-5792); nothing where it does not say. */
export async function requestCapabilities(
  provider: Provider,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): Promise<'supported' | 'ready' | undefined> {
  const chain = `0x${chainId.toString(16)}`;
  try {
    const said = await provider.request({
      method: 'wallet_getCapabilities',
      params: [address, [chain]],
    });
    const [own, common] = [chain, ALL_CHAINS].map((one) => atomicOf(member(said, one)));
    const status = own ?? common;
    return status === 'supported' || status === 'ready' ? status : undefined;
  } catch {
    // Most wallets do not know the question, and then sign one thing after the other.
    return undefined;
  }
}

/** The wallet of a Safe App still answers as drafts of EIP-5792 had it: `atomicBatch: { supported }`. */
function atomicOf(offered: unknown): unknown {
  const isSupported = member(member(offered, 'atomicBatch'), 'supported') === true;
  return member(member(offered, 'atomic'), 'status') ?? (isSupported ? 'supported' : undefined);
}
