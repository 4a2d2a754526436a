import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { intentScene } from '../../../tests/support/intent-scene.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

// A payment that was reported in time may still arrive, or be returned.
it('the refusal of a link that has ended lists what was reported of it, unless its payee is masked', async () => {
  const { ctx, link, report } = await intentScene(database.db);
  const { id: intentId } = await report();
  const stored = database.db.updateTable('secure_payment').where('token', '=', link.token);
  const refused = async () => {
    const error: unknown = await viewSecurePayment(ctx, { token: link.token, query: {} }).catch(
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Refusal)) throw new Error('the link was not refused');
    return error;
  };
  for (const status of ['invalidated', 'expired']) {
    await stored.set({ status }).execute();
    expect(await refused()).toMatchObject({
      status: 403,
      body: { status, paymentIntents: [{ intentId, status: 'recorded' }] },
    });
  }
  await stored.set({ hides_payee: true }).execute();
  expect((await refused()).body).not.toHaveProperty('paymentIntents');
});
