import { describe, expect, it } from 'vitest';
import { send } from './evm.ts';
import type { Provider } from './provider.ts';
import { WalletError } from './refusal.ts';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PROXY = '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE';
const SEPOLIA = 11_155_111;
const BASE = 8_453;
const HASH = `0x${'5e'.repeat(32)}`;

/** What was reviewed. */
const CALL = { from: PAYER, to: PROXY, data: '0xc219a14d', value: '0x0', chainId: SEPOLIA };

interface WalletState {
  readonly accounts?: readonly string[];
  readonly chainId?: number;
  /** Methods that it does not know. */
  readonly unknown?: readonly string[];
  /** What it throws at a request to send. */
  readonly failing?: object;
  /** What it answers when it has sent. */
  readonly hash?: unknown;
}

/** A wallet at the time of the signature, and its requests. */
function walletNow(state: WalletState = {}) {
  const { accounts = [PAYER], chainId = SEPOLIA, unknown = [], failing } = state;
  const hash = 'hash' in state ? state.hash : HASH;
  const answers: Readonly<Record<string, unknown>> = {
    eth_accounts: accounts,
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_sendTransaction: hash,
    wallet_sendTransaction: hash,
  };
  const asked: { readonly method: string; readonly params: unknown }[] = [];
  const provider: Provider = {
    request: async ({ method, params }) => {
      asked.push({ method, params });
      if (unknown.includes(method)) {
        throw Object.assign(new Error(`no method ${method}`), { code: -32_601 });
      }
      if (failing !== undefined && /sendTransaction/.test(method)) throw failing;
      return answers[method];
    },
  };
  const askedFor = (method: string) => asked.filter((call) => call.method === method);
  return { provider, askedFor };
}

describe('a call that was reviewed', () => {
  it('is sent from the account and on the chain of the review', async () => {
    const { provider, askedFor } = walletNow({ accounts: [OTHER, PAYER.toLowerCase()] });
    expect(await send(provider, CALL)).toBe(HASH);
    expect(askedFor('eth_sendTransaction')).toMatchObject([
      { params: [{ from: PAYER, to: PROXY, data: '0xc219a14d', value: '0x0' }] },
    ]);
  });

  it('goes by the name that wallets of smart accounts know, where they know no other', async () => {
    const { provider, askedFor } = walletNow({ unknown: ['eth_sendTransaction'] });
    expect(await send(provider, { ...CALL, value: '0x10' })).toBe(HASH);
    expect(askedFor('wallet_sendTransaction')).toEqual([
      {
        method: 'wallet_sendTransaction',
        params: [{ from: PAYER, to: PROXY, data: '0xc219a14d', value: '0x10' }],
      },
    ]);
  });

  it('is refused as the wallet said first where it knows neither name', async () => {
    const { provider } = walletNow({ unknown: ['eth_sendTransaction', 'wallet_sendTransaction'] });
    const failure = await send(provider, CALL).catch((error: unknown) => error);
    expect(failure).toMatchObject({ refusal: 'unsupported' });
    expect(failure).toHaveProperty('cause.message', 'no method eth_sendTransaction');
  });

  it.each([
    ['declined', { code: 4001, message: 'User rejected the request.' }, 'declined'],
    ['goes away with the request', { code: 4900, message: 'not connected' }, 'failed'],
    ['lacks coins', { code: -32_000, message: 'insufficient funds for gas' }, 'insufficient'],
  ])('is requested once only where the wallet %s', async (_, error, refusal) => {
    const { provider, askedFor } = walletNow({ failing: error });
    const failure = await send(provider, CALL).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ refusal });
    expect(askedFor('eth_sendTransaction')).toHaveLength(1);
    expect(askedFor('wallet_sendTransaction')).toEqual([]);
  });

  it.each([[undefined], ['0x12'], [{ hash: HASH }]])(
    'is not called sent by an answer that is no hash: %j',
    async (answer) => {
      const { provider } = walletNow({ hash: answer });
      const failure = await send(provider, CALL).catch((error: unknown) => error);
      expect(failure).toMatchObject({ refusal: 'failed' });
    },
  );

  it.each([
    ['stands on another chain', { chainId: BASE }, 'disconnected'],
    ['answers for another account', { accounts: [OTHER] }, 'wrong_account'],
    ['shows no account any more', { accounts: [] }, 'wrong_account'],
    ['changed both', { accounts: [OTHER], chainId: BASE }, 'wrong_account'],
  ])('is not sent by a wallet that %s', async (_, state, refusal) => {
    const { provider, askedFor } = walletNow(state);
    const failure = await send(provider, CALL).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WalletError);
    expect(failure).toMatchObject({ refusal });
    expect(askedFor('eth_sendTransaction')).toEqual([]);
  });
});
