import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerDestination } from '#modules/destinations/index.ts';
import { writeScreeningPlan } from '#modules/screening/index.ts';
import { type FakeScreener, fakeScreener } from '../../../../tests/support/fake-screener.ts';
import { type JudgedPair, judgedPair } from '../../../../tests/support/judged-pair.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

const USDC = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const OTHER = '0x4444444444444444444444444444444444444444';
const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
};
const TWO = [{ provider: 'hypernative' }, { provider: 'merklescience' }] as const;

let host: RequestsHost;
let vendor: FakeScreener;
let backup: FakeScreener;
let pair: JudgedPair;
beforeAll(async () => {
  vendor = fakeScreener('hypernative');
  backup = fakeScreener('merklescience');
  const screeners = new Map([vendor, backup].map((one) => [one.name, one]));
  host = await requestsHost({ screeners });
  pair = await judgedPair(host, TWO);
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const one of [vendor, backup]) {
    one.outcomes.clear();
    one.queries.length = 0;
  }
  await host.ctx.db.deleteFrom('vendor_answer').execute();
});

const post = (headers: JudgedPair['headers'], more: object = {}) =>
  host.call('POST', '/v2/request', { headers, body: { ...BODY, ...more } });
const created = async () => String((await post(pair.headers)).body['requestId']);
const pay = (requestId: string, query = `?wallet=${PAYER}`, headers = pair.headers) =>
  host.call('GET', `/v2/request/${requestId}/pay${query}`, { headers });
const rejected = {
  status: 403,
  body: { code: 'screening_rejected', errors: [{ field: 'wallet' }] },
};
const planOf = async (requestId: unknown) => {
  const row = await host.ctx.db
    .selectFrom('request')
    .select('screening')
    .where('request_id', '=', String(requestId))
    .executeTakeFirst();
  return row?.screening ?? null;
};

describe('a request of a pair whose plan has wallets judged', () => {
  it('is prepared only for a wallet that the vendor approves, also for the platform itself', async () => {
    const requestId = await created();
    expect((await pay(requestId)).status).toBe(200);
    expect(vendor.queries).toMatchObject([
      { walletAddress: PAYER, network: 'sepolia', direction: 'incoming', timeoutMs: 10_000 },
    ]);
    vendor.outcomes.set(OTHER, 'rejected');
    expect(await pay(requestId, `?wallet=${OTHER}`)).toMatchObject(rejected);
    expect(await pay(requestId, `?wallet=${OTHER}`, pair.ownKey)).toMatchObject(rejected);
    expect(backup.queries).toEqual([]);
  });

  it('is prepared for nobody in particular by nobody (400)', async () => {
    expect(await pay(await created(), '')).toMatchObject({
      status: 400,
      body: { code: 'wallet_required', errors: [{ field: 'wallet' }] },
    });
  });

  it.each(['failed', 'late'] as const)(
    'has the backup decide where the first is %s',
    async (how) => {
      const requestId = await created();
      vendor.outcomes.set(PAYER, how);
      expect((await pay(requestId)).status).toBe(200);
      await host.ctx.db.deleteFrom('vendor_answer').execute();
      backup.outcomes.set(PAYER, 'rejected');
      expect(await pay(requestId)).toMatchObject(rejected);
      await host.ctx.db.deleteFrom('vendor_answer').execute();
      backup.outcomes.set(PAYER, 'failed');
      expect(await pay(requestId)).toMatchObject({ status: 403, body: { code: 'provider_error' } });
    },
  );

  it('keeps its plan, whatever its partner says later', async () => {
    const requestId = await created();
    await host.ctx.db
      .updateTable('client_id_link')
      .set({ kyt: null })
      .where('client_id_id', '=', pair.clientIdId)
      .execute();
    vendor.outcomes.set(PAYER, 'rejected');
    expect(await pay(requestId)).toMatchObject(rejected);
    expect(await planOf((await post(pair.headers)).body['requestId'])).toBeNull();
    const kyt = JSON.stringify({ providers: [{ ...TWO[0], priority: 0 }] });
    await host.ctx.db
      .updateTable('client_id_link')
      .set({ kyt })
      .where('client_id_id', '=', pair.clientIdId)
      .execute();
  });

  it('is paid in a batch only by a wallet that is approved', async () => {
    const requestIds = [await created(), await created()];
    vendor.outcomes.set(OTHER, 'rejected');
    const batch = (payer: string | undefined) =>
      host.call('POST', '/v2/payouts/batch', { headers: pair.ownKey, body: { requestIds, payer } });
    expect(await batch(OTHER)).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected', errors: [{ field: 'payer' }] },
    });
    expect(vendor.queries).toHaveLength(1);
    expect(await batch(undefined)).toMatchObject({
      status: 400,
      body: { code: 'wallet_required' },
    });
    expect((await batch(PAYER)).status).toBe(201);
  });
});

