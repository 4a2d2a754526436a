import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { Calldata } from '../support/pay-with.ts';

let home: string;
let spawned: SpawnedSandbox;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-routes-'));
  spawned = await spawnSandbox({ home, env: { SANDBOX_NETWORKS: 'base,arbitrum-one' } });
});
afterAll(async () => {
  await spawned.stop();
  await rm(home, { recursive: true, force: true });
});

async function read(path: string) {
  const { apiUrl, clientId, origin } = spawned.sandbox;
  const headers = { 'x-client-id': clientId, origin };
  const answer = await fetch(`${apiUrl}/v2/secure-payments/${path}`, { headers });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

it('pays a link on Base from Arbitrum by the route provider and the relayer that the sandbox starts', async () => {
  const { sandbox } = spawned;
  expect(spawned.sandbox.routeProviderUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const token = new URL(sandbox.paymentUrl).searchParams.get('token') ?? '';
  const { address } = sandbox.payer;
  const options = await read(`${token}?wallet=${address}`);
  expect(options.body).toMatchObject({
    paymentOptions: { ARBITRUM: { USDC: { hasEnoughBalance: true } } },
  });
  const prepared = await read(`${token}/pay?wallet=${address}&chain=ARBITRUM&token=USDC`);
  expect(prepared.body).toMatchObject({ metadata: { routeType: 'crosschain' } });
  const source = sandbox.networks['arbitrum-one'];
  if (source === undefined) throw new Error('this sandbox has no node of Arbitrum');
  for (const transaction of Calldata.parse(prepared.body).transactions) {
    await sendCall(source, sandbox.payer, asCall(transaction));
  }
  await expect
    .poll(() => read(token), { timeout: 60_000 })
    .toMatchObject({ status: 409, body: { status: 'completed' } });
});
