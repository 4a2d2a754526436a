import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeSanctions } from '../../../tests/chains/fake/sanctions.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const LISTED = '0x2222222222222222222222222222222222222222';
const OTHER = '0x3333333333333333333333333333333333333333';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, bundleOf, pay, view } = bundlePayers(() => database.db);

function screening() {
  const [base, mainnet] = [fakeSanctions('base'), fakeSanctions('mainnet')];
  if (base === undefined || mainnet === undefined) throw new Error('both have oracles');
  const chains = connected(
    { ...stillChain('base'), sanctions: base },
    { ...stillChain('mainnet'), sanctions: mainnet },
  );
  const settings = { ...TEST_SETTINGS, sanctionsOracle: 'required' as const };
  return { base, mainnet, ctx: { ...payer().ctx, chains, settings } };
}

const onBase = () => bundleOf({ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' });

describe('a bundle whose payer is looked up', () => {
  it('is prepared for no wallet on a list, signing or holding, and reports it to nobody', async () => {
    const { ctx, mainnet } = screening();
    mainnet.listed.add(LISTED);
    const { token } = await onBase();
    for (const query of [{ wallet: LISTED }, { wallet: OTHER, eoaWallet: LISTED }]) {
      expect(await refusalOf(pay(token, query, ctx))).toMatchObject({
        status: 403,
        code: 'screening_rejected',
        body: { accessDecision: { status: 'rejected', provider: 'sanctions_oracle' } },
        // What is recorded for operators.
        wallets: [{ walletAddress: LISTED, role: 'payer', code: 'screening_rejected' }],
      });
    }
    const events = await database.db
      .selectFrom('event')
      .select('type')
      .where('type', '=', 'kyt.screening.completed')
      .execute();
    expect(events).toEqual([]);
    expect((await pay(token, { wallet: OTHER }, ctx)).transactions.length).toBeGreaterThan(0);
  });

  it('is prepared for no wallet of which a list says nothing, and for none at all', async () => {
    const { ctx, base } = screening();
    base.isGone = true;
    const { token } = await onBase();
    const unknown = pay(token, { wallet: `0x${'4'.repeat(40)}` }, ctx);
    expect(await refusalOf(unknown)).toMatchObject({
      status: 403,
      code: 'provider_error',
      wallets: [{ walletAddress: `0x${'4'.repeat(40)}`, code: 'provider_error' }],
    });
    expect(await refusalOf(pay(token, {}, ctx))).toMatchObject({
      status: 400,
      code: 'wallet_required',
    });
    expect(await view(token, {}, ctx)).toMatchObject({ paymentType: 'multicall' });
  });
});
