import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hexOf } from '#kit/hex.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import type { PayableLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const ACCOUNT = '0x2222222222222222222222222222222222222222';
const WALLET = `wallet=${ACCOUNT}`;

let host: PayerHost;
beforeAll(async () => {
  const chains = connected(
    stillChain('base'),
    stillChain('optimism'),
    stillChain('arbitrum-one'),
    stillChain('sepolia'),
  );
  host = await payerHost({ chains });
});
afterAll(() => host[Symbol.asyncDispose]());

type Parts = Parameters<typeof insertPayouts>[1];
const USDC: Parts[number] = { currencyId: 'USDC-base' };
const bundleOf = async (parts: Parts) =>
  await newBundle(host.ctx, await insertPayouts(host.ctx, parts), 'evm_cross_chain');
const newHash = () => hexOf(randomBytes(32));
const report = (positions: readonly number[], more: object = {}) => ({
  chain: 'ARBITRUM',
  smartAccountAddress: ACCOUNT,
  userOpHash: newHash(),
  txHash: newHash(),
  transactionIndices: positions.map((childPosition) => ({ childPosition, transactionIndex: 1 })),
  ...more,
});
const Answer = z.looseObject({
  transactionIndices: z.array(
    z.looseObject({ childPosition: z.number(), intentId: z.string().optional() }),
  ),
});
const send = async (token: string, body: object) => {
  const { status, body: said } = await host.post(`${token}/intent`, body);
  expect(status).toBe(200);
  return Answer.parse(said).transactionIndices;
};
const pay = async (link: PayableLink | undefined, originChainId?: bigint) => {
  if (link === undefined) throw new Error('the bundle has this child');
  const paidIn = { network: 'base', currencyId: 'USDC-base' } as const;
  const paid = { units: link.expectedUnits, transactionHash: randomBytes(32), paidIn };
  await insertReceived(host.ctx.db, link, paid);
  if (originChainId === undefined) return;
  await host.ctx.db
    .updateTable('chain_transfer')
    .set({ bridge_origin_chain_id: originChainId, bridge_deposit_id: 7n })
    .where('request_id', '=', link.requestRowId)
    .execute();
};

