import { describe, expect, it } from 'vitest';
import { requestCapabilities } from './capabilities.ts';
import { connect, send } from './evm.ts';
import type { SafeInfo, SafeInterface } from './safe-interface.ts';
import { openSafeProvider } from './safe-provider.ts';
import { readCalls, sendTogether } from './together.ts';

const SAFE = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SAFE_HASH = `0x${'5e'.repeat(32)}`;
const HASH = `0x${'7a'.repeat(32)}`;
const BASE = 8453;
const APPROVE = { to: OTHER, data: '0x095ea7b3', value: '0x0' };
const PAY = { to: OTHER, data: '0x', value: '0x10' };
const TOGETHER = { from: SAFE, chainId: BASE, calls: [APPROVE, PAY] };

const INFO: SafeInfo = { address: SAFE, chainId: BASE, isReadOnly: false };
/** Nothing that can be read any more. */
const GONE: SafeInfo = { ...INFO, address: '' };

/** An interface of Safe that answers by method; what it was asked is kept. */
function interfaceWith(answers: Readonly<Record<string, unknown>> = {}, now = INFO) {
  const asked: { method: string; params: unknown }[] = [];
  const safe: SafeInterface = {
    info: INFO,
    readInfo: async () => (now === GONE ? undefined : now),
    request: async (method, params) => {
      asked.push({ method, params });
      const answer = answers[method];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { provider: openSafeProvider(safe), asked };
}

const proposing = { sendTransactions: { safeTxHash: SAFE_HASH } };

describe('the provider of a Safe App', () => {
  it('is the Safe on its chain, and makes calls at once', async () => {
    const { provider, asked } = interfaceWith();
    expect(await connect(provider)).toMatchObject({ address: SAFE, chainId: BASE });
    const about = { address: SAFE, chainId: BASE };
    expect(await requestCapabilities(provider, about)).toBe('supported');
    expect(await requestCapabilities(provider, { ...about, chainId: 1 })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('proposes all calls as one transaction, and answers the hash that owners sign', async () => {
    const { provider, asked } = interfaceWith(proposing);
    expect(await sendTogether(provider, TOGETHER)).toEqual({ id: SAFE_HASH });
    const txs = [
      { to: OTHER, value: '0', data: '0x095ea7b3' },
      { to: OTHER, value: '16', data: '0x' },
    ];
    expect(asked).toEqual([{ method: 'sendTransactions', params: { txs } }]);
  });

  it('proposes a single call too', async () => {
    const { provider } = interfaceWith(proposing);
    const call = { from: SAFE, ...PAY, chainId: BASE };
    expect(await send(provider, call)).toBe(SAFE_HASH);
  });

  it.each([
    ['for another account', { ...TOGETHER, from: OTHER }],
    ['on another chain', { ...TOGETHER, chainId: 1 }],
    ['without a call', { ...TOGETHER, calls: [] }],
    ['to no address', { ...TOGETHER, calls: [{ ...PAY, to: '0x01' }] }],
    ['with half a byte', { ...TOGETHER, calls: [{ ...PAY, data: '0x0' }] }],
    ['with a value that is none', { ...TOGETHER, calls: [{ ...PAY, value: '-1' }] }],
  ])('proposes nothing %s', async (_what, together) => {
    const { provider, asked } = interfaceWith(proposing);
    await expect(sendTogether(provider, together)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it.each([
    ['the Safe', { ...INFO, address: OTHER }],
    ['its chain', { ...INFO, chainId: 1 }],
    ['who may propose', { ...INFO, isReadOnly: true }],
    ['nothing that can be read', GONE],
  ])('proposes nothing where the interface has changed %s since', async (_what, now) => {
    const { provider, asked } = interfaceWith(proposing, now);
    await expect(sendTogether(provider, TOGETHER)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('is declined where the person rejects, and has failed for any other reason', async () => {
    const rejecting = interfaceWith({ sendTransactions: new Error('Transaction was rejected') });
    const declined = sendTogether(rejecting.provider, TOGETHER);
    await expect(declined).rejects.toMatchObject({ refusal: 'declined' });
    const failing = interfaceWith({ sendTransactions: new Error('boom') });
    const failed = sendTogether(failing.provider, TOGETHER);
    await expect(failed).rejects.toMatchObject({ refusal: 'failed' });
  });

  it.each([undefined, null, {}, { safeTxHash: '0x5e' }, { safeTxHash: 7 }, SAFE_HASH])(
    'takes %j for no hash',
    async (sendTransactions) => {
      const { provider } = interfaceWith({ sendTransactions });
      const sent = sendTogether(provider, TOGETHER);
      await expect(sent).rejects.toMatchObject({ refusal: 'failed' });
    },
  );

  it.each([
    ['AWAITING_CONFIRMATIONS', null, undefined],
    ['AWAITING_EXECUTION', null, undefined],
    ['CANCELLED', null, { problem: 'not_sent' }],
    ['FAILED', HASH, { problem: 'reverted' }],
    ['SUCCESS', HASH, { hash: HASH }],
    ['SUCCESS', null, undefined],
    ['SUCCESS', 'soon', undefined],
    ['SOMETHING', HASH, undefined],
  ])('says how a proposal stands: %s with %s', async (txStatus, txHash, end) => {
    const { provider, asked } = interfaceWith({ getTxBySafeTxHash: { txStatus, txHash } });
    expect(await readCalls(provider, SAFE_HASH)).toEqual(end);
    expect(asked).toEqual([{ method: 'getTxBySafeTxHash', params: { safeTxHash: SAFE_HASH } }]);
  });

  it('reads the chain by the interface, and does nothing else there', async () => {
    const { provider, asked } = interfaceWith({ rpcCall: '0x10' });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10');
    expect(asked).toEqual([{ method: 'rpcCall', params: { call: 'eth_blockNumber', params: [] } }]);
    for (const method of ['personal_sign', 'eth_signTypedData_v4', 'safe_setSettings', 'eth_sign'])
      await expect(provider.request({ method, params: [] })).rejects.toMatchObject({ code: 4200 });
    expect(asked).toHaveLength(1);
  });
});
