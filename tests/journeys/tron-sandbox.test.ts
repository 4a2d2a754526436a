import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { TEST_SAFE } from '../../src/sandbox/test-accounts.ts';
import { programFile } from '../support/program.ts';
import { runFlorin } from '../support/run-florin.ts';
import { hashSafeTx, safeTx, signHash } from '../support/safe-signing.ts';
import { reachTronNode, TRON_USDC, TRON_USDT } from '../support/tron-node.ts';

const MILLION = 1_000_000_000_000n;

let home: string;
let sandbox: SpawnedSandbox;
const start = () =>
  spawnSandbox({ home, env: { SANDBOX_NETWORKS: 'sepolia,base,tron' }, main: programFile() });
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-tron-sandbox-'));
  sandbox = await start();
});
afterAll(async () => {
  await sandbox.stop();
  await rm(home, { recursive: true, force: true });
});

function reach() {
  const { networks, payer, payee } = sandbox.sandbox;
  const node = reachTronNode(networks['tron']?.rpcUrl ?? '', () => Promise.resolve());
  const [payerAddress = '', payeeAddress = ''] = [payer.tronAddress, payee.tronAddress];
  return { node, wallet: { ...payer, address: payerAddress }, payeeAddress };
}

const Status = z.object({
  networks: z.array(
    z.object({ network: z.string(), cursor: z.number().nullable(), halted: z.unknown() }),
  ),
});

/** What the installation says of how it follows Tron. */
async function readStatus() {
  const { stdout } = await runFlorin(['status', '--json'], { FLORIN_HOME: home });
  const found = Status.parse(JSON.parse(stdout)).networks.find(({ network }) => network === 'tron');
  return { cursor: found?.cursor ?? -1, halted: found?.halted };
}

const Block = z.object({
  block_header: z.object({ raw_data: z.object({ timestamp: z.number() }) }),
});

/** Of the fresh chain, the time of a block in milliseconds. */
async function readBlockTime(num: number): Promise<number> {
  const block = await reach().node.post('wallet/getblockbynum', { num });
  return Block.parse(block).block_header.raw_data.timestamp;
}

it('has a solidified block of now from the first second, so that nothing is logged as too old', async () => {
  await expect.poll(async () => (await readStatus()).cursor).toBeGreaterThanOrEqual(4);
  expect(sandbox.output()).toContain('new blocks are reported within this process network=tron');
  // Other warnings are of a machine that is full of other tests.
  expect(sandbox.output()).not.toContain('is too old');
  // Block 1 is solidified once block 3 is made, which is two seconds later where each waits for its time.
  expect((await readBlockTime(3)) - (await readBlockTime(1))).toBeLessThan(1_900);
});

it('has no route provider where only one of its networks has a bridge', () => {
  expect(Object.keys(sandbox.sandbox.networks).toSorted()).toEqual(['base', 'sepolia', 'tron']);
  expect(sandbox.sandbox.routeProviderUrl).toBeUndefined();
  expect(sandbox.output()).not.toContain('payments from other networks');
});

const Proposals = z.object({ results: z.array(z.object({ safeTxHash: z.string() })) });

/** What the owners of the test Safe have proposed on Sepolia at the sandbox's Safe service. */
function reachProposals() {
  const { safe } = sandbox.sandbox;
  const url = `${safe?.serviceUrl}/sepolia/api/v2/safes/${safe?.address}/multisig-transactions/`;
  return {
    list: async () => Proposals.parse(await (await fetch(url)).json()).results,
    propose: async () => {
      const tx = safeTx({ nonce: '0' });
      const hash = hashSafeTx(11_155_111, tx);
      const [owner] = TEST_SAFE.owners;
      const signed = { sender: owner.address, signature: await signHash(owner, hash) };
      const body = JSON.stringify({ ...tx, contractTransactionHash: hash, ...signed });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
      return hash;
    },
  };
}

it('pays a link from the Safe of two owners in npm run demo -- --safe, and holds it for others meanwhile', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.ts', '--safe'], {
    env: { ...process.env, FLORIN_HOME: home },
  });
  expect(stdout).toMatch(
    /proposed 0x.*\n.*get 423\n.*confirmed by the other owner\n[\s\S]*done: 12\.5 USDC paid/,
  );
});

it('keeps the chain of its Tron node and the proposals of Safes over a kill of the product', async () => {
  const before = reach();
  const proposed = await reachProposals().propose();
  for (const address of [before.wallet.address, before.payeeAddress]) {
    const account = await before.node.post('wallet/getaccount', { address, visible: true });
    expect(account).toMatchObject({ balance: Number(MILLION) });
  }
  expect(await before.node.unitsOf(TRON_USDC, before.wallet.address)).toBe(MILLION);
  const payment = { token: TRON_USDT, to: before.payeeAddress, units: 25n };
  const { id, blockNumber } = await before.node.transfer(before.wallet, payment);
  const block = await before.node.post('wallet/getblockbynum', { num: blockNumber });
  expect(sandbox.output()).toContain(`tron ${before.node.url}`);

  await sandbox.kill();
  sandbox = await start();
  expect(await reachProposals().list()).toEqual([{ safeTxHash: proposed }]);
  const after = reach();
  expect(await after.node.post('wallet/getblockbynum', { num: blockNumber })).toEqual(block);
  await expect
    .poll(() => after.node.post('walletsolidity/gettransactioninfobyid', { value: id }))
    .toMatchObject({ id, blockNumber });
  expect(await after.node.unitsOf(TRON_USDT, after.payeeAddress)).toBe(25n);
  const again = await after.node.transfer(after.wallet, payment);
  expect(again.receipt.result).toBe('SUCCESS');
  // The database goes on from what it had read: nothing of it was taken back.
  await expect
    .poll(async () => (await readStatus()).cursor)
    .toBeGreaterThanOrEqual(again.blockNumber);
  expect((await readStatus()).halted).toBeNull();
});
