import pg from 'pg';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feePair } from '../support/fee-pair.ts';
import { Calldata, payBatchWith, payWith, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { until } from '../support/webhook-world.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

/** Who receives which fee; nobody else is paid to these. */
const RECEIVERS = {
  borneByPayee: '0x1000000000000000000000000000000000000001',
  borneByPayer: '0x1000000000000000000000000000000000000002',
  protocol: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS,
  platform: '0x1000000000000000000000000000000000000004',
} as const;

const USDC = 'USDC-sepolia';

let world: ReachedWorld;
let receiver: Receiver;
let database: pg.Pool;
let pair: Readonly<Record<string, string>>;
let payee: Hex;
let balances: ReturnType<typeof balancesOf>;

beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  receiver = await openReceiver();
  database = new pg.Pool({ connectionString: world.databaseUrl, max: 1 });
  balances = balancesOf(world);
  ({ pair, payee } = await feePair(world, RECEIVERS));
  await world.registerWebhook(receiver.url);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.end();
});

const Created = z.looseObject({
  token: z.string(),
  requestIds: z.tuple([z.string()]),
  feePlan: z.looseObject({ fees: z.array(z.looseObject({ type: z.string() })) }),
});
const CreatedBatch = Created.extend({ requestIds: z.array(z.string()) });
const Bundle = z.looseObject({
  feeBundle: z.looseObject({
    fees: z.array(z.looseObject({ requestId: z.string(), recipient: z.string() })),
  }),
});

async function create(amount: string) {
  const body = {
    requests: [{ amount }],
    feePercentage: '1',
    feeAddress: RECEIVERS.platform,
  };
  const said = await sendToHost(`${world.apiUrl}/v2/secure-payments`, { headers: pair, body });
  expect(said.status).toBe(201);
  return Created.parse(said.body);
}

