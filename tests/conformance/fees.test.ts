import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partnersOf } from '../support/partners-of.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const PROTOCOL = PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS;

let world: ReachedWorld;
let partners: ReturnType<typeof partnersOf>;
beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  partners = partnersOf(world);
});

type SendOptions = Parameters<typeof sendToHost>[1];

const api = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.apiUrl}/v2${path}`, question);
const configs = '/orchestrators/fee-configs';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const idOf = (body: unknown) => z.looseObject({ id: z.string() }).parse(body).id;

/** As wire facts 6.3 show it. */
const BODY = {
  bps: 250,
  usdCap: '20',
  feeBearer: 'recipient',
  flow: 'incoming',
  evmRecipientAddress: '0x5555555555555555555555555555555555555555',
};

async function linkedPartner() {
  const { wallet, key, id } = await partners.newPartner();
  const { id: clientIdId, clientId } = await partners.ownClientId(wallet);
  await api('/orchestrators/client-ids', { headers: key, body: { clientId } });
  return { key, id, clientId, clientIdId };
}

describe('wire facts 6.3, /v2/orchestrators/fee-configs', () => {
  it('answers 201 with the object of a default, and a bare array of them', async () => {
    const { key, id: orchestratorId } = await linkedPartner();
    const said = await api(configs, { headers: key, body: BODY });
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      ...BODY,
      id: expect.stringMatching(ULID),
      feeType: 'orchestrator_fee',
      tronRecipientAddress: null,
      status: 'active',
      createdAt: expect.stringMatching(TIME),
      updatedAt: expect.stringMatching(TIME),
      orchestratorId,
    });
    expect(await api(configs, { headers: key })).toMatchObject({ status: 200, body: [said.body] });
  });

  it('names an override by its client ID instead of the orchestrator', async () => {
    const { key, clientId, clientIdId } = await linkedPartner();
    const { body } = await api(configs, { headers: key, body: { ...BODY, clientId } });
    expect(body).toMatchObject({ clientId, clientIdId });
    expect(namesOf(body)).not.toContain('orchestratorId');
    const listed = await api(`${configs}?clientId=${clientId}`, { headers: key });
    expect(listed.body).toEqual([body]);
  });

  it('is unique by scope, flow and bearer, also while disabled: 409', async () => {
    const { key } = await linkedPartner();
    const { body } = await api(configs, { headers: key, body: BODY });
    const ended = await api(`${configs}/${idOf(body)}`, { headers: key, method: 'DELETE' });
    expect(ended).toMatchObject({ status: 200, body: { id: idOf(body), status: 'disabled' } });
    expect(await api(configs, { headers: key, body: BODY })).toMatchObject({ status: 409 });
  });

  it('changes rates, caps, addresses and status, and never flow, bearer or type', async () => {
    const { key } = await linkedPartner();
    const { body } = await api(configs, { headers: key, body: BODY });
    const change = (more: object) =>
      api(`${configs}/${idOf(body)}`, { headers: key, method: 'PATCH', body: more });
    const changed = { bps: 0, usdCap: '5', status: 'disabled' };
    expect(await change(changed)).toMatchObject({ status: 200, body: changed });
    for (const fixed of [
      { flow: 'outgoing' },
      { feeBearer: 'payer' },
      { feeType: 'protocol_fee' },
    ]) {
      expect(await change(fixed)).toMatchObject({ status: 400 });
    }
  });
});

describe('wire facts 4.2 and 4.3, POST /v2/secure-payments/fees/preview', () => {
  const preview = (body: object, headers = { 'x-api-key': world.sandbox.apiKey }) =>
    api('/secure-payments/fees/preview', { headers, body });

  it('answers 200 with the plan of the example', async () => {
    expect(await preview({ amount: '100', currency: 'USDC', flow: 'pay' })).toMatchObject({
      status: 200,
      body: {
        version: 1,
        flow: 'pay',
        defaultFeeBearer: 'payer',
        grossAmountUsd: '100',
        netRecipientAmountUsd: '100',
        payerTotalAmountUsd: '100.05',
        totalFeesUsd: '0.05',
        payeeBorneFeesUsd: '0',
        payerBorneFeesUsd: '0.05',
        fees: [
          {
            type: 'protocol_fee',
            label: 'Protocol fee',
            feeBearer: 'payer',
            feeBearerSource: 'flow_default',
            percentageBps: 5,
            capUsd: '25',
            calculatedAmountUsd: '0.05',
            destinationResolver: 'static_address',
            destinationRef: { evmAddress: PROTOCOL },
            configSource: 'protocol_default',
          },
        ],
      },
    });
  });

  it('bears by the flow’s default unless given otherwise: get_paid the payee, pay the payer', async () => {
    for (const [flow, defaultFeeBearer] of [
      ['get_paid', 'payee'],
      ['pay', 'payer'],
    ]) {
      const { body } = await preview({ amount: '1', currency: 'USDT', flow });
      expect(body).toMatchObject({ defaultFeeBearer });
    }
  });

  it('takes every way of creating a payment', async () => {
    const { key, clientId } = await linkedPartner();
    const { clientId: own, origin } = world.sandbox;
    const input = { amount: '1', currency: 'USDC-base', flow: 'get_paid' };
    for (const headers of [
      { 'x-client-id': own, origin },
      { ...key, 'x-client-id': clientId },
    ]) {
      expect(await api('/secure-payments/fees/preview', { headers, body: input })).toMatchObject({
        status: 200,
      });
    }
  });

  it('answers 400 to a currency that is no stablecoin, and 401 to nobody', async () => {
    const input = { amount: '1', currency: 'ETH-base-base', flow: 'pay' };
    expect(await preview(input)).toMatchObject({ status: 400 });
    const said = await api('/secure-payments/fees/preview', { body: input });
    expect(said).toMatchObject({ status: 401 });
  });
});
