import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '#kit/failure.ts';
import { refusalOf } from '../../../tests/support/bundle-payers.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type ProposalParts, safeScene, UNRELATED } from '../../../tests/support/safe-scene.ts';
import { paySecurePayment } from './pay-secure-payment.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

type Scene = Awaited<ReturnType<typeof safeScene>>;
const newScene = (parts: Parameters<typeof safeScene>[1] = {}) => safeScene(database.db, parts);

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** What both reads of the link refuse with. */
async function held(scene: Scene, token = scene.link.token): Promise<Refusal> {
  const refusal = await refusalOf(viewSecurePayment(scene.ctx, { token, query: {} }));
  expect(await refusalOf(paySecurePayment(scene.ctx, { token, query: {} }))).toEqual(refusal);
  return refusal;
}

/** What the link shows of what was reported, to somebody who may pay it. */
async function shown(scene: Scene, token = scene.link.token): Promise<unknown> {
  const view = await viewSecurePayment(scene.ctx, { token, query: {} });
  await paySecurePayment(scene.ctx, { token, query: {} });
  return 'paymentIntents' in view ? view.paymentIntents : [];
}

describe('a proposal that an owner signed', () => {
  it('makes both reads answer 423 with the documented body, until the payment counts', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    expect(await scene.statusOf(id)).toBe('proposed');
    const { status, code, body, retryAfterSeconds } = await held(scene);
    expect({ status, code }).toEqual({ status: 423, code: 'secure_payment_in_progress' });
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(body).toEqual({
      status: 'pending',
      branding: null,
      requestStatuses: [
        expect.objectContaining({
          requestId: scene.link.requestId,
          hasBeenPaid: false,
          safeTxHash: hash,
          chainId: 8453,
          safePaymentDeadline: (scene.now().getTime() + DAY_MS) / 1_000,
          safeAddress: expect.any(String),
          safeConfirmations: 1,
          safeThreshold: 2,
        }),
      ],
    });
    const executedBy = scene.execute(hash, { isFinal: false });
    scene.useNonce(1n, { isFinal: false });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_seen');
    expect(await held(scene)).toMatchObject({ status: 423 });
    scene.execute(hash, { transactionHash: executedBy });
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.historyOf(id)).toEqual([
      'reported',
      'proposal_proven',
      'source_seen',
      'source_confirmed',
      'payment_settled',
    ]);
    expect(
      await refusalOf(viewSecurePayment(scene.ctx, { token: scene.link.token, query: {} })),
    ).toMatchObject({ status: 409 });
    expect(await scene.events()).toEqual([]);
  });

  it('holds for a day at most, whatever deadline was sent, and no longer than a shorter one', async () => {
    for (const [deadlineMs, heldMs] of [
      [30 * DAY_MS, DAY_MS],
      [HOUR_MS, HOUR_MS],
    ] as const) {
      const scene = await newScene();
      const deadline = new Date(scene.now().getTime() + deadlineMs);
      const id = await scene.report(await scene.propose(), { deadline });
      await scene.follow(heldMs - 1);
      expect(await held(scene)).toMatchObject({ status: 423 });
      scene.now.advance(1);
      expect(await shown(scene)).toMatchObject([{ intentId: id, status: 'proposed' }]);
      await scene.follow();
      expect(await scene.statusOf(id)).toBe('proposal_expired');
      expect(await shown(scene)).toMatchObject([{ intentId: id, status: 'proposal_expired' }]);
    }
  });

  it('holds also where somebody reported its hash of another Safe', async () => {
    const scene = await newScene();
    scene.addSafe(UNRELATED.address);
    await scene.report(await scene.propose(), { payerAddress: UNRELATED.address });
    await scene.follow();
    expect(await held(scene)).toMatchObject({ status: 423 });
  });

  it('pays also when it is executed after that, and settles', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    await scene.follow(DAY_MS);
    expect(await scene.statusOf(id)).toBe('proposal_expired');
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
    expect(await scene.events()).toEqual([]);
  });

  it('fails once another transaction of the Safe has its nonce in a final block, which is reported once', async () => {
    const scene = await newScene();
    const { id } = await scene.proposed();
    scene.useNonce(1n, { isFinal: false });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('proposed');
    scene.useNonce(1n);
    await scene.follow();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    expect(await scene.events()).toMatchObject([
      {
        event: 'payment.failed',
        requestId: scene.link.requestId,
        failureReason: expect.stringContaining('executed another transaction in place of'),
        retryAfter: expect.any(String),
      },
    ]);
    expect(await shown(scene)).toMatchObject([{ intentId: id, status: 'source_failed' }]);
  });

  it('has not failed where one node does not show its execution in a final block', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    scene.safes.withheld.add(hash);
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
    expect(await scene.events()).toEqual([]);
  });

  it('fails once it was executed finally and its calls were undone', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    scene.execute(hash, { outcome: 'failure', isFinal: false });
    scene.useNonce(1n);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('proposed');
    scene.execute(hash, { outcome: 'failure' });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    expect(await scene.events()).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('its calls failed') },
    ]);
  });

  it('goes back with a reorganisation of its execution, holds again, and settles by the next one', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    scene.execute(hash, { isFinal: false });
    scene.useNonce(1n, { isFinal: false });
    await scene.follow();
    scene.safes.executions.delete(hash);
    scene.useNonce(0n);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('proposed');
    expect(await held(scene)).toMatchObject({ status: 423 });
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.historyOf(id)).toEqual([
      'reported',
      'proposal_proven',
      'source_seen',
      'source_gone',
      'proposal_proven',
      'source_confirmed',
      'payment_settled',
    ]);
  });

  it('is followed by the chain alone where the service is down from then on, or shows something else', async () => {
    const scene = await newScene();
    const { hash, id } = await scene.proposed();
    scene.service.isDown = true;
    await scene.follow();
    expect(await held(scene)).toMatchObject({ status: 423 });
    scene.service.isDown = false;
    scene.service.proposals.clear();
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });

  it('of two links is followed as a payment of both', async () => {
    const scene = await newScene();
    const other = await insertLink(scene.ctx.db, { currencyId: 'USDC-base' });
    const more = await scene.callsOf(await scene.paymentOf(other));
    const hash = await scene.propose({ more });
    const ids = [await scene.report(hash), await scene.report(hash, { token: other.token })];
    expect(await held(scene)).toMatchObject({ status: 423 });
    expect(await held(scene, other.token)).toMatchObject({ status: 423 });
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.credit(executedBy, other);
    await scene.follow();
    for (const id of ids) expect(await scene.statusOf(id)).toBe('settled');
  });

  it('takes the place of an earlier one, and a Safe holds a link three times', async () => {
    const scene = await newScene();
    const ids: string[] = [];
    for (const nonce of [0n, 1n, 2n, 3n]) {
      const deadline = new Date(scene.now().getTime() + HOUR_MS);
      ids.push(await scene.report(await scene.propose({ nonce }), { deadline }));
    }
    const statuses = await Promise.all(ids.map(scene.statusOf));
    expect(statuses).toEqual(['proposed', 'proposed', 'proposed', 'recorded']);
    expect(await held(scene)).toMatchObject({ status: 423 });
    await scene.follow(HOUR_MS);
    expect(await shown(scene)).toHaveLength(4);
  });
});

