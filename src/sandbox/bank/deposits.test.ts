import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { manualClock } from '#kit/clock.ts';
import { systemRandom } from '#kit/secret.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { openBridgeProvider } from '#providers/bridge-xyz/bridge-provider.ts';
import { BANK_ACCOUNT } from '../../../tests/providers/off-ramp-conformance.ts';
import {
  execute,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { bankAt } from '../bank-address.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { type BankServer, startBankServer } from './bank-server.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock(new Date('2026-11-24T12:00:00.000Z'));

let node: TestNode;
let server: BankServer;
let outbound: Outbound;
beforeAll(async () => {
  node = await openTestNode('sepolia');
  server = await startBankServer({ nodes: [node.node], random: systemRandom, now: clock });
  outbound = openOutbound({ privateAddresses: 'allow' });
});
afterAll(async () => {
  await outbound.close();
  await server.stop();
  await node[Symbol.asyncDispose]();
});

it('the bank of the sandbox waits for the tokens on the node, and sends those of a refund back to their sender', async () => {
  const usdc = currencyById('USDC-sepolia');
  if (usdc === undefined) throw new Error('USDC is listed');
  const { url: baseUrl, ...rest } = bankAt(server.url, server.callbackKey);
  const provider = openBridgeProvider({ outbound, baseUrl, ...rest });
  const account = { ...BANK_ACCOUNT, bankName: 'Bounced Bank' };
  const { id: accountId } = await provider.registerAccount(account, 'account');
  const { id, depositAddress } = await provider.createOrder({
    network: 'sepolia',
    symbol: 'USDC',
    amount: '12.5',
    payoutCurrency: 'USD',
    accountId,
    reference: 'order',
  });
  const state = async () => (await provider.readOrder(id))?.state;
  const balances = () => holdings(node, usdc, [TEST_ACCOUNTS.payer.address, depositAddress]);
  const [before = 0n] = await balances();
  expect(await state()).toBe('awaiting_funds');
  const data = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 value)']),
    args: [depositAddress.startsWith('0x') ? `0x${depositAddress.slice(2)}` : '0x', 12_500_000n],
  });
  await execute(node, [{ to: usdc.address, data, value: '0x0' }]);
  expect(await state()).toBe('in_review');
  expect(await balances()).toEqual([before - 12_500_000n, 12_500_000n]);
  clock.advance(2 * HOUR_MS);
  expect(await state()).toBe('refunded');
  await expect.poll(balances).toEqual([before, 0n]);
});
