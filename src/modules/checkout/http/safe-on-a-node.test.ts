import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { followPaymentIntents } from '#modules/intents/follow-payment-intents.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openSafeServices } from '#providers/safe/safe-services.ts';
import { type SafeServer, startSafeServer } from '#sandbox/safe/safe-server.ts';
import {
  confirmSafeTransaction,
  draftSafeTransaction,
  executeSafeTransaction,
  proposeSafeTransaction,
  type SafeDraft,
} from '#sandbox/safe-wallet.ts';
import { TEST_SAFE } from '#sandbox/test-accounts.ts';
import { passTime } from '../../../../tests/support/bridge-world.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertLink, type PayableLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { accountsOf, executeSafe } from '../../../../tests/support/safes.ts';
import { connected } from '../../../../tests/support/still-chain.ts';
import { followedFrom, openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';

const { address: SAFE, owners } = TEST_SAFE;
const [first, second] = owners;
const Transactions = z.array(
  z.object({
    to: z.string(),
    data: z.custom<Hex>((text) => typeof text === 'string' && isHex(text)),
    value: z.string(),
  }),
);

const now = manualClock(TEST_TIME);
let base: TestNode;
let server: SafeServer;
let host: PayerHost;
let outbound: ReturnType<typeof openOutbound>;
let serviceUrl: string;
beforeAll(async () => {
  base = await openTestNode('base');
  server = await startSafeServer({ nodes: [base.node] });
  serviceUrl = `${server.url}/base/api`;
  outbound = openOutbound({ privateAddresses: 'allow' });
  const services = new Map([['base', { url: serviceUrl, apiKey: undefined }] as const]);
  const safes = openSafeServices({ outbound, services });
  host = await payerHost({ chains: connected(base.chain), safes, now });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await outbound.close();
  await server.stop();
  await base[Symbol.asyncDispose]();
});

const newLink = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts });

/** The calls that `/pay` prepares for the Safe. */
async function callsFor({ token }: Pick<PayableLink, 'token'>): Promise<readonly Call[]> {
  const { status, body } = await host.get(`${token}/pay?wallet=${SAFE}&isSafe=true`);
  expect(status).toBe(200);
  return Transactions.parse(body['transactions']).map(({ to, data, value }) => ({
    to,
    data,
    valueUnits: BigInt(value),
  }));
}

/** What the chain records of a link's payment. */
async function referenceKeyOf({ requestRowId }: PayableLink): Promise<Hex> {
  const { payment_reference: reference } = await host.ctx.db
    .selectFrom('request')
    .select('payment_reference')
    .where('id', '=', requestRowId)
    .executeTakeFirstOrThrow();
  if (!isHex(reference)) throw new Error('a reference is hexadecimal');
  return base.chain.referenceKey(reference);
}

const draftOf = (calls: readonly Call[]) =>
  draftSafeTransaction(base.node, { ...TEST_SAFE, owners: [...owners], serviceUrl }, calls);

/** A draft whose calls may use so much of their own, so that a failure of theirs is the Safe's no more. */
function withOwnGas(draft: SafeDraft, safeTxGas: bigint): SafeDraft {
  const transaction = { ...draft.transaction, safeTxGas };
  const hash = accountsOf(base.chain).safeTransactionHash(SAFE, transaction);
  return { ...draft, transaction, hash };
}

/** Proposes a draft with the first owner's signature and reports it; answers the intent. */
async function proposeTo({ token }: PayableLink, draft: SafeDraft): Promise<string> {
  await proposeSafeTransaction(serviceUrl, draft, first);
  const report = { safeTxHash: draft.hash, chain: 'BASE', token: 'USDC', payerAddress: SAFE };
  const { status, body } = await host.post(`${token}/intent`, report);
  expect({ status, body }).toMatchObject({ status: 200, body: { isListening: true } });
  return String(body['intentId']);
}

/** Lets blocks become final, and checks what is due. */
async function follow(id: string): Promise<string> {
  for (let i = 0; i < 4; i += 1) await passTime(base, 1);
  now.advance(15 * 60 * 1_000);
  await followPaymentIntents(host.ctx, 100);
  const intents = host.ctx.db.selectFrom('payment_intent').select('status').where('id', '=', id);
  return (await intents.executeTakeFirstOrThrow()).status;
}

const eventsOf = async ({ token }: PayableLink): Promise<readonly Record<string, unknown>[]> =>
  (
    await host.ctx.db
      .selectFrom('event')
      .select('payload')
      .where('secure_payment_token', '=', token)
      .execute()
  ).map(({ payload }) => JSON.parse(payload));

