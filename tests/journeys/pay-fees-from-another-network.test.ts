import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { checkBridge } from '../support/bridge-payment.ts';
import { Calldata } from '../support/pay-with.ts';
import { programFile } from '../support/program.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

let home: string;
let spawned: SpawnedSandbox;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-source-fees-'));
  const fees = { ...PROTOCOL_FEE, PROTOCOL_FEE_BPS: '100' };
  spawned = await spawnSandbox({
    home,
    env: { SANDBOX_NETWORKS: 'base,arbitrum-one', ...fees },
    main: programFile(),
  });
});
afterAll(async () => {
  await spawned.stop();
  await rm(home, { recursive: true, force: true });
});

const Body = z.looseObject({});

async function send(path: string, init: RequestInit = {}) {
  const { apiUrl, clientId, origin } = spawned.sandbox;
  const headers = { 'x-client-id': clientId, origin, 'content-type': 'application/json' };
  const answer = await fetch(`${apiUrl}/v2/${path}`, { headers, ...init });
  return { status: answer.status, body: Body.parse(await answer.json()) };
}

it('pays a link with a fee of one percent from another network, the fee where the payer pays', async () => {
  const { sandbox } = spawned;
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
