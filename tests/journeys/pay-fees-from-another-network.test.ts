import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { evmAddress } from '#chains/evm/address.ts';
import { printAmount } from '#kit/amount.ts';
import {
  confirmSafeTransaction,
  draftSafeTransaction,
  executeSafeTransaction,
  proposeSafeTransaction,
} from '#sandbox/safe-wallet.ts';
import { TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { findBridgeSource } from '../../web/pay/crosschain/bridge-source.ts';
import { readBundleChildren } from '../../web/pay/crosschain/bundle-children.ts';
import { checkBridgeBundle } from '../../web/pay/crosschain/check-bridge-bundle.ts';
import { checkBridge } from '../support/bridge-payment.ts';
import { newBridgedLink, untilCompleted, untilIntentIs } from '../support/bridged-links.ts';
import { ARRIVES, type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { Calldata } from '../support/pay-with.ts';
import { PAYER } from '../support/route-sample.ts';
import { executeSafe, transactionOf } from '../support/safes.ts';
import { connect } from '../support/test-node.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

let bridged: BridgedSandbox;
let arbitrum: ReturnType<typeof connect>;
beforeAll(async () => {
  bridged = await openBridgedSandbox({ ...PROTOCOL_FEE, PROTOCOL_FEE_BPS: '100' });
  arbitrum = connect({ network: 'arbitrum-one', rpcUrl: nodeOfArbitrum().rpcUrl });
});
afterAll(async () => {
  await arbitrum.close();
  await bridged[Symbol.asyncDispose]();
});

function nodeOfArbitrum() {
  const node = bridged.sandbox.networks['arbitrum-one'];
  if (node === undefined) throw new Error('this sandbox has no node of Arbitrum');
  return node;
}

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
  const source = nodeOfArbitrum();
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
    .poll(() => send(link), ARRIVES)
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
    .poll(() => send(`payments?requestId=${requestId}`, { headers }), ARRIVES)
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

const ACCOUNT = evmAddress(TEST_SMART_ACCOUNT.address);

/** A link over some USDC on Base, and what its payer makes the smart account do: calls with the tokens of the payer's key. */
async function linkOfAccount(amount: string, symbol: 'USDC' | 'USDT' = 'USDC') {
  const link = await newBridgedLink(bridged, amount);
  const balance = () => bridged.balance('arbitrum-one', ACCOUNT);
  const before = await balance();
  const { body } = await bridged.world.read(
    `${link.token}/pay?wallet=${ACCOUNT}&eoaWallet=${PAYER}&chain=ARBITRUM&token=${symbol}`,
  );
  const { metadata, transactions } = Calldata.parse(body);
  const { eoaApprovalTransactions } = OfKey.parse(body);
  for (const one of eoaApprovalTransactions) {
    await sendCall(nodeOfArbitrum(), bridged.sandbox.payer, asCall(one));
  }
  const safe = { address: ACCOUNT, owners: [TEST_SMART_ACCOUNT.owner] };
  const calls = await transactionOf(arbitrum, ACCOUNT, transactions.map(asCall));
  const at = { chain: arbitrum, client: bridged.client('arbitrum-one'), node: nodeOfArbitrum() };
  // Sent by somebody else, as a bundler does.
  const hash = await executeSafe(at, safe, calls);
  await bridged.report(link.token, hash);
  const keptUnits = async () => (await balance()) - before;
  return { ...link, hash, spentUnits: BigInt(String(metadata['sourceAmount'])), keptUnits };
}

const OfKey = z.looseObject({
  eoaApprovalTransactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.string() }),
  ),
});

it('pays from another network by a smart account with the tokens of its key, and names both', async () => {
  await bridged.relay({ mode: 'fill' });
  const link = await linkOfAccount('22');
  await untilCompleted(bridged, link.token);
  await expect
    .poll(() => bridged.payments(link.requestId), ARRIVES)
    .toMatchObject([
      {
        type: 'crosschain',
        amount: '22',
        payerAddress: ACCOUNT,
        payerEoaAddress: PAYER,
        sourceTxHash: link.hash,
        paidAmount: printAmount(link.spentUnits, 6),
        fees: [{ feeType: 'protocol_fee', amount: '0.22', network: 'arbitrum-one' }],
      },
    ]);
  expect(await link.moved()).toEqual({
    payer: -link.spentUnits,
    payerOnBase: 0n,
    payee: 22_000_000n,
  });
  expect(await link.keptUnits()).toBe(0n);
});