describe('a Safe of two owners, with its contracts on a node and the service beside it', () => {
  it('pays what was prepared: proposed, confirmed, executed, settled', async () => {
    const link = await newLink();
    const draft = await draftOf(await callsFor(link));
    const id = await proposeTo(link, draft);
    const held = await host.get(link.token);
    expect(held).toMatchObject({
      status: 423,
      retryAfter: '5',
      body: {
        message: 'Secure payment is in progress',
        code: 'secure_payment_in_progress',
        status: 'pending',
        branding: null,
        requestStatuses: [
          {
            requestId: link.requestId,
            hasBeenPaid: false,
            safeTxHash: draft.hash,
            chainId: 8453,
            safePaymentDeadline: now().getTime() / 1_000 + 86_400,
          },
        ],
      },
    });
    expect(await host.get(`${link.token}/pay`)).toMatchObject({ status: 423 });
    await confirmSafeTransaction(serviceUrl, draft, second);
    expect(await follow(id)).toBe('proposed');
    const before = await base.chain.readHead();
    const executedBy = await executeSafeTransaction(draft);
    expect(await follow(id)).toBe('source_confirmed');
    const [paid] = (await followedFrom(base, before)).filter(
      ({ transactionHash }) => transactionHash === executedBy,
    );
    expect(paid).toMatchObject({ payerAddress: SAFE, creditedUnits: link.expectedUnits });
    await insertReceived(host.ctx.db, link, {
      units: link.expectedUnits,
      transactionHash: Buffer.from(executedBy.slice(2), 'hex'),
      paidIn: { network: 'base', currencyId: 'USDC-base' },
    });
    expect(await follow(id)).toBe('settled');
    expect(await host.get(link.token)).toMatchObject({ status: 409 });
    expect(await eventsOf(link)).toEqual([]);
  });

  it('pays two links and a bundle by one transaction that somebody else sends, and all wait for it', async () => {
    const currencyId = 'USDC-base';
    const [link, other] = [await newLink(), await newLink()];
    const payouts = await insertPayouts(host.ctx, [{ currencyId }, { currencyId }]);
    const { token } = await newBundle(host.ctx, payouts, 'evm_same_chain');
    const all = [link, other, ...payouts];
    const calls = [await callsFor(link), await callsFor(other), await callsFor({ token })];
    const draft = await draftOf(calls.flat());
    const ids = [await proposeTo(link, draft), await proposeTo(other, draft)];
    const report = {
      safeTxHash: draft.hash,
      chain: 'BASE',
      smartAccountAddress: SAFE,
      userOpHash: draft.hash,
      transactionIndices: [0, 1].map((childPosition) => ({ childPosition, transactionIndex: 0 })),
    };
    expect(await host.post(`${token}/intent`, report)).toMatchObject({ status: 200 });
    for (const one of all) expect(await host.get(one.token)).toMatchObject({ status: 423 });
    const before = await base.chain.readHead();
    const executedBy = await executeSafe(base, TEST_SAFE, draft.transaction);
    for (const id of ids) expect(await follow(id)).toBe('source_confirmed');
    const paid = await followedFrom(base, before);
    expect(paid).toHaveLength(all.length);
    const credit = { transactionHash: executedBy, payerAddress: SAFE };
    for (const one of all) {
      const referenceKey = await referenceKeyOf(one);
      expect(paid).toContainEqual(
        expect.objectContaining({ ...credit, referenceKey, creditedUnits: one.expectedUnits }),
      );
    }
  });

  it('rejects a proposal by another transaction of its nonce: the payment has failed once that is final', async () => {
    const link = await newLink();
    const draft = await draftOf(await callsFor(link));
    const id = await proposeTo(link, draft);
    await executeSafeTransaction(await draftOf([{ to: SAFE, data: '0x', valueUnits: 0n }]));
    expect(await follow(id)).toBe('source_failed');
    expect(await eventsOf(link)).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('another transaction') },
    ]);
    expect(await host.get(link.token)).toMatchObject({ status: 200 });
  });

  it('executes a proposal whose calls fail with gas of their own: it has failed, and is reported once', async () => {
    const link = await newLink({ expectedUnits: 10n ** 30n });
    const draft = withOwnGas(await draftOf(await callsFor(link)), 300_000n);
    const id = await proposeTo(link, draft);
    expect(await host.get(link.token)).toMatchObject({ status: 423 });
    await executeSafeTransaction(draft);
    expect(await follow(id)).toBe('source_failed');
    await follow(id);
    expect(await eventsOf(link)).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('its calls failed') },
    ]);
  });

  it('cannot execute one whose calls fail without gas of their own: the nonce stays, and it waits on', async () => {
    const link = await newLink({ expectedUnits: 10n ** 30n });
    const draft = await draftOf(await callsFor(link));
    const id = await proposeTo(link, draft);
    await expect(executeSafeTransaction(draft)).rejects.toThrow();
    expect(await follow(id)).toBe('proposed');
    expect(await host.get(link.token)).toMatchObject({ status: 423 });
    expect(await eventsOf(link)).toEqual([]);
  });

  it('holds no link by a proposal of other calls, nor by one that the service does not know', async () => {
    const link = await newLink();
    const draft = await draftOf([{ to: SAFE, data: '0x', valueUnits: 0n }]);
    const id = await proposeTo(link, draft);
    const unknown = { safeTxHash: `0x${'ab'.repeat(32)}`, chain: 'BASE', token: 'USDC' };
    expect(await host.post(`${link.token}/intent`, unknown)).toMatchObject({ status: 200 });
    expect(await follow(id)).toBe('recorded');
    const { status, body } = await host.get(link.token);
    expect(status).toBe(200);
    const waiting = { status: 'recorded', txHash: null };
    expect(body['paymentIntents']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...waiting, safeTxHash: unknown.safeTxHash }),
        expect.objectContaining({ ...waiting, safeTxHash: draft.hash }),
      ]),
    );
  });
});