describe('a request to a bound destination that has wallets judged', () => {
  const bound = async (policy: object) => {
    const asker = await host.asker();
    const { accountId } = asker;
    const destinationId = `${PAYEE}@eip155:11155111:${USDC}`;
    const { id } = await registerDestination(host.ctx, { accountId, destinationId });
    await host.ctx.db
      .updateTable('payee_destination')
      .set({ access_policy: JSON.stringify(policy) })
      .where('id', '=', id)
      .execute();
    return (await host.clientOf(asker, { payeeDestinationId: id })).headers;
  };
  const POLICY = {
    mode: 'kyt_all_wallets',
    screeningProvider: 'merklescience',
    hideUntilApproved: false,
    hidePayeeAddress: false,
  };

  it('has them judged by its vendor', async () => {
    const headers = await bound(POLICY);
    const { status, body } = await post(headers);
    expect(status).toBe(201);
    backup.outcomes.set(OTHER, 'rejected');
    const requestId = String(body['requestId']);
    expect(await pay(requestId, `?wallet=${OTHER}`, headers)).toMatchObject(rejected);
    expect((await pay(requestId, `?wallet=${PAYER}`, headers)).status).toBe(200);
    expect(vendor.queries).toEqual([]);
  });

  it('is refused (400) where it hides something too, which links alone keep to', async () => {
    const headers = await bound({ ...POLICY, hidePayeeAddress: true });
    expect(await post(headers)).toMatchObject({
      status: 400,
      body: { code: 'access_policy_not_supported' },
    });
  });
});

describe('400, and nothing is created', () => {
  it.each([
    ['a policy that its vendor does not take', [{ provider: 'merklescience', policyId: 'p' }]],
  ] as const)('for a plan with %s', async (_, providers) => {
    const other = await judgedPair(host, providers);
    expect(await post(other.headers)).toMatchObject({
      status: 400,
      body: { code: 'screening_not_available' },
    });
  });

  it('for a plan whose vendor is not configured', async () => {
    const bare = await requestsHost();
    try {
      const other = await judgedPair(bare, TWO);
      const answer = await bare.call('POST', '/v2/request', { headers: other.headers, body: BODY });
      expect(answer).toMatchObject({ status: 400, body: { code: 'screening_not_available' } });
      const { n } = await bare.ctx.db
        .selectFrom('request')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      expect(Number(n)).toBe(0);
    } finally {
      await bare[Symbol.asyncDispose]();
    }
  });
});

describe('the request of a link whose payers are judged', () => {
  it('is paid through the link only (403), and that of a payout link by anybody', async () => {
    const { accountId, key } = await host.asker();
    const screenedBy = ['hypernative'] as const;
    const incoming = await insertLink(host.ctx.db, { accountId, screenedBy });
    expect(await pay(incoming.requestId, `?wallet=${PAYER}`, key)).toMatchObject({
      status: 403,
      body: { code: 'secure_payment_only' },
    });
    const outgoing = await insertLink(host.ctx.db, { accountId, screenedBy, flow: 'outgoing' });
    expect((await pay(outgoing.requestId, `?wallet=${PAYER}`, key)).status).toBe(200);
    // Who is paid may have been found out since.
    vendor.outcomes.set(PAYEE, 'rejected');
    await host.ctx.db.deleteFrom('vendor_answer').execute();
    expect(await pay(outgoing.requestId, `?wallet=${PAYER}`, key)).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected', errors: [{ field: 'requestId' }] },
    });
  });
});

describe('a request that comes again', () => {
  it('is written with the plan of its client ID', async () => {
    const providers = [{ provider: 'hypernative', policyId: null }] as const;
    const recurrence = { startDate: host.ctx.now().toISOString(), frequency: 'DAILY' };
    const { status, body } = await post(pair.headers, { recurrence });
    expect(status).toBe(201);
    const plan = writeScreeningPlan({ providers: [...providers], isOfPartner: true });
    expect(await planOf(body['requestId'])).toBe(plan);
  });
});
