import { member } from '../engine/members.ts';
import { pause } from '../engine/wait.ts';
import type { Account, Provider } from './provider.ts';

/** Under this name EIP-5792 puts what is true of every chain. */
const ALL_CHAINS = '0x0';

/** On which chain, and whether somebody pays the fees of smart accounts there. */
interface Asked {
  readonly chainId: number;
  readonly isSponsored?: boolean;
}

/** What the wallet of an account offers on a chain (EIP-5792); nothing where it does not say. */
export async function requestCapabilities(
  provider: Provider,
  { address, chainId, isSponsored }: { readonly address: string } & Asked,
): Promise<AccountOffers['together']> {
  const chain = `0x${chainId.toString(16)}`;
  try {
    const said = await provider.request({
      method: 'wallet_getCapabilities',
      params: [address, [chain]],
    });
    const offers = [chain, ALL_CHAINS].map((one) => member(said, one));
    const [status] = offers.map(atomicOf).filter((one) => one !== undefined);
    const [service] = offers
      .map((one) => member(one, 'paymasterService'))
      .filter((one) => one !== undefined);
    if (status === 'ready') return status;
    if (status !== 'supported') return undefined;
    return isSponsored === true && member(service, 'supported') === true ? 'sponsored' : status;
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

/** How long a wallet may take to answer; most do at once, or never. */
const ANSWER_WAIT_MS = 1_500;

/** What an account can do on a chain, as far as its wallet says so in time. */
export interface AccountOffers {
  readonly together: 'supported' | 'sponsored' | 'ready' | undefined;
  /** One for which others may have to sign; `elsewhere` on another chain, undefined where the wallet does not say so. */
  readonly isContract: boolean | 'elsewhere' | undefined;
}

/** Whether the wallet makes calls of an account at once, and whether the account is a contract for which others may have to sign. */
export async function readAccount(
  provider: Provider | undefined,
  account: Account,
  asked: Asked,
): Promise<AccountOffers> {
  if (provider === undefined) return { together: undefined, isContract: false };
  const { address } = account;
  const { chainId } = asked;
  const [together, isContract] = await Promise.all([
    inTime(requestCapabilities(provider, { address, ...asked })),
    inTime(readIsContract(provider, address)),
  ]);
  // Where the wallet stands on another chain, a contract there may be another one on the chain that is paid on, or none.
  const isElsewhere = isContract === true && account.chainId !== chainId;
  return { together, isContract: isElsewhere ? 'elsewhere' : isContract };
}

function inTime<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([asked, pause(ANSWER_WAIT_MS).then(() => undefined)]);
}

/** A key that runs the code of a contract (EIP-7702) still signs by itself: its code is this and an address. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;

async function readIsContract(provider: Provider, address: string): Promise<boolean | undefined> {
  // Wallets that come with code of their own are none of contract accounts.
  if (provider.code !== undefined) return false;
  try {
    const code = await provider.request({ method: 'eth_getCode', params: [address, 'latest'] });
    if (typeof code !== 'string' || !code.startsWith('0x')) return undefined;
    return code.length > 2 && !DELEGATED.test(code);
  } catch {
    return undefined;
  }
}
