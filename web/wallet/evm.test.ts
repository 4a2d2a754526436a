import { describe, expect, it } from 'vitest';
import { send, WalletError } from './evm.ts';
import type { Provider } from './provider.ts';
import { sendTogether } from './together.ts';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PROXY = '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE';
const SEPOLIA = 11_155_111;
const BASE = 8_453;
const HASH = `0x${'5e'.repeat(32)}`;

/** What was reviewed. */
const CALL = { from: PAYER, to: PROXY, data: '0xc219a14d', value: '0x0', chainId: SEPOLIA };

/** A wallet as it stands at the signature, and what it was asked for. */
function walletNow(state: { accounts?: readonly string[]; chainId?: number } = {}) {
  const { accounts = [PAYER], chainId = SEPOLIA } = state;
  const answers: Readonly<Record<string, unknown>> = {
    eth_accounts: accounts,
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_sendTransaction: HASH,
    wallet_sendCalls: { id: 'calls' },
    wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: HASH }] },
  };
  const asked: { readonly method: string; readonly params: unknown }[] = [];
  const provider: Provider = {
    request: async ({ method, params }) => {
      asked.push({ method, params });
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
      { params: [{ from: PAYER, to: PROXY, data: '0xc219a14d' }] },
    ]);
  });

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

it('calls that are signed at once name account and chain, so that the wallet refuses others', async () => {
  const { provider, askedFor } = walletNow({ chainId: BASE });
  const { from, chainId, ...call } = CALL;
  expect(await sendTogether(provider, { from, chainId, calls: [call] })).toBe(HASH);
  expect(askedFor('wallet_sendCalls')).toMatchObject([
    { params: [{ from: PAYER, chainId: '0xaa36a7', atomicRequired: true, calls: [call] }] },
  ]);
});
