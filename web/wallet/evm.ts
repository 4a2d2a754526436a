import {
  type Client,
  createClient,
  custom,
  getAddress,
  http,
  isAddress,
  isHash,
  isHex,
  numberToHex,
  WaitForTransactionReceiptTimeoutError,
} from 'viem';
import {
  getAddresses,
  getBlockNumber,
  getChainId,
  getTransaction,
  getTransactionReceipt,
  waitForTransactionReceipt,
} from 'viem/actions';
import { pause } from '../engine/wait.ts';
import type { Account, Provider } from './provider.ts';
import { classifyErrors, classifyRefusal, classifySendErrors, WalletError } from './refusal.ts';
import { requestAccount } from './sign-in.ts';
import type { TrustedNetwork } from './trusted-network.ts';

/** How often the chain is polled for a transaction, in milliseconds. */
const POLL_MS = 1_000;

/** One wait for a receipt; viem’s own may never settle, so it is begun anew. */
const RECEIPT_TIMEOUT_MS = 30_000;

/** After this a transaction that no node knows is called lost, in milliseconds. */
const LOST_AFTER_MS = 10 * 60_000;

/** Requests the account to pay from. */
export async function connect(provider: Provider): Promise<Account> {
  return await classifyErrors(async () => {
    const { address, chainId, accounts = [] } = await requestAccount(provider);
    return {
      address: getAddress(address),
      chainId,
      accounts: accounts.filter((one) => isAddress(one)),
    };
  });
}

/**
 * The account that a wallet already shows to this page; undefined where it shows none or fails. The
 * wallet opens no window for this.
 */
export async function reconnect(provider: Provider): Promise<Account | undefined> {
  const client = walletClient(provider);
  try {
    const accounts = await getAddresses(client);
    const [address] = accounts;
    return address && { address, chainId: await getChainId(client), accounts };
  } catch {
    // The payer did nothing yet, so no message is shown: the choice stays.
    return undefined;
  }
}

/** Requests the wallet to switch its chain, adding it first where it is unknown and can be named. */
export async function switchChain(
  provider: Provider,
  chain: Pick<TrustedNetwork, 'chainId' | 'name' | 'nativeSymbol'>,
  rpcUrl: string | undefined,
): Promise<number> {
  const client = walletClient(provider);
  const chainId = numberToHex(chain.chainId);
  const { nativeSymbol: coin } = chain;
  const requestSwitch = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  return await classifyErrors(async () => {
    try {
      await requestSwitch();
    } catch (error) {
      if (classifyRefusal(error) !== 'unknown_chain' || rpcUrl === undefined) throw error;
      const nativeCurrency = { name: coin, symbol: coin, decimals: 18 };
      const added = { chainId, chainName: chain.name, nativeCurrency, rpcUrls: [rpcUrl] };
      await provider.request({ method: 'wallet_addEthereumChain', params: [added] });
      await requestSwitch();
    }
    return await getChainId(client);
  });
}

/** Requests the wallet to sign and send one call; returns the transaction's hash. */
export async function send(
  provider: Provider,
  call: {
    readonly from: string;
    readonly to: string;
    readonly data: string;
    /** The coin sent along, as a `0x` number. */
    readonly value: string;
    readonly chainId: number;
  },
): Promise<string> {
  const client = walletClient(provider);
  const { from, to, data } = call;
  const value = BigInt(call.value);
  return await classifyErrors(async () => {
    if (!isAddress(from) || !isAddress(to) || !isHex(data)) throw new WalletError('unsupported');
    const [accounts, chainId] = await Promise.all([getAddresses(client), getChainId(client)]);
    if (!accounts.some((account) => account.toLowerCase() === from.toLowerCase())) {
      throw new WalletError('wrong_account');
    }
    // The wallet may have moved since the review; a signature for another chain is never requested.
    if (chainId !== call.chainId) throw new WalletError('disconnected');
    const reviewed = { from, to, data, value: numberToHex(value) };
    const hash = await classifySendErrors(() => requestTransaction(provider, reviewed));
    if (typeof hash !== 'string' || !isHash(hash)) throw new WalletError('failed');
    return hash;
  });
}

/** Wallets of smart accounts may know only the second name. Viem’s own sending brings what local keys need. */
async function requestTransaction(provider: Provider, call: object): Promise<unknown> {
  const requestBy = (method: string) => provider.request({ method, params: [call] });
  try {
    return await requestBy('eth_sendTransaction');
  } catch (error) {
    if (classifyRefusal(error) !== 'unsupported') throw error;
    return await requestBy('wallet_sendTransaction').catch((second: unknown) => {
      throw classifyRefusal(second) === 'unsupported' ? error : second;
    });
  }
}

/** What the chain says about a transaction, as it comes. */
export interface Follower {
  onMined(confirmations: number, block: number): void;
  /** The block that held it is no longer part of the chain. */
  onVanished(): void;
  onReverted(hash: string): void;
  onReplaced(hash: string): void;
  onCancelled(): void;
  onLost(): void;
}

