import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { magicAddress } from '#sandbox/screening/magic-addresses.ts';
import { linksOf } from '../support/links-of.ts';
import { partnersOf } from '../support/partners-of.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { signInAt } from '../support/sign-in-at.ts';
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

const GOOD = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const KYT = {
  accessPolicy: { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' },
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const hiding = { accessPolicy: { ...KYT.accessPolicy, hideUntilApproved: true } };
const judged = (more: object = KYT) => links.link('USDC-sepolia', '12.5', { ...more });
const view = (token: string, wallet: string) => world.read(`${token}?wallet=${wallet}`);
const pay = (token: string, wallet: string) => world.read(`${token}/pay?wallet=${wallet}`);

/** Has the sandbox's vendors do something else. */
const command = (body: object) =>
  sendToHost(`${world.sandbox.screeningUrl ?? ''}/control/screening`, { body });

describe('wire facts 4.5 and 6.6, kyt_all_wallets', () => {
  it('lets an approved wallet see and pay, and no other', async () => {
    const token = await judged(hiding);
    const seen = await view(token, GOOD);
    const result = { walletAddress: GOOD, walletType: 'eoa', parentWalletAddress: null };
    const decided = { status: 'approved', reasonCode: 'approved', provider: 'hypernative' };
    expect(seen.body).toMatchObject({
      accessDecision: {
        ...decided,
        walletResults: [{ ...result, ...decided, evaluatedAt: expect.stringMatching(TIME) }],
      },
      requestIds: [expect.any(String)],
    });
    expect((await pay(token, GOOD)).status).toBe(200);
    const rejected = { status: 'rejected', reasonCode: 'screening_rejected' };
    const refused = await view(token, magicAddress('reject'));
    expect(refused.body).toMatchObject({ accessDecision: rejected });
    expect(refused.body).not.toHaveProperty('requestIds');
    expect(await pay(token, magicAddress('reject'))).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', code: 'screening_rejected', accessDecision: rejected },
    });
    expect((await world.read(`${token}/pay`)).status).toBe(400);
  });

  it.each(['fail', 'unknown_level', 'no_data'] as const)(
    'approves nobody by accident: %s',
    async (outcome) => {
      const token = await judged();
      expect(await pay(token, magicAddress(outcome))).toMatchObject({
        status: 403,
        body: { code: 'provider_error', accessDecision: { status: 'error' } },
      });
    },
  );

  it('answers while a late vendor is at work, and with its decision afterwards', async () => {
    const [approved, rejected] = [await judged(), await judged()];
    const late = [
      [approved, magicAddress('late_approve'), 'approved'],
      [rejected, magicAddress('late_reject'), 'screening_rejected'],
    ] as const;
    for (const [token, wallet] of late) {
      expect((await pay(token, wallet)).body).toMatchObject({ code: 'screening_running' });
    }
    for (const [token, wallet, reasonCode] of late) {
      const reasonOf = async () => {
        const { body } = await view(token, wallet);
        return z.object({ accessDecision: z.looseObject({ reasonCode: z.string() }) }).parse(body)
          .accessDecision.reasonCode;
      };
      await expect.poll(reasonOf, { timeout: 60_000, interval: 500 }).toBe(reasonCode);
    }
  });

  it('queries a plan’s backup while the first vendor is down, reports whose decision it is, and refuses without one', async () => {
    const partners = partnersOf(world);
    const { key, wallet } = await partners.newPartner();
    const kyt = { providers: [{ provider: 'hypernative' }, { provider: 'merklescience' }] };
    const invited = await partners.invite(key, { kyt });
    const { intent } = z
      .object({ intent: z.looseObject({ accessToken: z.string() }) })
      .parse(invited.body);
    const platform = await signInAt(world.authUrl);
    await partners.register(platform);
    const said = await sendToHost(
      `${world.authUrl}/v1/client-id-links/intents/${intent.accessToken}`,
      { headers: platform.headers, body: {} },
    );
    expect(said.status).toBe(201);
    const { clientId } = z.object({ clientId: z.string() }).parse(said.body);
    const hook = await sendToHost(`${world.apiUrl}/v2/orchestrators/webhooks`, {
      headers: key,
      body: { url: receiver.url },
    });
    expect(hook.status).toBe(201);
    expect(wallet.headers).toBeDefined();
    const made = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
      headers: { ...key, 'x-client-id': clientId },
      body: { requests: [{ amount: '1' }], accessPolicy: { mode: 'off' } },
    });
    expect(made.status).toBe(201);
    const { token } = z.object({ token: z.string() }).parse(made.body);
    const alone = await judged();
    const [payer, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`];
    await command({ dead: ['hypernative'] });
    const [byBackup, byNobody] = [await view(token, payer), await pay(alone, other)];
    await command({});
    expect(byBackup.body).toMatchObject({
      accessDecision: { status: 'approved', provider: 'merklescience' },
    });
    expect(byNobody.body).toMatchObject({ code: 'provider_error' });
    const { payload } = await receiver.awaitDelivery(
      (delivery) => delivery.payload.event === 'kyt.screening.completed',
    );
    expect(payload).toMatchObject({
      paymentToken: token,
      clientId,
      status: 'approved',
      provider: 'merklescience',
      policyId: null,
      smartAccountAddress: null,
    });
  });
});