/** A link over some USDC on Base, which owners of the Safe were asked to pay from Arbitrum; what they were asked is reported. */
async function linkOfSafe(amount: string, more = '') {
  const { safe } = bridged.sandbox;
  const [first, second] = safe?.owners ?? [];
  if (safe?.serviceUrl === undefined || !first || !second) throw new Error('it has a Safe');
  const link = await newBridgedLink(bridged, amount);
  const { body } = await bridged.world.read(
    `${link.token}/pay?wallet=${safe.address}&isSafe=true&chain=ARBITRUM&token=USDC${more}`,
  );
  const { metadata, transactions } = Calldata.parse(body);
  const draft = await draftSafeTransaction(nodeOfArbitrum(), safe, transactions.map(asCall));
  const serviceUrl = `${safe.serviceUrl}/arbitrum-one/api`;
  await proposeSafeTransaction(serviceUrl, draft, first);
  const { safePaymentDeadline } = metadata;
  const proposed = { safeTxHash: draft.hash, safePaymentDeadline, payerAddress: safe.address };
  const report = JSON.stringify({ ...proposed, chain: 'ARBITRUM', token: 'USDC' });
  const answer = await send(`secure-payments/${link.token}/intent`, {
    method: 'POST',
    body: report,
  });
  expect(answer).toMatchObject({ status: 200, body: { isListening: true } });
  const execute = async () => {
    await confirmSafeTransaction(serviceUrl, draft, second);
    return await executeSafeTransaction(draft);
  };
  const spentUnits = BigInt(String(metadata['sourceAmount']));
  return { ...link, ...proposed, execute, spentUnits, safe: safe.address };
}

it('pays from another network by a Safe of two owners, its fee too, while the link waits for them', async () => {
  await bridged.relay({ mode: 'fill' });
  const link = await linkOfSafe('24');
  // A proposal holds its link once the Safe service has shown it, which a busy one does later.
  await expect
    .poll(() => bridged.world.read(`${link.token}/pay?wallet=${PAYER}`), ARRIVES)
    .toMatchObject({
      status: 423,
      body: {
        requestStatuses: [
          {
            safeTxHash: link.safeTxHash,
            chainId: 42_161,
            safePaymentDeadline: link.safePaymentDeadline,
          },
        ],
      },
    });
  const before = await bridged.balance('arbitrum-one', link.safe);
  const hash = await link.execute();
  await untilCompleted(bridged, link.token);
  await expect
    .poll(() => bridged.payments(link.requestId), ARRIVES)
    .toMatchObject([
      {
        type: 'crosschain',
        amount: '24',
        payerAddress: link.safe,
        payerEoaAddress: null,
        sourceTxHash: hash,
        paidAmount: printAmount(link.spentUnits, 6),
        fees: [{ feeType: 'protocol_fee', amount: '0.24', network: 'arbitrum-one' }],
      },
    ]);
  expect(before - (await bridged.balance('arbitrum-one', link.safe))).toBe(link.spentUnits);
  expect((await link.moved()).payee).toBe(24_000_000n);
});

it('names both also where the route swaps the tokens of the key before the bridge', async () => {
  await bridged.relay({ mode: 'fill' });
  const before = await bridged.balance('arbitrum-one', ACCOUNT, 'USDT');
  const link = await linkOfAccount('21', 'USDT');
  await untilCompleted(bridged, link.token);
  await expect
    .poll(() => bridged.payments(link.requestId), ARRIVES)
    .toMatchObject([
      {
        payerAddress: ACCOUNT,
        payerEoaAddress: PAYER,
        sourceTxHash: link.hash,
        paidAmount: printAmount(link.spentUnits, 6),
        paidCurrency: 'USDT-arbitrum-one',
      },
    ]);
  expect(await bridged.balance('arbitrum-one', ACCOUNT, 'USDT')).toBe(before);
});

it('returns what nobody delivered: to the key of a smart account, to a Safe, or to the owner that it named', async () => {
  await bridged.relay({ mode: 'refund' });
  const ofAccount = await linkOfAccount('23');
  const ofSafe = await linkOfSafe('25');
  const owner = bridged.sandbox.safe?.owners[0]?.address ?? '0x';
  const named = await linkOfSafeLater(ofSafe, owner);
  const ofOwner = await bridged.balance('arbitrum-one', owner);
  await untilIntentIs(bridged, ofAccount.token, 'source_confirmed');
  await bridged.passTime(3_700);
  for (const { token } of [ofAccount, ofSafe, named]) {
    await untilIntentIs(bridged, token, 'refunded');
  }
  // The fee stays with its receiver.
  expect(await ofAccount.moved()).toMatchObject({ payer: -230_000n, payee: 0n });
  expect(await ofAccount.keptUnits()).toBe(0n);
  const returned = await bridged.balance('arbitrum-one', ofSafe.safe);
  expect(named.ofSafe - returned).toBe(named.spentUnits + 250_000n);
  expect((await bridged.balance('arbitrum-one', owner)) - ofOwner).toBe(
    named.spentUnits - 260_000n,
  );
});

/** Executes what a Safe proposed, then another payment of it that returns to one of its owners; with what the Safe had before both. */
async function linkOfSafeLater(
  first: Awaited<ReturnType<typeof linkOfSafe>>,
  owner: string,
): Promise<Awaited<ReturnType<typeof linkOfSafe>> & { readonly ofSafe: bigint }> {
  const ofSafe = await bridged.balance('arbitrum-one', first.safe);
  await first.execute();
  const named = await linkOfSafe('26', `&refundWallet=${owner}`);
  await named.execute();
  return { ...named, ofSafe };
}
