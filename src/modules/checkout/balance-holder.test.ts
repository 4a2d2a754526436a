import { afterAll, beforeAll, expect, it } from 'vitest';
import { bridgedChain, sampleProvider } from '../../../tests/support/bridged-chains.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const HOLDER = '0x4444444444444444444444444444444444444444';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

it('reads what a wallet could pay with where `eoaWallet` says that it is, also elsewhere', async () => {
  const chains = [bridgedChain('base'), bridgedChain('arbitrum-one')];
  const read: string[] = [];
  for (const chain of chains) {
    const { readPayerBalances } = chain;
    chain.readPayerBalances = (wallet, tokens) => {
      read.push(wallet);
      return readPayerBalances(wallet, tokens);
    };
  }
  const routes = sampleProvider();
  const ctx = testContext({ db: database.db, chains: connected(...chains), routes });
  const allowedPayers = [HOLDER];
  const link = await insertLink(database.db, { currencyId: 'USDC-base', allowedPayers });
  const query = { wallet: WALLET, eoaWallet: HOLDER.toLowerCase() };
  const view = await viewSecurePayment(ctx, { token: link.token, query });
  expect(new Set(read)).toEqual(new Set([HOLDER]));
  expect(new Set(routes.quoted.map(({ payer }) => payer))).toEqual(new Set([HOLDER]));
  expect(view).toMatchObject({
    paymentOptions: {
      BASE: { USDC: { hasEnoughBalance: true, neededAmount: '12.5' } },
      ARBITRUM: { USDT: { hasEnoughBalance: true, neededAmount: '12.8' } },
    },
    // Who may pay is about whose money it is.
    accessDecision: {
      status: 'approved',
      walletResults: [{ walletAddress: HOLDER }, { parentWalletAddress: HOLDER }],
    },
  });
});
