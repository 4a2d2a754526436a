import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  newWallet,
  openTestTronNode,
  sharedTronNode,
  type TestTronNode,
  TRON_USDC,
  TRON_USDT,
  TRX,
} from '../../../tests/support/tron-node.ts';

const HOUR_MS = 3_600_000;

let node: TestTronNode;
beforeAll(async () => {
  node = await openTestTronNode();
});
afterAll(() => node[Symbol.asyncDispose]());

describe('the command that funds an account', () => {
  it('activates it with TRX and tokens, with which it can pay', async () => {
    const wallet = await node.freshWallet({ sun: 50 * TRX, usdt: 7, usdc: 0 });
    const request = { address: wallet.address, visible: true };
    expect(await node.post('wallet/getaccount', request)).toMatchObject({ balance: 50 * TRX });
    expect(await node.unitsOf(TRON_USDT, wallet.address)).toBe(7n);
    expect(await node.unitsOf(TRON_USDC, wallet.address)).toBe(0n);
    const payee = newWallet().address;
    const info = await node.transfer(wallet, { token: TRON_USDT, to: payee, units: 3n });
    expect(info.receipt.result).toBe('SUCCESS');
    expect(await node.unitsOf(TRON_USDT, payee)).toBe(3n);
  });

  it('is undone by a fork below it', async () => {
    const own = newWallet().address;
    const { head } = await node.control('fund', { address: own, visible: true, sun: 5 * TRX });
    expect(await node.fork(1)).toMatchObject({ head: head + 1 });
    expect(await node.post('wallet/getaccount', { address: own, visible: true })).toEqual({});
  });

  it('refuses tokens that the payer does not have', async () => {
    const tokens = [{ contract: TRON_USDC, units: 10 ** 15 }];
    const body = { address: newWallet().address, visible: true, tokens };
    expect(await node.post('control/fund', body)).toMatchObject({
      Error: expect.stringContaining('The tokens were not sent'),
    });
  });
});

describe('the list of transfers of an account', () => {
  let node: TestTronNode;
  beforeAll(async () => {
    node = await sharedTronNode();
  });

  it('has those from and to it with their tokens, page by page, and leaves out others', async () => {
    const [wallet, other] = [await node.freshWallet(), await node.freshWallet()];
    const sent = await node.transfer(wallet, { token: TRON_USDT, to: other.address, units: 7n });
    await node.transfer(other, { token: TRON_USDC, to: newWallet().address, units: 1n });
    const back = await node.transfer(other, { token: TRON_USDC, to: wallet.address, units: 2n });
    const approved = await node.allow(wallet, TRON_USDT, other.address);
    const path = `v1/accounts/${wallet.address}/transactions/trc20`;
    const Page = z.object({
      data: z.array(z.object({ transaction_id: z.string(), type: z.string() })),
      meta: z.object({ fingerprint: z.string().optional() }),
    });
    const idsOf = async (query: Readonly<Record<string, string>>) =>
      Page.parse(await node.get(path, query)).data.map((row) => row.transaction_id);
    expect(await node.get(path, { limit: '1', order_by: 'block_timestamp,asc' })).toMatchObject({
      success: true,
      data: [
        {
          transaction_id: sent.id,
          token_info: { symbol: 'USDT', address: TRON_USDT, decimals: 6 },
          block_timestamp: sent.blockTimeStamp,
          from: wallet.address,
          to: other.address,
          type: 'Transfer',
          value: '7',
        },
      ],
    });
    expect(await idsOf({})).toEqual([approved.id, back.id, sent.id]);
    const first = Page.parse(await node.get(path, { limit: '2' }));
    const { fingerprint = '' } = first.meta;
    expect(await idsOf({ limit: '2', fingerprint })).toEqual([sent.id]);
    expect(await idsOf({ only_to: 'true' })).toEqual([back.id]);
    expect(await idsOf({ contract_address: TRON_USDC })).toEqual([back.id]);
    expect(await idsOf({ min_timestamp: String(back.blockTimeStamp) })).not.toContain(sent.id);
    expect(await idsOf({ only_confirmed: 'true' })).not.toContain(approved.id);
    expect(await idsOf({ only_unconfirmed: 'true' })).toContain(approved.id);
  });

  it('needs an address', async () => {
    expect(await node.get('v1/accounts/Tnobody/transactions/trc20')).toEqual({
      Error: 'class IllegalArgumentException : Invalid address',
    });
  });
});

describe('a clock that jumps', () => {
  it('back or ahead leaves a chain whose blocks follow each other, and that takes transactions', async () => {
    let ms = Date.UTC(2026, 0, 1);
    await using own = await openTestTronNode({ clock: () => new Date(ms) });
    const wallet = await own.freshWallet();
    const to = newWallet().address;
    let before = 0;
    for (const jumpMs of [-HOUR_MS, 2 * HOUR_MS, 100 * HOUR_MS, -1, -50 * HOUR_MS]) {
      ms += jumpMs;
      const info = await own.transfer(wallet, { token: TRON_USDT, to, units: 1n });
      expect(info.receipt.result).toBe('SUCCESS');
      expect(info.blockTimeStamp).toBeGreaterThan(before);
      before = info.blockTimeStamp;
    }
    // Once the clock has come up with the chain again, blocks have its time.
    ms += 60 * HOUR_MS;
    const info = await own.transfer(wallet, { token: TRON_USDT, to, units: 1n });
    expect(info.blockTimeStamp).toBe(ms);
  });
});
