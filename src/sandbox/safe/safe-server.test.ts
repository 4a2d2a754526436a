import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import { describeSafeService } from '../../../tests/providers/safe-conformance.ts';
import { forward } from '../../../tests/support/relayed-node.ts';
import {
  executeSafeTx,
  hashSafeTx,
  nextNonce,
  type SafeTxBody,
  safeTx,
  signAsMessage,
  signHash,
} from '../../../tests/support/safe-signing.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { TEST_ACCOUNTS, TEST_SAFE } from '../test-accounts.ts';
import { type SafeServer, startSafeServer } from './safe-server.ts';

const [FIRST, SECOND] = TEST_SAFE.owners;
const SAFE = TEST_SAFE.address;
const Shown = z.looseObject({
  safeTxHash: z.string(),
  trusted: z.boolean(),
  confirmations: z.array(z.looseObject({ owner: z.string(), signatureType: z.string() })),
});
const Snapshot = z.object({ result: z.string() });
const Page = z.looseObject({ count: z.number(), results: z.array(Shown) });

let base: TestNode;
let folder: string;
let server: SafeServer;
const file = () => join(folder, 'proposals.json');
const start = async () => {
  server = await startSafeServer({ nodes: [base.node], file: file() });
};
beforeAll(async () => {
  base = await openTestNode('base');
  folder = await mkdtemp(join(tmpdir(), 'florin-safe-'));
  await start();
});
afterAll(async () => {
  await server.stop();
  await base[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function request(path: string, body?: object, at = `${server.url}/base/api`) {
  const headers = { 'content-type': 'application/json' };
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${at}${path}`, sent);
  const text = await answer.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, body: parsed };
}

const listPath = `/v2/safes/${SAFE}/multisig-transactions/`;
const control = (body: object) => request('/control/safe', body, server.url);
const show = async (hash: Hex) =>
  Shown.parse((await request(`/v2/multisig-transactions/${hash}/`)).body);
const confirm = (hash: Hex, signature: Hex) =>
  request(`/v1/multisig-transactions/${hash}/confirmations/`, { signature });

let made = 0;
/** A transaction of its own with the Safe's next nonce. */
async function newTx(parts: Partial<SafeTxBody> = {}): Promise<SafeTxBody> {
  made += 1;
  return safeTx({ nonce: String(await nextNonce(base.client)), value: String(made), ...parts });
}

/** A proposal of the first owner with its signature, with parts of the test's. */
async function bodyOf(tx: SafeTxBody, parts: Record<string, unknown> = {}) {
  const hash = hashSafeTx(8_453, tx);
  const signature = await signHash(FIRST, hash);
  const sender = FIRST.address;
  return { ...tx, contractTransactionHash: hash, sender, signature, ...parts };
}

async function propose(tx: SafeTxBody, parts: Record<string, unknown> = {}): Promise<Hex> {
  const answer = await request(listPath, await bodyOf(tx, parts));
  expect(answer).toEqual({ status: 201, body: undefined });
  return hashSafeTx(8_453, tx);
}

describeSafeService('the sandbox', async () => {
  const executedTx = await newTx();
  const executed = await propose(executedTx);
  const transactionHash = await executeSafeTx(base, executedTx);
  const pendingTx = await newTx({ value: '0' });
  const pending = await propose(pendingTx);
  const owners = TEST_SAFE.owners.map(({ address }) => address);
  const found = { hash: pending, safe: SAFE, owners, nonce: BigInt(pendingTx.nonce) };
  return {
    baseUrl: `${server.url}/base/api`,
    chainId: 8_453,
    findPending: async () => found,
    findExecuted: async () => ({ hash: executed, transactionHash }),
    [Symbol.asyncDispose]: async () => undefined,
  };
});

beforeEach(async () => {
  await control({ mode: 'serve' });
});

describe('a proposal', () => {
  it('is stored with its signature, and repeating it changes nothing', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    const first = await show(hash);
    expect(first).toMatchObject({
      ...tx,
      data: null,
      safe: SAFE,
      safeTxHash: hash,
      proposer: FIRST.address,
      isExecuted: false,
      isSuccessful: null,
      transactionHash: null,
      trusted: true,
      confirmationsRequired: 2,
      confirmations: [{ owner: FIRST.address, signatureType: 'EOA' }],
    });
    await propose(tx);
    expect(await show(hash)).toEqual(first);
  });

  it('without a signature is trusted only once an owner signs it', async () => {
    const hash = await propose(await newTx(), { signature: undefined });
    expect(await show(hash)).toMatchObject({ trusted: false, confirmations: [] });
    const listed = async () => Page.parse((await request(listPath)).body).results;
    const hashes = async () => (await listed()).map(({ safeTxHash }) => safeTxHash);
    expect(await hashes()).not.toContain(hash);
    expect((await confirm(hash, await signAsMessage(SECOND, hash))).status).toBe(201);
    expect(await show(hash)).toMatchObject({
      trusted: true,
      confirmations: [{ owner: SECOND.address, signatureType: 'ETH_SIGN' }],
    });
    expect(await hashes()).toContain(hash);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another hash', { contractTransactionHash: `0x${'11'.repeat(32)}` }, 'nonFieldErrors'],
    ['a changed amount', { value: '999' }, 'nonFieldErrors'],
    ['a sender that is no owner', { sender: TEST_ACCOUNTS.payer.address }, 'nonFieldErrors'],
    ['the signature of another', { sender: SECOND.address }, 'nonFieldErrors'],
    ['a signature of nobody', { signature: `0x${'00'.repeat(64)}1b` }, 'nonFieldErrors'],
    ['half a signature', { signature: '0x1234' }, 'signature'],
    ['an address in lower case', { to: SAFE.toLowerCase() }, 'to'],
    ['a delegate call to anybody', { operation: 1 }, 'nonFieldErrors'],
    ['no nonce', { nonce: undefined }, 'nonce'],
  ])('with %s is refused', async (_what, parts, field) => {
    const { status, body } = await request(listPath, await bodyOf(await newTx(), parts));
    expect(status).toBe(422);
    expect(body).toHaveProperty(field);
  });

  it('with a signature of somebody who is no owner is refused', async () => {
    const tx = await newTx();
    const signature = await signHash(TEST_ACCOUNTS.payer, hashSafeTx(8_453, tx));
    const { status, body } = await request(listPath, await bodyOf(tx, { signature }));
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('is not an owner');
  });

  it('of an address without its checksum, and of one that is no Safe, is refused', async () => {
    const tx = await newTx();
    const body = await bodyOf(tx);
    const at = (safe: string) => request(`/v2/safes/${safe}/multisig-transactions/`, body);
    expect(await at(SAFE.toLowerCase())).toEqual({
      status: 422,
      body: {
        code: 1,
        message: 'Checksum address validation failed',
        arguments: [SAFE.toLowerCase()],
      },
    });
    expect((await at(TEST_ACCOUNTS.payee.address)).status).toBe(422);
  });
});

describe('a confirmation', () => {
  it('of the second owner is added once', async () => {
    const hash = await propose(await newTx());
    const signature = await signHash(SECOND, hash);
    expect(await confirm(hash, signature)).toEqual({ status: 201, body: { signature } });
    expect((await confirm(hash, signature)).status).toBe(201);
    const { confirmations } = await show(hash);
    expect(confirmations.map(({ owner }) => owner)).toEqual([FIRST.address, SECOND.address]);
  });

  it('of somebody else, of nothing known, and of half a signature is refused', async () => {
    const hash = await propose(await newTx());
    const foreign = await signHash(TEST_ACCOUNTS.payer, hash);
    expect((await confirm(hash, foreign)).status).toBe(400);
    expect((await confirm(hash, '0x12')).status).toBe(400);
    expect((await confirm(`0x${'22'.repeat(32)}`, foreign)).status).toBe(404);
  });
});

describe('an execution', () => {
  it('is read from the chain, whoever sent it', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    const transactionHash = await executeSafeTx(base, tx);
    const shown = await show(hash);
    expect(shown).toMatchObject({
      isExecuted: true,
      isSuccessful: true,
      transactionHash,
      executor: expect.stringMatching(new RegExp(TEST_ACCOUNTS.unrelated.address, 'i')),
    });
    expect((await confirm(hash, await signHash(SECOND, hash))).status).toBe(400);
    const again = await request(listPath, await bodyOf(tx));
    expect(again.status).toBe(422);
    expect(JSON.stringify(again.body)).toContain(transactionHash);
  });

  it('in a block that the chain gave up is none', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    const { rpcUrl } = base.node;
    const answer = await forward(rpcUrl, { method: 'evm_snapshot', params: [] });
    const { result: before } = Snapshot.parse(answer);
    await executeSafeTx(base, tx);
    expect(await show(hash)).toMatchObject({ isExecuted: true });
    await forward(rpcUrl, { method: 'evm_revert', params: [before] });
    expect(await show(hash)).toMatchObject({ isExecuted: false, transactionHash: null });
  });

  it('of another transaction with the same nonce leaves the first as it was', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    await executeSafeTx(base, await newTx());
    expect(await show(hash)).toMatchObject({ isExecuted: false, isSuccessful: null });
    expect((await request(listPath, await bodyOf({ ...tx, value: '77' }))).status).toBe(422);
  });

  it('whose call failed is shown as not successful', async () => {
    // A call that reverts uses the nonce only where the transaction has gas of its own.
    const tx = await newTx({ value: `1${'0'.repeat(30)}`, safeTxGas: '30000' });
    const hash = await propose(tx);
    await executeSafeTx(base, tx);
    expect(await show(hash)).toMatchObject({ isExecuted: true, isSuccessful: false });
  });
});

describe('a list', () => {
  it('is filtered and paged', async () => {
    const nonce = String(await nextNonce(base.client));
    const waiting = [await propose(await newTx()), await propose(await newTx())];
    const listed = async (query: string) => Page.parse((await request(listPath + query)).body);
    const pending = await listed(`?executed=false&nonce__gte=${nonce}`);
    expect(pending.results.map(({ safeTxHash }) => safeTxHash)).toEqual(
      expect.arrayContaining(waiting),
    );
    expect((await listed('?executed=true')).results.every(({ isExecuted }) => isExecuted)).toBe(
      true,
    );
    const first = await listed(`?nonce=${nonce}&ordering=created&limit=1`);
    expect(first).toMatchObject({ previous: null, results: [{}] });
    const next = await fetch(z.string().parse(first['next']));
    expect(Page.parse(await next.json()).results[0]?.safeTxHash).not.toBe(
      first.results[0]?.safeTxHash,
    );
    expect((await request(`${listPath}?executed=perhaps`)).status).toBe(400);
  });

  it('has numbers as text in version 2 and as numbers in version 1', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    const { body } = await request(`/v1/multisig-transactions/${hash}/`);
    expect(body).toMatchObject({ nonce: Number(tx.nonce), safeTxGas: 0, baseGas: 0 });
    expect(await show(hash)).toMatchObject({ nonce: tx.nonce, safeTxGas: '0', baseGas: '0' });
  });
});

it('says of a Safe what the chain says, and nothing of another account', async () => {
  const { status, body } = await request(`/v1/safes/${SAFE}/`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    address: SAFE,
    nonce: String(await nextNonce(base.client)),
    threshold: 2,
    owners: expect.arrayContaining(TEST_SAFE.owners.map(({ address }) => address)),
    modules: [],
    guard: zeroAddress,
    version: '1.4.1',
  });
  expect((await request(`/v1/safes/${TEST_ACCOUNTS.payee.address}/`)).status).toBe(404);
  expect((await request('/v1/about/', undefined, `${server.url}/mainnet/api`)).status).toBe(404);
});

it('starts without proposals where their file cannot be read', async () => {
  const broken = join(folder, 'broken.json');
  await writeFile(broken, '[{"network":');
  const other = await startSafeServer({ nodes: [base.node], file: broken });
  const listed = await request(listPath, undefined, `${other.url}/base/api`);
  expect(listed).toMatchObject({ status: 200, body: { count: 0 } });
  await other.stop();
});

it('remembers proposals over a restart', async () => {
  const hash = await propose(await newTx());
  const before = await show(hash);
  await server.stop();
  await start();
  expect(await show(hash)).toEqual(before);
});

describe('by command it', () => {
  it('is dead until another command', async () => {
    const hash = await propose(await newTx());
    await control({ mode: 'dead' });
    expect((await request(`/v2/multisig-transactions/${hash}/`)).status).toBe(503);
    await control({ mode: 'serve' });
    expect((await show(hash)).safeTxHash).toBe(hash);
  });

  it('says the opposite of what was executed', async () => {
    const tx = await newTx();
    const hash = await propose(tx);
    await control({ mode: 'lie' });
    expect(await show(hash)).toMatchObject({ isExecuted: true, isSuccessful: true });
    await executeSafeTx(base, tx);
    expect(await show(hash)).toMatchObject({ isExecuted: false, transactionHash: null });
  });

  it('waits before it answers, and stops without waiting', async () => {
    await control({ mode: 'serve', delayMs: 600_000 });
    const waiting = request('/v1/about/').catch(() => 'ended');
    await server.stop();
    expect(await waiting).toBe('ended');
    await start();
  });

  it('refuses a command that it does not know', async () => {
    expect((await control({ mode: 'steal' })).status).toBe(400);
    expect((await control({ delayMs: -1 })).status).toBe(400);
  });
});
