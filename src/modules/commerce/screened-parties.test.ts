import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type CommerceHost, commerceHost } from '../../../tests/support/commerce-host.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { keepListings } from '../../../tests/support/listings.ts';

const { payer, payee } = TEST_ACCOUNTS;

let at: CommerceHost;
beforeAll(async () => {
  at = await commerceHost({ settings: { ...TEST_SETTINGS, sanctionsOracle: 'available' } });
});
afterAll(() => at[Symbol.asyncDispose]());

const say = (wallet: string, isListed: boolean) =>
  keepListings(at.ctx, { networks: ['base', 'mainnet'], wallets: [wallet], isListed });
const bothFine = async () => {
  await say(payer.address, false);
  await say(payee.address, false);
};

const REJECTED = { status: 403, body: { code: 'screening_rejected' } };
const MOVES = [
  ['buyer', payer.address],
  ['merchant', payee.address],
] as const;

describe('a commerce payment whose buyer or merchant is listed', () => {
  it.each(MOVES)('is not prepared (%s)', async (_, wallet) => {
    await bothFine();
    await say(wallet, true);
    expect(await at.create()).toMatchObject(REJECTED);
    await at.ctx.db.deleteFrom('screening_answer').execute();
    expect(await at.create()).toMatchObject({ status: 403, body: { code: 'provider_error' } });
  });

  it('is neither held nor captured, and is given back all the same', async () => {
    await bothFine();
    const agreed = await at.agreed();
    await say(payer.address, true);
    expect(await at.post(agreed, 'authorize')).toMatchObject(REJECTED);
    expect(await at.status(agreed)).toMatchObject({ status: 'PENDING' });
    await bothFine();
    const held = await at.held();
    await say(payee.address, true);
    const capture = { captureAmount: '40' };
    expect(await at.post(held, 'capture', capture)).toMatchObject(REJECTED);
    expect(await at.post(held, 'capture/calldata', capture)).toMatchObject(REJECTED);
    expect(await at.status(held)).toMatchObject({ canCapture: true, canVoid: true });
    expect((await at.post(held, 'void')).status).toBe(200);
    await at.settle();
    expect(await at.status(held)).toMatchObject({ voidedAmount: '100', capturedAmount: '0' });
  });
});
