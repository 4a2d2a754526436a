import { afterAll, beforeAll, expect, it } from 'vitest';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type CommerceHost, commerceHost } from '../../../tests/support/commerce-host.ts';
import { seeded } from '../../../tests/support/seeded.ts';
import { followRelayed } from '../relayer/follow-relayed.ts';
import { expireCommercePayments } from './expire-commerce-payments.ts';
import { followOperations } from './follow-operations.ts';
import { termsOf } from './model/commerce-payment.ts';
import { capturableUnits, refundableUnits, sumsOf } from './model/position.ts';
import { observeEscrows } from './observe-escrows.ts';
import { findEvents } from './store/events.ts';
import { findOwnPayment } from './store/payments.ts';

const { payer } = TEST_ACCOUNTS;
/** Another one finds the same, or more. */
const SEED = 7;
const STEPS = 120;
const PAYMENTS = 4;

let at: CommerceHost;
beforeAll(async () => {
  at = await commerceHost();
  await at.world.mint(SANDBOX_SENDER.address, 1_000n);
});
afterAll(() => at[Symbol.asyncDispose]());

async function paymentOf(requestId: string) {
  const found = await findOwnPayment(at.ctx, { accountId: at.owner.accountId, requestId });
  if (found === undefined) throw new Error(`${requestId} is stored`);
  return found;
}

/** What the relayer sent before and a reorg removed is due at once. */
async function wakeRelayer() {
  await at.ctx.db
    .updateTable('relayed_transaction')
    .set({ next_check_at: at.ctx.now() })
    .where('outcome', 'is', null)
    .execute();
}

it('whatever happens in any order, what is stored is what the escrow has', async () => {
  const random = seeded(SEED);
  const dice = (end: number) => Math.floor(random() * end);
  const ids: string[] = [];
  for (let i = 0; i < PAYMENTS; i += 1) ids.push(await at.agreed());
  const { escrow, send, rpc } = at.world;
  const units = () => String(1 + dice(60));
  const refund = async (id: string) => {
    const calls = escrow.refundCalls(termsOf(await paymentOf(id)), BigInt(units()));
    // What the escrow refuses is no refund.
    await send(SANDBOX_SENDER, ...calls).catch(() => undefined);
  };
  const steps: readonly ((id: string) => Promise<unknown>)[] = [
    (id) => at.post(id, 'authorize'),
    (id) => at.post(id, 'capture', { captureAmount: units() }),
    (id) => at.post(id, 'capture', { captureAmount: units() }),
    (id) => at.post(id, 'void'),
    refund,
    () => observeEscrows(at.ctx),
    () => Promise.all([observeEscrows(at.ctx), observeEscrows(at.ctx)]),
    () => followOperations(at.ctx, 50),
    () => wakeRelayer().then(() => followRelayed(at.ctx, 50)),
    () => expireCommercePayments(at.ctx, 50),
    () => rpc('anvil_reorg', [1, []]),
    () => rpc('evm_mine', []),
  ];
  for (let step = 0; step < STEPS; step += 1) {
    const id = ids[dice(ids.length)] ?? '';
    const done = await steps[dice(steps.length)]?.(id);
    if (typeof done === 'object' && done !== null && 'status' in done) {
      expect([200, 400, 409, 503]).toContain(done.status);
    }
  }
  for (let i = 0; i < 3; i += 1) {
    await wakeRelayer();
    await at.settle();
  }
  for (const id of ids) {
    const payment = await paymentOf(id);
    const [state] = await escrow.readStates([payment.paymentHash]);
    const sums = sumsOf((await findEvents(at.ctx, payment)).filter(({ isCounted }) => isCounted));
    expect([payment.status, capturableUnits(sums), refundableUnits(sums)]).toEqual([
      payment.status,
      state?.capturableUnits,
      state?.refundableUnits,
    ]);
    expect(sums.authorizedUnits > 0n).toBe(state?.isCollected);
  }
  expect(await at.world.balance(payer.address)).toBeGreaterThan(0n);
});