describe('a proposal that proves nothing is recorded and followed, and reads stay 200', () => {
  const cases: readonly (readonly [string, (scene: Scene) => Promise<ProposalParts>])[] = [
    [
      'another link',
      async ({ ctx, paymentOf, callsOf }) => ({
        calls: await callsOf(
          await paymentOf(await insertLink(ctx.db, { currencyId: 'USDC-base' })),
        ),
      }),
    ],
    [
      'less than what is due',
      async ({ paymentOf, callsOf }) => ({
        calls: await callsOf({ ...(await paymentOf()), amountUnits: 1n }),
      }),
    ],
    [
      'somebody else',
      async ({ paymentOf, callsOf }) => ({
        calls: await callsOf({ ...(await paymentOf()), payeeAddress: UNRELATED.address }),
      }),
    ],
    [
      'another token',
      async ({ paymentOf, callsOf }) => ({
        calls: await callsOf({ ...(await paymentOf()), tokenAddress: UNRELATED.address }),
      }),
    ],
    ['what no owner signed', async () => ({ signer: UNRELATED })],
    [
      'another contract that is delegated to',
      async () => ({ transaction: { to: UNRELATED.address, operation: 'delegatecall' } }),
    ],
    [
      'a call that takes the Safe’s money beside the payment',
      async () => ({ more: [{ to: UNRELATED.address, data: '0x', valueUnits: 1n }] }),
    ],
    [
      'a nonce that is used',
      async ({ useNonce }) => {
        useNonce(5n);
        return { nonce: 4n };
      },
    ],
    ['what differs from its hash', async () => ({ shown: { valueUnits: 1n } })],
  ];

  it.each(cases)('of %s', async (_, partsOf) => {
    const scene = await newScene();
    const { id, hash } = await scene.proposed(await partsOf(scene));
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
    expect(await shown(scene)).toMatchObject([
      { intentId: id, status: 'recorded', txHash: null, safeTxHash: hash },
    ]);
  });

  it('of an account that is no Safe', async () => {
    const scene = await newScene();
    scene.safes.states.set(UNRELATED.address, { kind: 'contract' });
    const noSafe = await scene.propose({ safe: UNRELATED.address, nonce: 1n });
    const ofNone = await scene.report(noSafe, { payerAddress: null });
    await scene.follow();
    expect(await scene.statusOf(ofNone)).toBe('recorded');
    await shown(scene);
  });

  it('of what the service does not know yet, until it knows it', async () => {
    const scene = await newScene();
    const hash = await scene.propose();
    const proposal = scene.service.proposals.get(hash);
    scene.service.proposals.clear();
    const id = await scene.report(hash);
    expect(await scene.statusOf(id)).toBe('recorded');
    if (proposal !== undefined) scene.service.proposals.set(hash, proposal);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('proposed');
  });

  it('without a service: the chain alone follows it to its payment', async () => {
    const scene = await newScene({ hasService: false });
    const { hash, id } = await scene.proposed();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
    const executedBy = scene.execute(hash);
    scene.useNonce(1n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });

  it('says nothing when it fails: nobody knows that it was to pay', async () => {
    const scene = await newScene({ hasService: false });
    const { hash, id } = await scene.proposed();
    scene.execute(hash, { outcome: 'failure' });
    scene.useNonce(1n);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('foreign');
    expect(await scene.events()).toEqual([]);
  });

  it('is given up after a day, and where nobody names the Safe it is not followed', async () => {
    const scene = await newScene({ hasService: false });
    const { id } = await scene.proposed();
    await scene.follow();
    await scene.follow(DAY_MS);
    expect(await scene.statusOf(id)).toBe('not_found');
    const hash = await scene.propose({ nonce: 7n });
    const unnamed = await scene.report(hash, { payerAddress: null });
    expect(await scene.historyOf(unnamed)).toEqual(['reported']);
    expect(await scene.follow()).toBe(0);
  });
});

describe('the work of a check', () => {
  it('is one round of reads for all Safes of a network, and no search while a Safe has executed nothing', async () => {
    const scene = await newScene();
    for (const nonce of [0n, 1n, 2n]) await scene.report(await scene.propose({ nonce }));
    const { reads, searches } = scene.safes;
    await scene.follow();
    expect(scene.safes.reads).toBe(reads + 1);
    expect(scene.safes.searches).toBe(searches);
  });

  it('is one call of the service for a transaction that was reported for several links', async () => {
    const scene = await newScene();
    const other = await insertLink(scene.ctx.db, { currencyId: 'USDC-base' });
    const more = await scene.callsOf(await scene.paymentOf(other));
    const hash = await scene.propose({ more });
    scene.service.isDown = true;
    const ids = [await scene.report(hash), await scene.report(hash, { token: other.token })];
    scene.service.isDown = false;
    scene.service.calls = 0;
    await scene.follow();
    expect(scene.service.calls).toBe(1);
    for (const id of ids) expect(await scene.statusOf(id)).toBe('proposed');
  });

  it('leaves all as it is where no node answers', async () => {
    const scene = await newScene();
    const { id } = await scene.proposed();
    scene.safes.isDown = true;
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('proposed');
    expect(await held(scene)).toMatchObject({ status: 423 });
  });

  it('goes on with the others where the events of one cannot be read', async () => {
    const scene = await newScene();
    const broken = await scene.proposed();
    const { hash, id } = await scene.proposed({ nonce: 1n });
    scene.safes.unreadable.add(broken.hash);
    const executedBy = scene.execute(hash);
    scene.useNonce(2n);
    await scene.credit(executedBy);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
    expect(await scene.statusOf(broken.id)).toBe('proposed');
  });
});
