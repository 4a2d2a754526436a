import { expect, it } from 'vitest';
import { recurringWorld, toSign } from '../../../tests/support/recurring-world.ts';

const RECEIVER = '0x6666666666666666666666666666666666666666';
const OTHER = '0x5555555555555555555555555555555555555555';
/** A percent of what is paid, up to 5 cents. */
const world = recurringWorld({
  protocolFee: { bps: 100, capUsd: '0.05', fixedUsd: null, evmAddress: RECEIVER },
});

async function rowOf(id: string) {
  return await world.host.ctx.db
    .selectFrom('recurring_instalment as one')
    .innerJoin('request', 'request.id', 'one.request_id')
    .select(['fee_units', 'fee_percentage', 'fee_address', 'fee_type', 'expected_units'])
    .where('one.recurring_payout_id', '=', id)
    .executeTakeFirstOrThrow();
}

it('the fee of the service alone stands in the permit, in every sum and on the page', async () => {
  const { id, path, headers } = await world.openPage();
  const { values, needed } = await permitOf({});
  expect(values).toMatchObject({
    amountUnits: '10000000',
    feeUnits: '50000',
    feeAddress: RECEIVER,
  });
  expect(needed).toBe('30150000');
  expect(await rowOf(id)).toEqual({
    expected_units: 10_000_000n,
    fee_units: 50_000n,
    fee_percentage: '1',
    fee_address: RECEIVER,
    fee_type: 'protocol_fee',
  });
  const components = await world.host.ctx.db.selectFrom('fee_component').selectAll().execute();
  expect(components).toEqual([]);
  const { body } = await world.host.call('GET', path, { headers });
  expect(body).toMatchObject({ amount: '10', fee: '0.05', feeAddress: RECEIVER });
});

async function permitOf(more: object) {
  const { status, body } = await world.create(more, { payer: OTHER });
  expect([status, body]).toEqual([201, expect.anything()]);
  const { values } = JSON.parse(JSON.stringify(body['recurringPaymentPermit']));
  const metadata = JSON.parse(JSON.stringify(toSign(body).metadata));
  return { values, needed: metadata.totalNeededAllowance };
}

it('a fee of nothing that the call names is no second receiver', async () => {
  const { values } = await permitOf({ feePercentage: '0', feeAddress: OTHER });
  expect(values).toMatchObject({ feeUnits: '50000', feeAddress: RECEIVER });
});

it('two fees are refused, and nothing is made', async () => {
  const count = () => world.host.ctx.db.selectFrom('request').selectAll().execute();
  const before = (await count()).length;
  const { status, body } = await world.create({ feePercentage: '1', feeAddress: OTHER });
  expect([status, body['code']]).toEqual([400, 'several_fee_addresses']);
  expect(await count()).toHaveLength(before);
});

it('is named as what it is where a payment left it out, and where it was paid', async () => {
  const id = await world.created();
  const { body } = await world.view(id);
  const [first] = JSON.parse(JSON.stringify(body['requests']));
  const url = `/v2/request/${first.requestId}`;
  const headers = world.owner.key;
  await world.host.receive(first.requestId, { units: 10_000_000n });
  const shown = async () => (await world.host.call('GET', url, { headers })).body;
  expect(await shown()).toMatchObject({
    fees: [],
    skippedFees: [{ type: 'protocol_fee', amount: '0.05', receiverAddress: RECEIVER }],
  });
  await world.host.undo(first.requestId);
  const fee = { units: 50_000n, address: RECEIVER };
  await world.host.receive(first.requestId, { units: 10_000_000n, fee });
  const paid = await shown();
  expect(paid).toMatchObject({ fees: [{ type: 'protocol', amount: '0.05' }] });
  expect(paid).not.toHaveProperty('skippedFees');
  const listed = await world.host.call('GET', '/v2/payments?type=recurring', { headers });
  expect(listed.body).toMatchObject({
    payments: [
      { fees: [{ type: 'protocol', feeType: 'protocol_fee', receiverAddress: RECEIVER }] },
    ],
  });
});
