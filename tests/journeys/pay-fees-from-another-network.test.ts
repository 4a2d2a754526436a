import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { checkBridge } from '../support/bridge-payment.ts';
import { type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
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
