import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientId } from '#modules/clients/index.ts';
import { FEE_RECEIVER, newFeeConfig, ownLinked } from '../../../../tests/support/fee-configs.ts';
import {
  type Partner,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

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

/** A platform of another account that has linked to a partner; its client ID. */
async function linkedPlatform(
  partner: Partner,
  platform: Awaited<ReturnType<PartnerHost['newPlatform']>>,
): Promise<string> {
  const invited = await host.done('createLinkIntent', partner.key, {
    body: { clientIdName: 'Fruit' },
  });
  const accepted = await host.done('acceptLinkIntent', platform.byWallet, {
    params: { token: textAt(invited, 'intent.accessToken') },
    body: { kyt: { provider: null } },
  });
  return textAt(accepted, 'clientId');
}

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

  it('shows a person what a client ID of the account takes, and the partner that it is linked to', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    await newFeeConfig(host, partner, { bps: 200 });
    await newFeeConfig(host, partner, { clientId, bps: 100 });
    const wanted = {
      status: 200,
      body: { netRecipientAmountUsd: '99', fees: [{ configSource: 'client_id_override' }] },
    };
    expect(await preview(partner.byEmail, { clientId })).toMatchObject(wanted);
    expect((await preview(partner.byEmail)).body).toMatchObject({ fees: [] });
  });

  it('shows both a partner and its platform what holds for the platform', async () => {
    const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
    const clientId = await linkedPlatform(partner, platform);
    await newFeeConfig(host, partner, { bps: 300 });
    for (const headers of [partner.byEmail, platform.byEmail]) {
      expect(await preview(headers, { clientId })).toMatchObject({
        status: 200,
        body: { netRecipientAmountUsd: '97', fees: [{ configSource: 'orchestrator_default' }] },
      });
    }
  });

  it('shows the fee of a client ID that is linked to nobody', async () => {
    const people = await host.newPeople();
    const { clientId } = await createClientId(host.ctx, {
      accountId: people.accountId,
      label: 'Front',
      allowedDomains: [],
      feePercentage: '2.5',
      feeAddress: FEE_RECEIVER,
    });
    expect((await preview(people.byEmail, { clientId })).body).toMatchObject({
      payerTotalAmountUsd: '102.5',
      fees: [{ type: 'platform_fee', configSource: 'client_id_default' }],
    });
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

  it('refuses a program that names its client ID in the body', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const pair = { ...partner.key, 'x-client-id': clientId };
    expect(await preview(pair, { clientId })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'clientId' }] },
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

describe('404', () => {
  it('a client ID of others, one whose link has ended, and none', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const foreign = await ownLinked(host, other);
    const platform = await host.newPlatform();
    const ended = await linkedPlatform(partner, platform);
    await host.done('unlinkClientId', partner.key, { params: { clientId: ended } });
    for (const clientId of [foreign.clientId, ended, 'cli_none', '']) {
      const answer = await preview(partner.byEmail, { clientId });
      expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
    }
  });
});

describe('401', () => {
  it('requires a credential', async () => {
    expect((await preview({})).status).toBe(401);
  });
});
