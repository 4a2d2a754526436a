import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
let session: Readonly<Record<string, string>>;
beforeAll(async () => {
  host = await partnerHost();
  session = (await host.newPeople()).byEmail;
});
afterAll(() => host[Symbol.asyncDispose]());

const BODY = { amount: '100', currency: 'USDC', flow: 'get_paid' };
const preview = (headers: Readonly<Record<string, string>>, more: object = {}) =>
  host.call('previewFees', headers, { body: { ...BODY, ...more } });

describe('200', () => {
  it('returns a plan without fees where none apply', async () => {
    expect(await preview(session)).toEqual({
      status: 200,
      body: {
        version: 1,
        flow: 'get_paid',
        defaultFeeBearer: 'payee',
        grossAmountUsd: '100',
        netRecipientAmountUsd: '100',
        payerTotalAmountUsd: '100',
        totalFeesUsd: '0',
        payeeBorneFeesUsd: '0',
        payerBorneFeesUsd: '0',
        fees: [],
      },
    });
  });

  it('shows a partner what it would take with a client ID of its own', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await newFeeConfig(host, partner, { flow: 'outgoing', feeBearer: 'payer', usdCap: '1.5' });
    const pair = { ...partner.key, 'x-client-id': clientId };
    const { status, body } = await preview(pair, { flow: 'pay', currency: 'USDC-base' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        flow: 'pay',
        defaultFeeBearer: 'payer',
        netRecipientAmountUsd: '100',
        payerTotalAmountUsd: '101.5',
        fees: [{ type: 'orchestrator_fee', capUsd: '1.5', calculatedAmountUsd: '1.5' }],
      },
    });
    expect((await preview(pair)).body).toMatchObject({ fees: [] });
  });

  it('creates nothing, and uses the given bearer by default', async () => {
    const { body } = await preview(session, { defaultFeeBearer: 'payer', currency: 'FAU-sepolia' });
    expect(body).toMatchObject({ defaultFeeBearer: 'payer', fees: [] });
    const { n } = await host.ctx.db
      .selectFrom('request')
      .select((row) => row.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(0);
  });
});

describe('400', () => {
  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.0000001' }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{ currency: 'ETH' }, 'currency'],
    [{ currency: 'EURC-base' }, 'currency'],
    [{ currency: 'USD' }, 'currency'],
    [{ flow: 'incoming' }, 'flow'],
    [{ defaultFeeBearer: 'recipient' }, 'defaultFeeBearer'],
  ])('refuses %j by the name of its field', async (more, field) => {
    expect(await preview(session, more)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });

  it('refuses fees that would leave the payee nothing', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await newFeeConfig(host, partner, { bps: 10_000 });
    const answer = await preview({ ...partner.key, 'x-client-id': clientId });
    expect(answer).toMatchObject(refused(400, 'fees_exceed_amount'));
  });
});

describe('401', () => {
  it('requires a credential', async () => {
    expect((await preview({})).status).toBe(401);
  });
});
