import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from './provider.ts';
import { awaitCalls, readCalls, sendTogether } from './together.ts';

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PROXY = '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE';
const HASH = `0x${'5e'.repeat(32)}`;
const CALL = { to: PROXY, data: '0xc219a14d', value: '0x0' };
const CALLS = { from: PAYER, chainId: 11_155_111, calls: [CALL] };

const coded = (code: number) => Object.assign(new Error('no'), { code });

/** A wallet that gives these answers one after the other; an error is thrown. */
function answering(...answers: readonly unknown[]) {
  const asked: unknown[] = [];
  const provider: Provider = {
    request: async (request) => {
      asked.push(request);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { provider, asked };
}

describe('calls to be made at once', () => {
  it('name account and chain, so that the wallet refuses others', async () => {
    const { provider, asked } = answering({ id: 'calls' });
    expect(await sendTogether(provider, CALLS)).toEqual({ id: 'calls' });
    expect(asked).toEqual([
      {
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            from: PAYER,
            chainId: '0xaa36a7',
            atomicRequired: true,
            calls: [CALL],
          },
        ],
      },
    ]);
  });

  it('name a paymaster that the wallet may do without', async () => {
    const { provider, asked } = answering({ id: 'calls' });
    const paymasterUrl = 'https://pay.example/paymaster/01K';
    await sendTogether(provider, { ...CALLS, paymasterUrl });
    const paymasterService = { url: paymasterUrl, context: {}, optional: true };
    expect(asked).toMatchObject([{ params: [{ capabilities: { paymasterService } }] }]);
  });

  it.each([
    [5700, 'not_atomic'],
    [5710, 'chain'],
    [5720, 'duplicate'],
    [5740, 'too_large'],
    [5750, 'upgrade_refused'],
    [5760, 'not_atomic'],
    [4200, 'not_atomic'],
    [-32_601, 'not_atomic'],
  ])('are refused with what it means for them: %i', async (code, problem) => {
    const { provider, asked } = answering(coded(code));
    expect(await sendTogether(provider, CALLS)).toEqual({ problem });
    expect(asked).toHaveLength(1);
  });

  it('are refused so by libraries that put the code into a cause', async () => {
    const nested = Object.assign(new Error('Internal error'), { code: -32_603, data: coded(5750) });
    const { provider } = answering(nested);
    expect(await sendTogether(provider, CALLS)).toEqual({ problem: 'upgrade_refused' });
  });

  it.each([
    [4001, 'declined'],
    [4100, 'unauthorized'],
  ])('are refused like any signature: %i', async (code, refusal) => {
    const { provider } = answering(coded(code));
    await expect(sendTogether(provider, CALLS)).rejects.toMatchObject({ refusal });
  });

  it('are not called sent by an answer without a name', async () => {
    const { provider } = answering('calls');
    await expect(sendTogether(provider, CALLS)).rejects.toMatchObject({ refusal: 'failed' });
  });
});

describe('calls that a wallet has taken', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const ended = async (provider: Provider) => {
    const end = awaitCalls(provider, 'calls');
    await vi.runAllTimersAsync();
    return await end;
  };

  it.each<[string, object, object]>([
    [
      'one receipt for each call',
      { status: 200, receipts: Array.from({ length: 3 }, () => ({ transactionHash: HASH })) },
      { hash: HASH },
    ],
    ['no receipt', { status: 200, receipts: [] }, { problem: 'unknown' }],
    ['400', { status: 400 }, { problem: 'not_sent' }],
    [
      '500',
      { status: 500, receipts: [{ status: '0x0', transactionHash: HASH }] },
      { problem: 'reverted' },
    ],
    ['600', { status: 600, receipts: [{ transactionHash: HASH }] }, { problem: 'partly' }],
  ])('end as their wallet says: %s', async (_, status, end) => {
    const { provider } = answering(status);
    expect(await readCalls(provider, 'calls')).toEqual(end);
  });

  it('are awaited while it has them, and while it does not answer', async () => {
    const { provider, asked } = answering(
      { status: 100 },
      new Error('away'),
      { status: 100 },
      { status: 200, receipts: [{ transactionHash: HASH }] },
    );
    expect(await ended(provider)).toEqual({ hash: HASH });
    expect(asked).toHaveLength(4);
  });

  it('may be unknown to it for a moment, and not for longer', async () => {
    const late = answering(coded(5730), coded(5730), {
      status: 200,
      receipts: [{ transactionHash: HASH }],
    });
    expect(await ended(late.provider)).toEqual({ hash: HASH });
    const never = answering(coded(5730));
    expect(await ended(never.provider)).toEqual({ problem: 'unknown' });
    expect(never.asked).toHaveLength(5);
  });
});
