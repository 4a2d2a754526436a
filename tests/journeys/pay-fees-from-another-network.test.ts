import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { findBridgeSource } from '../../web/pay/crosschain/bridge-source.ts';
import { readBundleChildren } from '../../web/pay/crosschain/bundle-children.ts';
import { checkBridgeBundle } from '../../web/pay/crosschain/check-bridge-bundle.ts';
import { checkBridge } from '../support/bridge-payment.ts';
import { ARRIVES, type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { Calldata } from '../support/pay-with.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

let bridged: BridgedSandbox;
beforeAll(async () => {
  bridged = await openBridgedSandbox({ ...PROTOCOL_FEE, PROTOCOL_FEE_BPS: '100' });
});
afterAll(() => bridged[Symbol.asyncDispose]());

const Body = z.looseObject({});

async function send(path: string, init: RequestInit = {}) {
  const { apiUrl, clientId, origin } = bridged.sandbox;
  const headers = { 'x-client-id': clientId, origin, 'content-type': 'application/json' };
  const answer = await fetch(`${apiUrl}/v2/${path}`, { headers, ...init });
  return { status: answer.status, body: Body.parse(await answer.json()) };
}

it('pays a link with a fee of one percent from another network, the fee where the payer pays', async () => {
  const { sandbox } = bridged;
  const token = new URL(sandbox.paymentUrl).searchParams.get('token') ?? '';
  const link = `secure-payments/${token}`;
  const source = sandbox.networks['arbitrum-one'];
  if (source === undefined) throw new Error('this sandbox has no node of Arbitrum');
  const { address } = sandbox.payer;
  const { body } = await send(`${link}/pay?wallet=${address}&chain=ARBITRUM&token=USDC`);
  const { transactions, metadata } = Calldata.parse(body);
  expect(transactions).toHaveLength(4);
  const { body: view } = await send(`${link}?wallet=${address}`);
  const page = { view, now: Date.now(), wallet: address, from: ['ARBITRUM', 'USDC'] } as const;
  expect(checkBridge(body, page)).toMatchObject({
    kind: 'ok',
    sourceUnits: BigInt(String(metadata['sourceAmount'])),
    fees: [{ address: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS }],
  });
  const hashes: string[] = [];
  for (const one of transactions) hashes.push(await sendCall(source, sandbox.payer, asCall(one)));
  const txHash = hashes[metadata.paymentTransactionIndex];
  const report = JSON.stringify({ txHash, chain: 'ARBITRUM', token: 'USDC' });
  expect((await send(`${link}/intent`, { method: 'POST', body: report })).status).toBe(200);
  const fee = { feeType: 'protocol_fee', recipient: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS };
  await expect
    .poll(() => send(link), { timeout: 90_000 })
    .toMatchObject({
      status: 409,
      body: { status: 'completed', paidFees: [fee], outstandingFees: [] },
    });
  const { body: paid } = await send(link);
  const requestId = z
    .object({ requestStatuses: z.tuple([z.looseObject({ requestId: z.string() })]) })
    .parse(paid).requestStatuses[0].requestId;
  const headers = { 'x-api-key': sandbox.apiKey };
  await expect
    .poll(() => send(`payments?requestId=${requestId}`, { headers }), { timeout: 90_000 })
    .toMatchObject({
      body: {
        payments: [
          {
            type: 'crosschain',
            paidNetwork: 'arbitrum-one',
            paidCurrency: 'USDC-arbitrum-one',
            fees: [
              {
                feeType: 'protocol_fee',
                currency: 'USDC-arbitrum-one',
                network: 'arbitrum-one',
                receiverAddress: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS,
              },
            ],
          },
        ],
      },
    });
});

const Bundled = z.looseObject({
  transactions: z.array(z.looseObject({})),
  metadata: z.looseObject({
    bridgeTxIndices: z.array(z.number()),
    feeTransactionIndices: z.array(z.number()),
    sourceSideAmount: z.string(),
    sourceAmount: z.string(),
  }),
});

it('pays a bundle with fees from another network, each fee once, also one that was paid before its child', async () => {
  const bundles = bundlesOf(bridged.world);
  const base = { network: 'base', currency: 'USDC-base' };
  const links = [
    await bundles.payout({ ...base, amount: '20' }),
    await bundles.payout({ ...base, amount: '30' }),
  ];
  const token = await bundles.bundle(links);
  const { address: wallet } = bridged.sandbox.payer;
  const collector = PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS;
  const source = findBridgeSource('ARBITRUM', 'USDC');
  const prepare = async () => {
    const { body } = await bridged.prepare(token);
    const { body: view } = await bridged.world.read(token);
    const children = readBundleChildren(view);
    if (children === undefined || source === undefined) throw new Error('it can be read');
    const plan = checkBridgeBundle({ children, source, wallet, body, now: Date.now() });
    return { plan, ...Bundled.parse(body) };
  };
  const sign = (all: Awaited<ReturnType<typeof prepare>>, at: number) =>
    bridged.sign({ ...all, transactions: all.transactions.slice(at, at + 1) });
  const before = {
    collector: await bridged.balance('arbitrum-one', collector),
    payer: await bridged.balance('arbitrum-one', wallet),
  };

  const first = await prepare();
  expect(first.metadata).toMatchObject({
    bridgeTxIndices: [2, 3],
    feeTransactionIndices: [4, 5],
    sourceSideAmount: '500000',
  });
  expect(first.plan).toMatchObject({ kind: 'ok', fees: [{ address: collector, units: 500_000n }] });
  // The approval of the fees, and the fee of the second child alone.
  for (const at of [1, 5]) await sign(first, at);
  const [one, two] = links;
  if (one === undefined || two === undefined) throw new Error('there are two');
  const dueOf = async (link: string) => {
    const { body } = await bridged.world.read(`${link}/pay?wallet=${wallet}`);
    return body['feeBundle'];
  };
  await expect.poll(() => dueOf(two.token), ARRIVES).toMatchObject({ fees: [] });
  expect(await dueOf(one.token)).toMatchObject({ fees: [{ amount: '0.2' }] });
  expect((await bridged.world.read(token)).status).toBe(200);

  const rest = await prepare();
  expect(rest.metadata).toMatchObject({ bridgeTxIndices: [1, 2], feeTransactionIndices: [3] });
  expect(rest.plan).toMatchObject({ kind: 'ok', fees: [{ units: 200_000n }] });
  for (const at of rest.transactions.keys()) {
    const hash = await sign(rest, at);
    const child = links[rest.metadata.bridgeTxIndices.indexOf(at)];
    if (child !== undefined) await bridged.report(child.token, hash);
  }
  const fee = (amount: string) => ({ feeType: 'protocol_fee', amount, recipient: collector });
  await expect
    .poll(() => bridged.world.read(token), ARRIVES)
    .toMatchObject({
      status: 409,
      body: { status: 'completed', paidFees: [fee('0.2'), fee('0.3')], outstandingFees: [] },
    });
  const after = {
    collector: await bridged.balance('arbitrum-one', collector),
    payer: await bridged.balance('arbitrum-one', wallet),
  };
  expect(after.collector - before.collector).toBe(500_000n);
  expect(before.payer - after.payer).toBe(BigInt(rest.metadata.sourceAmount) + 300_000n);
});
