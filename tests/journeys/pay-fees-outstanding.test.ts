import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feePair } from '../support/fee-pair.ts';
import { Calldata, payWith, sendTransaction } from '../support/pay-with.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { until } from '../support/webhook-world.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

/** Who receives which fee; nobody else is paid to these. */
const RECEIVERS = {
  borneByPayee: '0x3000000000000000000000000000000000000001',
  borneByPayer: '0x3000000000000000000000000000000000000002',
  protocol: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS,
  platform: '0x3000000000000000000000000000000000000004',
} as const;

let world: ReachedWorld;
let database: pg.Pool;
let partner: Awaited<ReturnType<typeof feePair>>;
let balances: ReturnType<typeof balancesOf>;

beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  database = new pg.Pool({ connectionString: world.databaseUrl, max: 1 });
  balances = balancesOf(world);
  partner = await feePair(world, RECEIVERS);
});
afterAll(async () => {
  await database.end();
});

const Created = z.looseObject({ token: z.string(), requestIds: z.tuple([z.string()]) });
const Prepared = Calldata.extend({
  atomicTransactions: Calldata.shape.transactions.optional(),
  outstandingFees: z.array(z.looseObject({ amount: z.string() })).optional(),
});

/** A link of 100 USDC: 2.5 % of the payee, and 1 %, 0.05 % and the platform's 1 % of the payer. */
async function create() {
  const body = {
    requests: [{ amount: '100' }],
    feePercentage: '1',
    feeAddress: RECEIVERS.platform,
  };
  const url = `${world.apiUrl}/v2/secure-payments`;
  const said = await sendToHost(url, { headers: partner.pair, body });
  return Created.parse(said.body);
}