const prepared = async (token: string) =>
  (await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`)).body;

/** What an act moved in USDC, by who it belongs to. */
async function moved(act: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const wallets = { payer: world.sandbox.payer.address, payee, ...RECEIVERS };
  const byName = await balances.movedBy(wallets, [USDC], act);
  return Object.fromEntries(
    Object.entries(byName).map(([name, [units = 0n]]) => [name, units] as const),
  );
}

async function statusesOf(requestIds: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ status: string }>(
    'select status from request where request_id = any ($1)',
    [requestIds],
  );
  return rows.map(({ status }) => status);
}

describe('a link with the fees of a partner, of the installation and of a platform', () => {
  it('pays everybody what the plan promises, and reports the payment alone', async () => {
    const link = await create('100');
    expect(link.feePlan).toMatchObject({
      flow: 'get_paid',
      defaultFeeBearer: 'payee',
      grossAmountUsd: '100',
      netRecipientAmountUsd: '97.5',
      payeeBorneFeesUsd: '2.5',
      payerBorneFeesUsd: '2.025',
      payerTotalAmountUsd: '102.025',
    });
    const view = await world.read(`${link.token}?wallet=${world.sandbox.payer.address}`);
    expect(view.body).toMatchObject({ amount: '100000000', feePlan: link.feePlan });

    const answer = await prepared(link.token);
    const { transactions, metadata } = Calldata.parse(answer);
    expect(transactions).toHaveLength(5);
    expect(metadata).toMatchObject({
      stepsRequired: 5,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      requiredAmount: '102025000',
      platformFee: { percentage: '1', address: RECEIVERS.platform },
      protocolFee: { percentage: '0.05', address: RECEIVERS.protocol },
    });
    const { feeBundle } = Bundle.parse(answer);
    expect(feeBundle).toMatchObject({
      bundleId: link.token,
      defaultFeeBearer: 'payee',
      amountSummary: {
        grossAmount: '100',
        netRecipientAmount: '97.5',
        totalFees: '4.525',
        payeeBorneFees: '2.5',
        payerBorneFees: '2.025',
        payerTotal: '102.025',
      },
      fees: [
        { feeType: 'orchestrator_fee', feeBearer: 'payee', amount: '2.5', chainId: '11155111' },
        { feeType: 'orchestrator_fee', feeBearer: 'payer', amount: '1' },
        { feeType: 'protocol_fee', feeBearer: 'payer', amount: '0.05', network: 'sepolia' },
      ],
    });

    expect(await moved(() => payWith(world.sandbox, answer))).toEqual({
      payer: -102_025_000n,
      payee: 97_500_000n,
      borneByPayee: 2_500_000n,
      borneByPayer: 1_000_000n,
      protocol: 50_000n,
      platform: 975_000n,
    });

    await world.awaitStatus(link.token, 409);
    const feeIds = feeBundle.fees.map(({ requestId }) => requestId);
    await until(async () => (await statusesOf(feeIds)).every((status) => status === 'paid'));
    const { rows } = await database.query<{ payload: { event: string; requestId: string } }>(
      // Who signs one by one is between two signatures for a while, and a payment may be final soon.
      `select payload from event
        where payload->>'event' in ('payment.confirmed', 'payment.partial')
          and (secure_payment_token = $1 or payload->>'requestId' = any ($2))`,
      [link.token, [...link.requestIds, ...feeIds]],
    );
    const delivery = rows.map(({ payload }) => [payload.event, payload.requestId]);
    expect(delivery).toEqual([['payment.confirmed', link.requestIds[0]]]);
  });

  it('pays the fees of a batch by the one transaction that pays it, and reports each payment once', async () => {
    const body = {
      requests: [{ amount: '100' }, { amount: '0.000039' }],
      feePercentage: '1',
      feeAddress: RECEIVERS.platform,
    };
    const said = await sendToHost(`${world.apiUrl}/v2/secure-payments`, { headers: pair, body });
    const link = CreatedBatch.parse(said.body);
    // The small one: 2.5 % of 39 units is none, 0.975, and 1 % as little.
    expect(link.feePlan).toMatchObject({
      grossAmountUsd: '100.000039',
      netRecipientAmountUsd: '97.500039',
      payerTotalAmountUsd: '102.025039',
    });
    const view = await world.read(`${link.token}?wallet=${world.sandbox.payer.address}`);
    expect(view.body).toMatchObject({ amounts: ['100000000', '39'], feePlan: link.feePlan });
    const answer = await prepared(link.token);
    const { feeBundle } = Bundle.parse(answer);
    expect(feeBundle).toMatchObject({
      bundleId: link.token,
      amountSummary: { payerTotal: '102.025039' },
      fees: [
        { feeBearer: 'payee', amount: '2.5' },
        { feeBearer: 'payer', amount: '1' },
        { feeType: 'protocol_fee', amount: '0.05' },
      ],
    });
    expect(await moved(() => payBatchWith(world.sandbox, answer))).toEqual({
      payer: -102_025_039n,
      payee: 97_500_039n,
      borneByPayee: 2_500_000n,
      borneByPayer: 1_000_000n,
      protocol: 50_000n,
      platform: 975_000n,
    });
    await world.awaitStatus(link.token, 409);
    const feeIds = feeBundle.fees.map(({ requestId }) => requestId);
    await until(async () => (await statusesOf(feeIds)).every((status) => status === 'paid'));
    const { rows } = await database.query<{ payload: { event: string; requestId: string } }>(
      // A payment may be final soon.
      `select payload from event
        where payload->>'event' like 'payment.%' and payload->>'event' <> 'payment.finalized'
          and payload->>'requestId' = any ($1)`,
      [[...link.requestIds, ...feeIds]],
    );
    const delivery = rows.map(({ payload }) => `${payload.event} ${payload.requestId}`).sort();
    expect(delivery).toEqual(link.requestIds.map((id) => `payment.confirmed ${id}`).sort());
  });

  it('leaves out of the calldata what was paid of the fees already', async () => {
    const link = await create('10');
    const { transactions } = Calldata.parse(await prepared(link.token));
    const [approval, , ...legs] = transactions;
    const [, second] = legs;
    if (approval === undefined || second === undefined) throw new Error('fees are to be paid');
    await sendTransaction(world.sandbox, approval);
    await sendTransaction(world.sandbox, second);
    const feesLeft = async () => Bundle.parse(await prepared(link.token)).feeBundle.fees;
    await until(async () => (await feesLeft()).length === 2);
    expect(await feesLeft()).toMatchObject([{ feeBearer: 'payee' }, { feeType: 'protocol_fee' }]);
    const rest = await prepared(link.token);
    expect(Calldata.parse(rest).metadata).toMatchObject({ requiredAmount: '10102500' });
    await payWith(world.sandbox, rest);
    await world.awaitStatus(link.token, 409);
  });

  it('prepares an approval and all payments without a wallet, for no bundle in particular', async () => {
    const link = await create('10');
    const { body } = await world.read(`${link.token}/pay`);
    expect(Calldata.parse(body).transactions).toHaveLength(5);
    expect(body).toMatchObject({ metadata: { needsApproval: true } });
    expect(body).toMatchObject({ feeBundle: { bundleId: null, fees: { length: 3 } } });
  });

  it('pays the fees of an invoice in dollars at the rate of the payment', async () => {
    const item = { payee, amount: '100', invoiceCurrency: 'USD', paymentCurrency: USDC };
    const headers = { 'x-api-key': world.sandbox.apiKey };
    const said = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
      headers,
      body: { requests: [item] },
    });
    const link = Created.parse(said.body);
    expect(link.feePlan).toMatchObject({ payerTotalAmountUsd: '100.05' });
    const view = await world.read(link.token);
    expect(view.body).toMatchObject({ conversion: { invoiceAmount: '100' } });
    const answer = await prepared(link.token);
    const { feeBundle } = Bundle.parse(answer);
    expect(feeBundle).toMatchObject({ fees: [{ feeType: 'protocol_fee', amount: '0.05' }] });
    const units = await moved(() => payWith(world.sandbox, answer));
    const gained = (name: string) => units[name] ?? 0n;
    // Both were converted at one rate, each rounded to the token's unit.
    expect(gained('protocol') > 0n).toBe(true);
    expect(gained('payee') / 2_000n).toBe(gained('protocol'));
    expect(-gained('payer')).toBe(gained('payee') + gained('protocol'));
    // The view shares one quote out, rounded down; the contract rounds each payment by itself.
    const rounded = gained('payee') - BigInt(z.string().parse(view.body['amount']));
    expect([0n, 1n]).toContain(rounded);
    await world.awaitStatus(link.token, 409);
    await until(async () => {
      const statuses = await statusesOf(feeBundle.fees.map(({ requestId }) => requestId));
      return statuses.length === 1 && statuses[0] === 'paid';
    });
  });

  it('keeps the plan that held when it was created', async () => {
    const link = await create('10');
    const { 'x-client-id': _, ...key } = pair;
    const url = `${world.apiUrl}/v2/orchestrators/fee-configs`;
    const { body } = await sendToHost(url, { headers: key });
    for (const { id } of z.array(z.looseObject({ id: z.string() })).parse(body)) {
      await sendToHost(`${url}/${id}`, { method: 'DELETE', headers: key });
    }
    const { feePlan } = (await world.read(link.token)).body;
    expect(feePlan).toEqual(link.feePlan);
    const { feePlan: planned } = await create('10');
    expect(planned.fees.map(({ type }) => type)).toEqual(['protocol_fee', 'platform_fee']);
  });
});
