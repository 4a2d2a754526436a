import { afterAll, beforeAll, expect, it } from 'vitest';
import { findByToken } from '#modules/secure-payments/index.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { fillOf, fillState, intentScene } from '../../../tests/support/intent-scene.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { addPaymentIntent } from './add-payment-intent.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Two links whose payment one transaction is said to make. */
async function twoOfOneHash() {
  const scene = await intentScene(database.db);
  const other = await insertLink(database.db, { currencyId: 'USDC-base' });
  const { payment_reference: reference } = await database.db
    .selectFrom('request')
    .select('payment_reference')
    .where('id', '=', other.requestRowId)
    .executeTakeFirstOrThrow();
  const first = await scene.report();
  const link = await findByToken(scene.ctx, other.token);
  if (link === undefined) throw new Error('the link is there');
  const second = await addPaymentIntent(scene.ctx, {
    link,
    network: 'arbitrum-one',
    reported: { kind: 'transaction', hash: first.hash },
    safeDeadline: null,
    payerAddress: null,
    details: {},
  });
  const statuses = async () => [await scene.statusOf(first.id), await scene.statusOf(second.id)];
  const depositOfOther = () => scene.deposit({ reference: `0x${reference.slice(2)}` });
  return { ...scene, hash: first.hash, statuses, depositOfOther, other };
}

it('is one of those children alone that its deposits pay', async () => {
  const { mine, hash, deposit, follow, statuses } = await twoOfOneHash();
  mine(hash, { deposits: [deposit()], isFinal: true });
  await follow();
  expect(await statuses()).toEqual(['source_confirmed', 'foreign']);
});

it('is followed by the deposit of each child, of which one can fail alone', async () => {
  const { mine, hash, deposit, depositOfOther, base, follow, statuses, credit } =
    await twoOfOneHash();
  const [failing, filled] = [depositOfOther(), deposit()];
  // In the other order than the children: each finds its own.
  mine(hash, { deposits: [failing, filled], isFinal: true });
  const fill = fillOf({ isFinal: true });
  base.fillStates.set(filled.depositId, fillState({ isFilled: true, isFilledFinally: true }));
  base.fills.set(filled.depositId, fill);
  const later = new Date(failing.fillDeadline.getTime() + 1);
  base.fillStates.set(failing.depositId, fillState({ finalTime: later }));
  await credit(fill.transactionHash);
  await follow();
  expect(await statuses()).toEqual(['settled', 'unfilled']);
});
