import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type InstalmentWorld,
  openInstalmentWorld,
} from '../../../tests/support/instalment-world.ts';

const RECEIVER = '0x6666666666666666666666666666666666666666';
const MONTH_MS = 30 * 86_400_000;

let at: InstalmentWorld;
beforeAll(async () => {
  at = await openInstalmentWorld({
    protocolFee: { bps: 100, capUsd: null, fixedUsd: null, evmAddress: RECEIVER },
  });
});
afterAll(() => at?.[Symbol.asyncDispose]());

it('the contract pays the fee of the service with each payment, and events name it', async () => {
  const begun = await at.begun();
  await at.becomes(begun.id, { processedPayments: 1 });
  await at.pass(MONTH_MS);
  await at.becomes(begun.id, { processedPayments: 2 });
  expect(await at.paymentsOf(begun)).toBe(2);
  expect(await at.paymentsOf({ ...begun, payee: RECEIVER })).toBe(0.02);
  const events = await at.eventsOf(begun.id, 'payment.confirmed');
  const fees = [{ type: 'protocol_fee', amount: '0.1', currency: 'USDC' }];
  expect(events).toMatchObject([
    { amount: '10', fees },
    { amount: '10', fees },
  ]);
});