const readPay = async (token: string) =>
  await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`);
const prepared = async (token: string) => Prepared.parse((await readPay(token)).body);

/** What an act moved in USDC, by who it belongs to. */
async function moved(act: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const wallets = { payer: world.sandbox.payer.address, payee: partner.payee, ...RECEIVERS };
  const byName = await balances.movedBy(wallets, ['USDC-sepolia'], act);
  return Object.fromEntries(
    Object.entries(byName).map(([name, [units = 0n]]) => [name, units] as const),
  );
}

interface FeesEvent {
  readonly event: string;
  readonly amount?: string;
  readonly expectedAmount?: string;
  readonly fees?: readonly unknown[];
  readonly outstandingFees?: readonly unknown[];
}

async function eventsOf(requestId: string): Promise<FeesEvent[]> {
  const { rows } = await database.query<{ payload: FeesEvent }>(
    "select payload from event where payload->>'requestId' = $1 and type <> 'payment.finalized' order by id",
    [requestId],
  );
  return rows.map(({ payload }) => payload);
}

async function paymentsOf(requestId: string) {
  const url = `${world.apiUrl}/v2/payments?requestId=${requestId}`;
  const said = await sendToHost(url, { headers: partner.session });
  return z.looseObject({ payments: z.array(z.looseObject({})) }).parse(said.body).payments;
}

const FEES = [
  {
    feeType: 'orchestrator_fee',
    feeBearer: 'payee',
    amount: '2.5',
    recipient: RECEIVERS.borneByPayee,
  },
  {
    feeType: 'orchestrator_fee',
    feeBearer: 'payer',
    amount: '1',
    recipient: RECEIVERS.borneByPayer,
  },
  { feeType: 'protocol_fee', feeBearer: 'payer', amount: '0.05', recipient: RECEIVERS.protocol },
] as const;
const SHOWN_FEES = [
  {
    type: 'platform',
    amount: '0.975',
    feeType: 'platform_fee',
    receiverAddress: RECEIVERS.platform,
  },
  { type: 'platform', amount: '2.5', feeType: 'orchestrator_fee' },
  { type: 'platform', amount: '1', feeType: 'orchestrator_fee' },
  { type: 'protocol', amount: '0.05', feeType: 'protocol_fee' },
].map((fee) => ({ ...fee, currency: 'USDC-sepolia' }));

describe('a payer who skips the fees of a link', () => {
  it('completes it, and shows exactly the fees until they are paid', async () => {
    const { token, requestIds } = await create();
    const [requestId] = requestIds;
    const { transactions } = await prepared(token);
    expect(transactions).toHaveLength(5);
    const [approval, main] = transactions;
    if (approval === undefined || main === undefined) throw new Error('a payment was prepared');
    await sendTransaction(world.sandbox, approval);
    await sendTransaction(world.sandbox, main);

    const { body } = await world.awaitStatus(token, 409);
    expect(body).toMatchObject({
      status: 'completed',
      paidFees: [{ feeType: 'platform_fee', amount: '0.975' }],
      outstandingFees: FEES,
    });
    const [confirmed, outstanding, ...others] = await eventsOf(requestId);
    expect(others).toEqual([]);
    expect(confirmed).toMatchObject({
      event: 'payment.confirmed',
      amount: '97.5',
      expectedAmount: '97.5',
      fees: [{ type: 'platform', amount: '0.975', currency: 'USDC' }],
    });
    expect(outstanding).toMatchObject({
      event: 'payment.fees_outstanding',
      securePaymentToken: token,
      outstandingFees: FEES.map(({ feeType: type, feeBearer: bearer, amount, recipient }) => ({
        type,
        bearer,
        amount,
        currency: 'USDC',
        receiverAddress: recipient,
      })),
    });

    const rest = await prepared(token);
    expect(rest).toMatchObject({
      outstandingFees: FEES,
      feeBundle: { fees: FEES.map(({ amount, recipient }) => ({ amount, recipient })) },
      metadata: { requiredAmount: '3550000' },
    });
    expect(await moved(() => payWith(world.sandbox, rest))).toEqual({
      payer: -3_550_000n,
      payee: 0n,
      borneByPayee: 2_500_000n,
      borneByPayer: 1_000_000n,
      protocol: 50_000n,
      platform: 0n,
    });
    await until(async () => (await readPay(token)).status === 409);
    await until(async () => {
      const { body: paid } = await world.read(token);
      return Array.isArray(paid['paidFees']) && paid['paidFees'].length === 4;
    });
    expect((await world.read(token)).body).toMatchObject({ outstandingFees: [] });
    expect(await paymentsOf(requestId)).toMatchObject([
      { amount: '97.5', paidAmount: '102.025', fees: SHOWN_FEES },
    ]);
    expect(await eventsOf(requestId)).toHaveLength(2);
  });
});

describe('a wallet that signs one by one', () => {
  it('pays amount and fees by one call behind one approval', async () => {
    const { token, requestIds } = await create();
    const [requestId] = requestIds;
    const { atomicTransactions = [] } = await prepared(token);
    expect(atomicTransactions).toHaveLength(2);
    const sent = await moved(async () => {
      for (const one of atomicTransactions) await sendTransaction(world.sandbox, one);
    });
    expect(sent).toEqual({
      payer: -102_025_000n,
      payee: 97_500_000n,
      borneByPayee: 2_500_000n,
      borneByPayer: 1_000_000n,
      protocol: 50_000n,
      platform: 975_000n,
    });
    const { body } = await world.awaitStatus(token, 409);
    expect(body).toMatchObject({ outstandingFees: [] });
    expect(await eventsOf(requestId)).toMatchObject([
      {
        event: 'payment.confirmed',
        amount: '97.5',
        expectedAmount: '97.5',
        fees: [
          { type: 'platform', amount: '0.975', currency: 'USDC' },
          { type: 'orchestrator_fee', amount: '2.5', currency: 'USDC' },
          { type: 'orchestrator_fee', amount: '1', currency: 'USDC' },
          { type: 'protocol_fee', amount: '0.05', currency: 'USDC' },
        ],
      },
    ]);
    expect(await paymentsOf(requestId)).toMatchObject([{ fees: SHOWN_FEES }]);
    expect((await readPay(token)).status).toBe(409);
  });
});
