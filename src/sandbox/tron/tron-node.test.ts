import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newWallet,
  openTestTronNode,
  type TestTronNode,
  TRON_USDC,
  TRON_USDT,
  TRX,
} from '../../../tests/support/tron-node.ts';

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