/** Follows a transaction until the signal ends it or nothing more can happen to it. */
export async function follow(
  reader: Reader,
  sent: { readonly hash: string; readonly at: number; readonly signal: AbortSignal },
  follower: Follower,
): Promise<void> {
  const client = readingClient(reader);
  let { hash, at } = sent;
  const onVanished = () => {
    // A node that had it in a block and does not know it after one more wait has dropped it.
    at = LONG_AGO;
    follower.onVanished();
  };
  while (!sent.signal.aborted && isHash(hash)) {
    const outcome = await awaitReceipt(client, hash);
    if (sent.signal.aborted) return;
    if (outcome.type === 'cancelled') return follower.onCancelled();
    if (outcome.type === 'mined') {
      if (outcome.hash !== hash) follower.onReplaced(outcome.hash);
      hash = outcome.hash;
      if (outcome.reverted) return follower.onReverted(hash);
      const { signal } = sent;
      await countConfirmations(client, { hash: outcome.hash, signal }, { ...follower, onVanished });
    } else {
      await reportLost(client, { hash, at }, follower);
    }
  }
}

/** When a transaction counts as sent of which the chain had a block once. */
const LONG_AGO = 0;

/** Reports at intervals that no node has a transaction that should be there. */
async function reportLost(
  client: Client,
  sent: { readonly hash: `0x${string}`; readonly at: number },
  follower: Follower,
): Promise<void> {
  const old = Date.now() - sent.at > LOST_AFTER_MS;
  if (old && (await isUnknownTransaction(client, sent.hash))) follower.onLost();
  await pause(POLL_MS);
}

/** Where the chain is read: through a wallet, or through a path of the page's own host. */
export type Reader = { readonly provider: Provider } | { readonly rpcUrl: string };

/**
 * Who reads a chain: the wallet that sent something, where it stands on that chain, so that what it says is about
 * it; else the page's own host, where it passes JSON-RPC on.
 */
export async function findReader(
  provider: Provider | undefined,
  {
    chainId,
    rpcUrl,
  }: { readonly chainId: number | undefined; readonly rpcUrl: string | undefined },
): Promise<Reader | undefined> {
  if (provider !== undefined && (await isOnChain({ provider }, chainId))) return { provider };
  return rpcUrl === undefined ? undefined : { rpcUrl };
}

/** What a contract answers to a call; undefined where nobody answers, or where it reverts. */
export async function readCall(
  reader: Reader,
  { to, data }: { readonly to: string; readonly data: string },
): Promise<unknown> {
  if (!isAddress(to) || !isHex(data)) return undefined;
  const request = { method: 'eth_call', params: [{ to, data }, 'latest'] } as const;
  return await readingClient(reader)
    .request(request)
    .catch(() => undefined);
}

async function isOnChain(reader: Reader, chainId: number | undefined): Promise<boolean> {
  try {
    return (await getChainId(readingClient(reader))) === chainId;
  } catch {
    return false;
  }
}

type Outcome =
  | { readonly type: 'mined'; readonly hash: `0x${string}`; readonly reverted: boolean }
  | { readonly type: 'cancelled' }
  | { readonly type: 'silent' };

async function awaitReceipt(client: Client, hash: `0x${string}`): Promise<Outcome> {
  let cancelled = false;
  try {
    const receipt = await waitForTransactionReceipt(client, {
      hash,
      pollingInterval: POLL_MS,
      timeout: RECEIPT_TIMEOUT_MS,
      onReplaced: ({ reason }) => {
        cancelled = reason !== 'repriced';
      },
    });
    if (cancelled) return { type: 'cancelled' };
    return {
      type: 'mined',
      hash: receipt.transactionHash,
      reverted: receipt.status === 'reverted',
    };
  } catch (error) {
    // An unreachable node looks like one without the transaction: both are queried again.
    if (!(error instanceof WaitForTransactionReceiptTimeoutError)) await pause(POLL_MS);
    return { type: 'silent' };
  }
}

/** Counts until the signal ends it, or until a reorg takes the block away. */
async function countConfirmations(
  client: Client,
  sent: { readonly hash: `0x${string}`; readonly signal: AbortSignal },
  follower: Follower,
): Promise<void> {
  while (!sent.signal.aborted) {
    try {
      const receipt = await getTransactionReceipt(client, { hash: sent.hash });
      const head = await getBlockNumber(client, { cacheTime: 0 });
      const confirmations = Number(head - receipt.blockNumber) + 1;
      if (!sent.signal.aborted) follower.onMined(confirmations, Number(receipt.blockNumber));
    } catch (error) {
      const isGone = error instanceof Error && error.name === 'TransactionReceiptNotFoundError';
      if (isGone && !sent.signal.aborted) follower.onVanished();
      return;
    }
    await pause(POLL_MS);
  }
}

async function isUnknownTransaction(client: Client, hash: `0x${string}`): Promise<boolean> {
  try {
    await getTransaction(client, { hash });
    return false;
  } catch (error) {
    return error instanceof Error && error.name === 'TransactionNotFoundError';
  }
}

function walletClient(provider: Provider): Client {
  // A repeated request would open a second window in the wallet.
  return createClient({
    transport: custom({ request: (call) => provider.request(call) }, { retryCount: 0 }),
  });
}

function readingClient(reader: Reader): Client {
  return 'provider' in reader
    ? createClient({ transport: custom({ request: (call) => reader.provider.request(call) }) })
    : createClient({ transport: http(reader.rpcUrl) });
}