describe('the hash of a report', () => {
  it('of a Safe is followed for each child that it names, on its own network and on others', async () => {
    const { token, links } = await bundleOf([
      USDC,
      { currencyId: 'USDC-arbitrum-one' },
      { currencyId: 'USDC-optimism' },
    ]);
    const safeTxHash = newHash();
    const recorded = await send(token, report([0, 1], { txHash: undefined, safeTxHash }));
    const [first, second, third] = links.map((link) => link.token);
    for (const [i, child] of [first, second].entries()) {
      const { paymentIntents } = (await host.get(child ?? '')).body;
      const intentId = recorded[i]?.intentId;
      expect(paymentIntents).toMatchObject([{ intentId, safeTxHash, network: 'arbitrum-one' }]);
    }
    expect((await host.get(third ?? '')).body['paymentIntents']).toBeUndefined();
  });

  it('is followed for each child that it names, once however often it is reported', async () => {
    const { token, links } = await bundleOf([USDC, { currencyId: 'USDC-optimism' }, USDC]);
    const body = report([0, 1]);
    const recorded = await send(token, body);
    expect(recorded).toEqual([
      { childPosition: 0, transactionIndex: 1, intentId: expect.any(String) },
      { childPosition: 1, transactionIndex: 1, intentId: expect.any(String) },
    ]);
    expect(await send(token, body)).toEqual(recorded);
    for (const [i, link] of links.entries()) {
      const { paymentIntents } = (await host.get(link.token)).body;
      const shown = { intentId: recorded[i]?.intentId, txHash: body.txHash, status: 'recorded' };
      if (i === 2) expect(paymentIntents).toBeUndefined();
      else expect(paymentIntents).toMatchObject([shown]);
    }
  });

  it('is shown with the bundle by the place of each child, hidden payees without a wallet left out', async () => {
    const { token } = await bundleOf([USDC, { ...USDC, hidesPayee: true }, USDC]);
    expect((await host.get(token)).body).not.toHaveProperty('paymentIntents');
    const body = report([1, 0]);
    const { txHash } = body;
    await send(token, body);
    const shown = { status: 'recorded', network: 'arbitrum-one', txHash };
    expect((await host.get(token)).body['paymentIntents']).toMatchObject([
      { childPosition: 0, ...shown },
    ]);
    expect((await host.get(`${token}?${WALLET}`)).body['paymentIntents']).toMatchObject([
      { childPosition: 0, ...shown },
      { childPosition: 1, ...shown },
    ]);
  });

  it('is not displaced in the view by hashes that no node has', async () => {
    const { token, links } = await bundleOf([USDC, USDC]);
    const body = report([0]);
    const [{ intentId } = { intentId: undefined }] = await send(token, body);
    await host.ctx.db
      .updateTable('payment_intent')
      .set({ status: 'source_seen' })
      .where('id', '=', intentId ?? '')
      .execute();
    for (let i = 0; i < 5; i += 1) await send(token, report([0]));
    const { paymentIntents } = (await host.get(token)).body;
    expect(paymentIntents).toHaveLength(3);
    expect(paymentIntents).toContainEqual(expect.objectContaining({ intentId }));
    expect((await host.get(links[0]?.token ?? '')).body['paymentIntents']).toHaveLength(6);
  });

  it('is added to a report that had none', async () => {
    const { token } = await bundleOf([USDC, USDC]);
    const body = report([0], { txHash: undefined });
    expect(await send(token, body)).toEqual([{ childPosition: 0, transactionIndex: 1 }]);
    expect(await send(token, { ...body, txHash: newHash() })).toMatchObject([
      { intentId: expect.any(String) },
    ]);
  });

  it('is not followed for children that take no payment from there, and the others are', async () => {
    const { token, links } = await bundleOf([
      USDC,
      { ...USDC, status: 'expired' },
      { currencyId: 'USDC-arbitrum-one' },
      { currencyId: 'USDC-sepolia' },
      USDC,
    ]);
    await pay(links[0]);
    const recorded = await send(token, report([0, 1, 2, 3, 4]));
    expect(recorded.map(({ intentId }) => intentId !== undefined)).toEqual([
      ...Array<boolean>(4).fill(false),
      true,
    ]);
  });

  it('is not followed where more children are named than are paid from another network', async () => {
    const { token } = await bundleOf(Array.from({ length: 21 }, () => USDC));
    const all = Array.from({ length: 21 }, (_, i) => i);
    const recorded = await send(token, report(all));
    expect(recorded.filter(({ intentId }) => intentId !== undefined)).toEqual([]);
    expect(await send(token, report(all.slice(1)))).toMatchObject(
      all.slice(1).map(() => ({ intentId: expect.any(String) })),
    );
  });

  it('settles, locks and hides nothing, whatever it is', async () => {
    const { token, links } = await bundleOf([USDC, USDC]);
    await send(token, report([0, 1]));
    expect((await host.get(token)).body).toMatchObject({
      status: 'pending',
      children: [{ executable: true }, { executable: true }],
    });
    for (const link of links) {
      expect((await host.get(`${link.token}/pay?${WALLET}`)).status).toBe(200);
    }
  });

  it('may come after the bridge has paid the bundle, from that network only', async () => {
    const { token, links } = await bundleOf([USDC, USDC]);
    await pay(links[0], 42_161n);
    await pay(links[1]);
    expect(await send(token, report([0, 1]))).toEqual([
      { childPosition: 0, transactionIndex: 1, intentId: expect.any(String) },
      { childPosition: 1, transactionIndex: 1 },
    ]);
    const other = report([0, 1], { chain: 'POLYGON' });
    expect((await host.post(`${token}/intent`, other)).status).toBe(409);
  });

  it('is followed for a child also where others were reported for it', async () => {
    const { token, links } = await bundleOf([USDC, USDC]);
    const [full] = links;
    if (full === undefined) throw new Error('the bundle has children');
    for (let i = 0; i < 20; i += 1) {
      await host.post(`${full.token}/intent`, {
        chain: 'ARBITRUM',
        token: 'USDC',
        txHash: newHash(),
      });
    }
    await host.ctx.db
      .updateTable('payment_intent')
      .set({ status: 'source_seen', status_since: TEST_TIME })
      .where('secure_payment_token', '=', full.token)
      .execute();
    const recorded = await send(token, report([0, 1]));
    expect(recorded.map(({ intentId }) => intentId !== undefined)).toEqual([true, true]);
  });
});
