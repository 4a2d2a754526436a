import { expect, it } from 'vitest';
import type { Chain, TransactionSender } from '#chains/chain.ts';
import { relayOnce } from '#modules/relayer/index.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { paySecurePayment } from './pay-secure-payment.ts';

const ADDRESS = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const call = { to: ADDRESS, data: '0x12', valueUnits: 0n } as const;
const prepared = { call, balanceUnits: 9n, costUnits: 1n, nextNonce: 0n, limits: {} };
const sender: TransactionSender = {
  address: ADDRESS,
  prepare: async () => prepared,
  raise: async () => undefined,
  readNonces: async () => ({ newest: 0n, deep: 0n }),
  readBalance: async () => 9n,
  readTypicalCost: async () => 1n,
  sign: async () => ({ signed: '0x12', transactionHash: `0x${'7'.repeat(64)}` }),
};
const database = useTestDatabase();

it('a link is not prepared while a signed payment of its request is under way', async () => {
  const chain: Chain = { ...stillChain('sepolia'), sender };
  const ctx = testContext({ db: database.db, now: () => TEST_TIME, chains: connected(chain) });
  const { token, requestId, accountId } = await insertLink(database.db);
  const pay = () => paySecurePayment(ctx, { token, query: {} });
  expect(await pay()).toMatchObject({ paymentType: 'single' });
  const about = { purpose: 'signed payment 1', subject: `request ${requestId}` };
  await relayOnce(ctx, { chain, call, accountId, ...about, checkDue: async () => undefined });
  await expect(pay()).rejects.toMatchObject({ status: 423, code: 'secure_payment_in_progress' });
});
