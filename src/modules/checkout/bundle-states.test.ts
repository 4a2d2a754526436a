import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_TIME, testDatabase } from '../../../tests/support/database.ts';
import { TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const HASH = Buffer.alloc(32, 7);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, bundleOf, view, pay } = bundlePayers(() => database.db);

describe('a bundle over several networks', () => {
  it('is shown, and says when it is paid that it takes a source', async () => {
    const { token } = await bundleOf({ currencyId: 'USDC-base' }, {});
    expect(await view(token)).toMatchObject({
      canExecute: false,
      totals: { blockedChildCount: 0 },
      children: [{ executable: true }, { executable: true }],
    });
    expect(await refusalOf(pay(token, { wallet: WALLET }))).toMatchObject({
      status: 400,
      code: 'source_chain_required',
      message: expect.stringContaining('source chain and the source token'),
    });
    const sourced = pay(token, { wallet: WALLET, chain: 'POLYGON', token: 'USDC' });
    expect(await refusalOf(sourced)).toMatchObject({
      status: 400,
      code: 'route_not_available',
    });
  });

  it('can be paid once all that is left of it is on one', async () => {
    const { token, links } = await bundleOf({ currencyId: 'USDC-base' }, {});
    const [first] = links;
    if (first === undefined) throw new Error('there are two');
    await insertReceived(database.db, first, { units: 12_500_000n, transactionHash: HASH });
    expect(await view(token)).toMatchObject({ canExecute: true });
    expect((await pay(token, { wallet: WALLET })).network).toBe('sepolia');
  });

  it('takes a source also where it was made for another chain', async () => {
    const { ctx } = payer();
    const links = await insertPayouts(ctx, [{}, {}]);
    const { token } = await newBundle(ctx, links, 'evm_cross_chain');
    expect(await view(token)).toMatchObject({ canExecute: false });
    expect(await refusalOf(pay(token))).toMatchObject({ code: 'source_chain_required' });
  });

  it('mixes currencies of one network where its payment currency is not given', async () => {
    const { token } = await bundleOf({}, { currencyId: 'FAU-sepolia' });
    const { metadata, transactions } = await pay(token, { wallet: WALLET });
    expect(transactions).toHaveLength(3);
    expect(metadata).not.toHaveProperty('paymentCurrencyId');
  });
});

describe('a bundle that cannot be paid', () => {
  it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense', ''])(
    'because there is none is not found like a link: %j',
    async (token) => {
      for (const send of [view, pay]) {
        expect(await refusalOf(send(token))).toMatchObject({
          status: 404,
          message: 'Token not found',
        });
      }
    },
  );

  it('because all was paid answers how', async () => {
    const { token, links } = await bundleOf({}, {});
    for (const link of links) {
      const received = { units: 12_500_000n, transactionHash: HASH };
      await insertReceived(database.db, link, received);
    }
    for (const send of [view, pay]) {
      expect(await refusalOf(send(token))).toMatchObject({
        status: 409,
        code: 'secure_payment_completed',
        body: {
          status: 'completed',
          requestStatuses: links.map(({ requestId }) => ({
            requestId,
            hasBeenPaid: true,
            txHash: `0x${'07'.repeat(32)}`,
          })),
        },
      });
    }
  });

  it('because a payee refuses to be paid is named with the place of the first of its children', async () => {
    const { token, links } = await bundleOf({}, {}, {});
    const [paid] = links;
    if (paid === undefined) throw new Error('the bundle has children');
    await insertReceived(database.db, paid, { units: 12_500_000n, transactionHash: HASH });
    const { ctx, sepolia } = payer();
    sepolia.refusing = new Set([TEST_PAYEE]);
    expect(await refusalOf(pay(token, { wallet: WALLET }, ctx))).toMatchObject({
      status: 409,
      code: 'payee_cannot_be_paid',
      errors: [{ field: 'children[1]' }],
    });
    expect((await pay(token, {}, ctx)).transactions).toHaveLength(2);
  });

  it('because it has expired says so, and what was paid until then', async () => {
    const soon = new Date(TEST_TIME.getTime() + 1_000);
    const { token, links } = await bundleOf({ expiresAt: soon }, {});
    const later = { now: () => soon };
    for (const send of [view, pay]) {
      expect(await refusalOf(send(token, {}, payer(later).ctx))).toMatchObject({
        status: 403,
        code: 'secure_payment_expired',
        body: { status: 'expired', expiresAt: soon.toISOString() },
      });
    }
    const [first] = links;
    if (first === undefined) throw new Error('there are two');
    await insertReceived(database.db, first, { units: 12_500_000n, transactionHash: HASH });
    expect(await refusalOf(view(token, {}, payer(later).ctx))).toMatchObject({
      status: 403,
      code: 'secure_payment_partially_settled',
      body: { status: 'partially_settled', requestStatuses: [{ hasBeenPaid: true }, {}] },
    });
  });

  it('because all of it is on its way is still shown', async () => {
    const { token, links } = await bundleOf({}, {});
    for (const link of links) {
      const seen = { units: 12_500_000n, transactionHash: HASH, seen: true };
      await insertReceived(database.db, link, seen);
    }
    expect(await view(token)).toMatchObject({
      status: 'pending',
      canExecute: false,
      requestStatuses: links.map(({ requestId }) => ({
        requestId,
        hasBeenPaid: false,
        txHash: `0x${'07'.repeat(32)}`,
        seen: { blockNumber: 1 },
        awaits: null,
      })),
    });
    expect(await refusalOf(pay(token))).toMatchObject({
      status: 403,
      code: 'multicall_payout_not_executable',
      body: { status: 'pending' },
    });
  });

  it.each([
    ['me', {}, 'wallet must be 0x'],
    [WALLET, { chain: 'POLYGON', token: 'USDC' }, 'no payments from'],
    [WALLET, { isSafe: 'true' }, 'no Safe wallets on'],
  ] as const)('for %s with %j', async (wallet, more, message) => {
    const { token } = await bundleOf({}, {});
    expect(await refusalOf(pay(token, { wallet, ...more }))).toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });
});
