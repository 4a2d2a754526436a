import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../tests/support/payers-host.ts';
import { runIdentityChecks } from './run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  // What earlier tests left is not due.
  await host.ctx.db.updateTable('payer').set({ next_check_at: null }).execute();
  Object.assign(host.identity, { isDown: false, userRefAnswered: undefined });
  host.identity.calls.length = 0;
});

let count = 0;
async function payer() {
  count += 1;
  const clientUserId = `user-${count}`;
  await host.create({ clientUserId });
  host.identity.calls.length = 0;
  return clientUserId;
}

const run = () => runIdentityChecks(host.ctx, 100);
const later = (minutes: number) => host.now.advance(minutes * 60_000);
const kycOf = async (clientUserId: string) => (await host.view(clientUserId)).body['kycStatus'];
const kycs = async (clientUserId: string) =>
  (await host.events(clientUserId)).map(({ kycStatus }) => kycStatus);

it('finds a decision that no callback reported', async () => {
  const id = await payer();
  await host.decide(id, 'approved');
  await run();
  expect(host.identity.calls).toEqual([]);
  later(2);
  await run();
  expect(await kycs(id)).toEqual(['pending', 'approved']);
});

it('asks less and less often, and not for ever', async () => {
  await payer();
  for (let i = 0; i < 60; i += 1) {
    later(60);
    await run();
  }
  expect(host.identity.calls.length).toBeLessThan(20);
  host.now.advance(31 * 86_400_000);
  await run();
  host.identity.calls.length = 0;
  host.now.advance(31 * 86_400_000);
  await run();
  expect(host.identity.calls).toEqual([]);
});

it('asks once where several processes look', async () => {
  await payer();
  later(2);
  await Promise.all([run(), run(), run()]);
  expect(host.identity.calls).toHaveLength(1);
});

it('approves nobody by an unknown state, and takes an approval back for one', async () => {
  const id = await payer();
  await host.decide(id, 'unknown');
  later(2);
  await run();
  expect(await kycOf(id)).toBe('pending');
  await host.decide(id, 'approved');
  later(60);
  await run();
  expect(await kycOf(id)).toBe('approved');
  const ref = await host.decide(id, 'unknown');
  await host.report('unknown', ref);
  await run();
  expect(await kycs(id)).toEqual(['pending', 'approved', 'pending']);
});

it('takes no older state for a newer one', async () => {
  const id = await payer();
  const [older, newer] = [new Date('2026-01-02T00:00:00Z'), new Date('2026-01-02T01:00:00Z')];
  await host.decide(id, 'rejected', newer);
  later(2);
  await run();
  const ref = await host.decide(id, 'approved', older);
  await host.report('older', ref);
  await run();
  expect(await kycOf(id)).toBe('rejected');
});

it('takes nothing that was read before a callback came, and reads again', async () => {
  const id = await payer();
  const ref = await host.decide(id, 'approved');
  later(2);
  host.identity.duringRead = async () => {
    await host.decide(id, 'rejected');
    await host.report('during', ref);
  };
  await run();
  expect(await kycOf(id)).toBe('pending');
  await run();
  expect(await kycs(id)).toEqual(['pending', 'rejected']);
});

it('takes nothing that was read before the person was described anew', async () => {
  const id = await payer();
  await host.decide(id, 'approved');
  later(2);
  host.identity.duringRead = () => host.create({ clientUserId: id, firstName: 'Eva' });
  await run();
  later(2);
  await run();
  expect(await kycOf(id)).toBe('pending');
});

it('takes no answer about another check', async () => {
  const id = await payer();
  await host.decide(id, 'approved');
  host.identity.userRefAnswered = 'somebody-else.1';
  later(2);
  await run();
  expect(await kycOf(id)).toBe('pending');
});

it('asks again after an outage, also about somebody who was approved', async () => {
  const id = await payer();
  await host.decide(id, 'approved');
  later(2);
  await run();
  const ref = await host.decide(id, 'rejected');
  await host.report('outage', ref);
  host.identity.isDown = true;
  await run();
  expect(await kycOf(id)).toBe('approved');
  host.identity.isDown = false;
  later(10);
  await run();
  expect(await kycs(id)).toEqual(['pending', 'approved', 'rejected']);
});

it('moves no state without its event, and is due again', async () => {
  const id = await payer();
  await host.decide(id, 'approved');
  later(2);
  const newOrderedId = () => {
    throw new Error('ended here');
  };
  await expect(runIdentityChecks({ ...host.ctx, newOrderedId }, 100)).rejects.toThrow('ended here');
  expect(await kycOf(id)).toBe('pending');
  later(2);
  await run();
  expect(await kycs(id)).toEqual(['pending', 'approved']);
});
