import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linksOf } from '../support/links-of.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let receiver: Receiver;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  links = linksOf(world);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const UNRELATED = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const REFUSED = { status: 'rejected', reasonCode: 'wallet_not_allowed', provider: null };

const only = (...allowedPayerAddresses: string[]) => ({
  accessPolicy: { mode: 'off', allowedPayerAddresses },
});
const listed = () => only(world.sandbox.payer.address.toLowerCase());

describe('wire facts 4.1, accessPolicy', () => {
  it('takes the example of the wire facts, and an empty list lets anyone pay', async () => {
    const token = await links.link('USDC-sepolia', '12.5', only());
    const said = await world.read(`${token}/pay?wallet=${UNRELATED}`);
    expect(said.status).toBe(200);
    expect((await world.read(`${token}?wallet=${UNRELATED}`)).body).not.toHaveProperty(
      'accessDecision',
    );
  });

  it('compares EVM addresses in any case', async () => {
    const token = await links.link('USDC-sepolia', '12.5', listed());
    const { address } = world.sandbox.payer;
    for (const wallet of [address, address.toLowerCase()]) {
      expect((await world.read(`${token}?wallet=${wallet}`)).body).toMatchObject({
        accessDecision: { status: 'approved' },
      });
      expect((await world.read(`${token}/pay?wallet=${wallet}`)).status).toBe(200);
    }
  });

  it.each([
    ['an invalid address', { allowedPayerAddresses: ['0x12'] }, 'allowedPayerAddresses[0]'],
    ['an unknown mode', { mode: 'on' }, 'mode'],
    ['screening without who does it (6.6)', { mode: 'kyt_all_wallets' }, 'screeningProvider'],
    [
      'a provider without screening (6.6)',
      { mode: 'off', screeningProvider: 'hypernative' },
      'screeningProvider',
    ],
    ['a field named nowhere (decision 17)', { deny: [] }, 'deny'],
  ])('refuses %s with 400, naming the field', async (_, accessPolicy, field) => {
    const { destinationId } = world.sandbox.payee;
    const requests = [{ destinationId, amount: '1' }];
    const { status, body } = await links.create({ requests, accessPolicy });
    expect(status).toBe(400);
    const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(body);
    expect(errors.map((error) => error.field)).toContain(`accessPolicy.${field}`);
  });
});

