import { afterAll, beforeAll, expect, it } from 'vitest';
import { MulticallDetails } from '#modules/multicall-payouts/index.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { fakeNames } from '../../../tests/chains/fake/names.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { safeAccounts } from '../../../tests/support/safe-accounts.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** Base and Ethereum, where the payee of the tests has a name. */
function payer() {
  const names = fakeNames('mainnet');
  names?.claims.set(TEST_PAYEE, 'shop.eth');
  names?.entries.set('shop.eth', TEST_PAYEE);
  const [sepolia, mainnet] = [safeAccounts('sepolia'), safeAccounts('mainnet')];
  const chains = connected(
    { ...stillChain('sepolia'), accounts: sepolia.accounts },
    { ...stillChain('mainnet'), accounts: mainnet.accounts, names },
  );
  const ctx = testContext({ db: database.db, chains });
  /** What is shown once a first view has had the names looked up. */
  const view = async (token: string) => {
    expect(await viewSecurePayment(ctx, { token, query: {} })).not.toHaveProperty('payeeEnsName');
    await new Promise((resolve) => setImmediate(resolve));
    return await viewSecurePayment(ctx, { token, query: {} });
  };
  return { ctx, view, names, contracts: sepolia.script.states };
}

it('stands beside the whole address, from the second view on', async () => {
  const { token } = await insertLink(database.db);
  const shown = { payee: TEST_PAYEE, payeeEnsName: 'shop.eth' };
  expect(await payer().view(token)).toMatchObject(shown);
});

it.each<NonNullable<Parameters<typeof insertLink>[1]>>([
  { hidesPayee: true },
  { hidesUntilApproved: true },
])('is neither shown nor looked up where the link hides its payee: %o', async (hiding) => {
  const { token } = await insertLink(database.db, { ...hiding, allowedPayers: [TEST_PAYEE] });
  const { view, names } = payer();
  expect(await view(token)).not.toHaveProperty('payeeEnsName');
  expect(names?.asked).toBe(0);
});

it('stands beside each payee of a batch that has one', async () => {
  const { ctx, view, names } = payer();
  const other = '0x3333333333333333333333333333333333333333';
  const links = await insertPayouts(ctx, [{ payeeAddress: other }, { payeeAddress: TEST_PAYEE }]);
  const actor = { kind: 'api_key', accountId: links[0]?.accountId ?? '', apiKeyId: 'k' } as const;
  const tokens = links.map((link) => link.token);
  const { token } = await createBatchPayoutLink({ ...ctx, actor }, { tokens });
  const payees = [other, TEST_PAYEE];
  expect(await view(token)).toMatchObject({ payees, payeeEnsNames: [null, 'shop.eth'] });
  expect(names?.asked).toBe(2);
});

it('stands beside each payee of a bundle that has one and is not hidden, of keys alone on other networks', async () => {
  const { ctx, view, names, contracts } = payer();
  const [contract, hidden] = [`0x${'33'.repeat(20)}`, `0x${'44'.repeat(20)}`];
  for (const [address, name] of [
    [contract, 'vault.eth'],
    [hidden, 'hidden.eth'],
  ] as const) {
    names?.claims.set(address, name);
    names?.entries.set(name, address);
  }
  const links = await insertPayouts(ctx, [
    { payeeAddress: contract },
    {},
    { payeeAddress: hidden, hidesPayee: true },
    { payeeAddress: `0x${'55'.repeat(20)}` },
  ]);
  contracts.set(contract, { kind: 'contract' });
  const { token } = await newBundle(ctx, links);
  const { children } = MulticallDetails.parse(await view(token));
  expect(children.map(({ payee, payeeEnsName }) => [payee, payeeEnsName])).toEqual([
    [contract, undefined],
    [TEST_PAYEE, 'shop.eth'],
    [null, undefined],
    [`0x${'55'.repeat(20)}`, undefined],
  ]);
  expect(names?.asked).toBe(3);
});