describe('wire facts 4.5 and 10, accessDecision', () => {
  it('keeps metadata at 200 with the decision, and refuses calldata with 403', async () => {
    const token = await links.link('USDC-sepolia', '12.5', listed());
    const view = await world.read(`${token}?wallet=${UNRELATED}`);
    const result = { walletAddress: UNRELATED, walletType: 'eoa', parentWalletAddress: null };
    const accessDecision = { ...REFUSED, walletResults: [{ ...result, ...REFUSED }] };
    expect(view.status).toBe(200);
    expect(view.body).toMatchObject({ payee: expect.any(String), accessDecision });
    expect(await world.read(`${token}/pay?wallet=${UNRELATED}`)).toMatchObject({
      status: 403,
      body: {
        statusCode: 403,
        message: 'Wallet is not allowed to pay this secure payment',
        error: 'Forbidden',
        accessDecision,
      },
    });
  });

  it('masks the payee everywhere until a wallet is approved, and then shows it', async () => {
    const { accessPolicy } = listed();
    const more = { accessPolicy: { ...accessPolicy, hidePayeeAddress: true } };
    const token = await links.link('USDC-sepolia', '12.5', more);
    const { address } = world.sandbox.payee;
    for (const query of ['', `?wallet=${UNRELATED}`]) {
      const { body } = await world.read(`${token}${query}`);
      expect(body).toMatchObject({ isPayeeAddressMasked: true, destination: { isMasked: true } });
      expect(body['destination']).not.toHaveProperty('destinationId');
      expect(JSON.stringify(body).toLowerCase()).not.toContain(address.slice(2).toLowerCase());
    }
    const { body } = await world.read(`${token}?wallet=${world.sandbox.payer.address}`);
    expect(body).toMatchObject({ payee: address, isPayeeAddressMasked: false });
  });

  it('masks, hides and refuses batches alike', async () => {
    const { destinationId, address } = world.sandbox.payee;
    const requests = ['1', '2'].map((amount) => ({ destinationId, amount }));
    const { accessPolicy } = listed();
    const create = async (more: object) => {
      const input = { requests, accessPolicy: { ...accessPolicy, ...more } };
      return z.object({ token: z.string() }).parse((await links.create(input)).body).token;
    };
    const masked = await create({ hidePayeeAddress: true });
    const { body } = await world.read(masked);
    expect(body).toMatchObject({ paymentType: 'batch', isPayeeAddressMasked: true });
    expect(JSON.stringify(body).toLowerCase()).not.toContain(address.slice(2).toLowerCase());
    const hidden = (await world.read(await create({ hideUntilApproved: true }))).body;
    expect(hidden).not.toHaveProperty('amounts');
    expect((await world.read(`${masked}/pay`)).status).toBe(400);
    expect((await world.read(`${masked}/pay?wallet=${UNRELATED}`)).status).toBe(403);
    const { status } = await world.read(`${masked}/pay?wallet=${world.sandbox.payer.address}`);
    expect(status).toBe(200);
  });

  it('shows the hidden variant until a wallet is approved: no payee, amount or requestIds', async () => {
    const { accessPolicy } = listed();
    const more = { accessPolicy: { ...accessPolicy, hideUntilApproved: true } };
    const token = await links.link('USDC-sepolia', '12.5', more);
    const { body } = await world.read(`${token}?wallet=${UNRELATED}`);
    expect(body).toEqual({
      paymentType: 'single',
      status: 'pending',
      expiresAt: expect.stringMatching(TIME),
      redirectUrl: null,
      redirectLabel: null,
      branding: null,
      analytics: { creationTimestamp: expect.stringMatching(TIME) },
      accessDecision: expect.objectContaining(REFUSED),
    });
    const approved = await world.read(`${token}?wallet=${world.sandbox.payer.address}`);
    expect(approved.body).toMatchObject({ amount: '12500000' });
  });
});

describe('specification, secure_payment.access_rejected', () => {
  it('reaches the endpoint of the client ID in the documented shape, once', async () => {
    const { apiKey, clientId, origin } = world.sandbox;
    await using platform = await openReceiver();
    await world.registerWebhook(receiver.url);
    const ofPlatform = { headers: { 'x-api-key': apiKey }, body: { url: platform.url } };
    expect((await sendToHost(`${world.authUrl}/v1/webhook`, ofPlatform)).status).toBe(201);
    const { destinationId } = world.sandbox.payee;
    const input = { requests: [{ destinationId, amount: '1' }], ...listed() };
    const { body } = await links.create(input, { 'x-client-id': clientId, origin });
    const { token, requestIds } = z
      .object({ token: z.string(), requestIds: z.tuple([z.string()]) })
      .parse(body);
    for (const path of ['', '/pay', '', '/pay']) {
      await world.read(`${token}${path}?wallet=${UNRELATED}`);
    }
    const [requestId] = requestIds;
    const { payload } = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'secure_payment.access_rejected',
    );
    expect(payload).toEqual({
      event: 'secure_payment.access_rejected',
      requestId,
      attemptedPayerWalletAddress: UNRELATED.toLowerCase(),
      timestamp: expect.stringMatching(TIME),
      clientId,
    });
    // The later event must come after a second report would have come.
    await world.read(`${token}?wallet=${world.sandbox.payee.address}`);
    await receiver.awaitDelivery(
      ({ payload }) =>
        payload['attemptedPayerWalletAddress'] === world.sandbox.payee.address.toLowerCase(),
    );
    expect(receiver.distinct).toHaveLength(2);
    expect(platform.deliveries).toEqual([]);
  });
});
