import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import {
  newWallet,
  openTestTronNode,
  reachTronNode,
  type TestTronNode,
  TRON_USDT,
  TRX,
  type TronWallet,
} from '../../../tests/support/tron-node.ts';
import { RECORD_BYTES } from './block-records.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-tron-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = () => openTestTronNode({ folder });
const nowBlock = (node: TestTronNode) => node.post('wallet/getnowblock');
const blockAt = (node: TestTronNode, num: number) => node.post('wallet/getblockbynum', { num });
const sizeOf = async (name: string) => (await stat(join(folder, name))).size;

/** All that can be read of a wallet and of a transaction of it. */
async function readAll(node: TestTronNode, { address }: TronWallet, txId: string) {
  const request = { address, visible: true };
  return {
    account: await node.post('wallet/getaccount', request),
    resource: await node.post('wallet/getaccountresource', request),
    usdt: await node.unitsOf(TRON_USDT, address),
    transaction: await node.post('wallet/gettransactionbyid', { value: txId, visible: true }),
    info: await node.post('wallet/gettransactioninfobyid', { value: txId }),
    events: await node.post(`v1/transactions/${txId}/events`),
    block: await nowBlock(node),
  };
}

const TransferInfos = z.array(
  z.object({ id: z.string(), log: z.array(z.object({ data: z.string() })).optional() }),
);

type Read = Partial<Awaited<ReturnType<typeof readAll>>>;

/** What a listing says of its own time is no part of the chain. */
const withoutTime = (read: Read): unknown =>
  JSON.parse(
    JSON.stringify(read, (name, value: unknown) => {
      if (name === 'at' || name === '_unconfirmed') return undefined;
      // What is used is freed little by little; the account has what it was when it was used.
      if (name === 'freeNetUsed') return undefined;
      return typeof value === 'bigint' ? String(value) : value;
    }),
  );

const SCRIPT = `
  import { startTronNode } from ${JSON.stringify(new URL('./tron-node.ts', import.meta.url).href)};
  const [folder] = process.argv.slice(1);
  const settings = { blockMs: 0, isInstant: true, solidifiedBehind: 2 };
  process.stdout.write((await startTronNode({ folder, ...settings })).url);`;

/** A node in a process of its own, which can be killed. */
async function spawnNode(): Promise<{ node: TestTronNode; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: unknown[] = await once(child.stdout, 'data');
  return { child, node: reachTronNode(String(url), () => Promise.resolve()) };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const Timed = z.object({
  block_header: z.object({
    raw_data: z.object({ number: z.number().default(0), timestamp: z.number().default(0) }),
  }),
});

/** Height and time of the solidified block. */
async function solidifiedBlock(node: TestTronNode) {
  return Timed.parse(await node.post('walletsolidity/getnowblock')).block_header.raw_data;
}

describe('a node that is to begin with a solidified block of its own time', () => {
  it('has one on a new chain and again after it stood still', async () => {
    const clock = manualClock(new Date('2026-11-22T12:00:00Z'));
    const startSolidified = () => openTestTronNode({ folder, clock, solidifiesAtStart: true });
    const first = await startSolidified();
    const begun = { number: 1, timestamp: clock().getTime() };
    expect(await solidifiedBlock(first)).toMatchObject(begun);
    expect(await first.control('state')).toMatchObject({ head: 3, solidified: 1 });
    await first[Symbol.asyncDispose]();
    clock.advance(3_600_000);
    await using second = await startSolidified();
    const resumed = { number: 4, timestamp: clock().getTime() };
    expect(await solidifiedBlock(second)).toMatchObject(resumed);
  });
});

describe('a node that is stopped and started again', () => {
  it('goes on with the same blocks, transactions, accounts and tokens', async () => {
    const first = await start();
    const wallet = await first.freshWallet();
    const stake = { address: wallet.address, visible: true, energy: 90_000, bandwidth: 0 };
    await first.control('stake', stake);
    const to = newWallet().address;
    const { id } = await first.transfer(wallet, { token: TRON_USDT, to, units: 7n });
    await first.mine(3);
    const before = await readAll(first, wallet, id);
    await first[Symbol.asyncDispose]();
    await using second = await start();
    expect(withoutTime(await readAll(second, wallet, id))).toEqual(withoutTime(before));
    expect(await second.unitsOf(TRON_USDT, to)).toBe(7n);
    const next = await second.transfer(wallet, { token: TRON_USDT, to, units: 1n });
    expect(next.receipt.result).toBe('SUCCESS');
    expect(await second.unitsOf(TRON_USDT, to)).toBe(8n);
  });

  it('still refuses the ids that it has seen, also those that it refused', async () => {
    const first = await start();
    const wallet = await first.freshWallet({ sun: 0 });
    const data = `0x06fdde03${'00'.repeat(700)}` as const;
    const poor = await first.sign(wallet, { contract: TRON_USDT, data });
    const refused = await first.post('wallet/broadcasttransaction', poor);
    expect(refused).toMatchObject({ code: 'BANDWITH_ERROR' });
    await first[Symbol.asyncDispose]();
    await using second = await start();
    expect(await second.post('wallet/broadcasttransaction', poor)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
    });
  });

  it('takes back no block from before the start', async () => {
    const first = await start();
    await first.mine(5);
    await first[Symbol.asyncDispose]();
    await using second = await start();
    await expect(second.fork(1)).rejects.toThrow();
    await second.mine(1);
    expect(await second.fork(1)).toMatchObject({ head: 7 });
  });

  it('goes on from a block that the clock has not reached again', async () => {
    const first = await start();
    const wallet = await first.freshWallet();
    await first.control('mine', { blocks: 3, advanceMs: 36_000_000 });
    const { head, nowMs } = await first.control('state');
    await first[Symbol.asyncDispose]();
    await using second = await start();
    const to = newWallet().address;
    const info = await second.transfer(wallet, { token: TRON_USDT, to, units: 1n });
    expect(info).toMatchObject({ blockNumber: head + 1, receipt: { result: 'SUCCESS' } });
    expect(info.blockTimeStamp).toBeGreaterThanOrEqual(nowMs - 60_000);
  });

  it('keeps the new branch of a fork alone', async () => {
    const first = await start();
    const wallet = await first.freshWallet();
    const to = newWallet().address;
    const kept = await first.transfer(wallet, { token: TRON_USDT, to, units: 5n });
    await first.transfer(wallet, { token: TRON_USDT, to, units: 3n });
    await first.fork(1);
    const before = await readAll(first, wallet, kept.id);
    await first[Symbol.asyncDispose]();
    await using second = await start();
    expect(withoutTime(await readAll(second, wallet, kept.id))).toEqual(withoutTime(before));
    expect(await second.unitsOf(TRON_USDT, to)).toBe(5n);
  });
});

describe('a node whose process is killed', () => {
  it('has lost nothing that it had shown', async () => {
    const { node: first, child } = await spawnNode();
    const wallet = await first.freshWallet();
    const to = newWallet().address;
    const { id } = await first.transfer(wallet, { token: TRON_USDT, to, units: 7n });
    const failed = { contract: TRON_USDT, data: '0x06fdde03', feeLimit: 1_000 } as const;
    expect((await first.send(wallet, failed)).receipt.result).toBe('OUT_OF_ENERGY');
    await first.mine(2);
    const before = await readAll(first, wallet, id);
    await kill(child);
    await using second = await start();
    expect(withoutTime(await readAll(second, wallet, id))).toEqual(withoutTime(before));
    expect(await second.unitsOf(TRON_USDT, to)).toBe(7n);
  });

  it('has lost nothing when it was killed in the middle of transfers', async () => {
    const { node: first, child } = await spawnNode();
    const wallet = await first.freshWallet();
    const to = newWallet().address;
    const sent = Array.from({ length: 12 }, (_, i) =>
      first.transfer(wallet, { token: TRON_USDT, to, units: BigInt(i + 1) }),
    );
    await Promise.any(sent);
    await kill(child);
    const answered = (await Promise.allSettled(sent)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.id] : [],
    );
    await using second = await start();
    let units = 0n;
    for (let n = 1; n <= (await second.control('state')).head; n++) {
      const infos = await second.post('wallet/gettransactioninfobyblocknum', { num: n });
      for (const { id, log } of TransferInfos.parse(infos)) {
        units += BigInt(`0x${log?.[0]?.data ?? '0'}`);
        if (answered.includes(id)) answered.splice(answered.indexOf(id), 1);
      }
    }
    expect(answered).toEqual([]);
    expect(await second.unitsOf(TRON_USDT, to)).toBe(units);
  });

  it('goes on although it wrote half of a line, of a record or of a state', async () => {
    const first = await start();
    const wallet = await first.freshWallet();
    const to = newWallet().address;
    await first.transfer(wallet, { token: TRON_USDT, to, units: 7n });
    await first[Symbol.asyncDispose]();
    await appendFile(join(folder, 'changes.jsonl'), '{"number":3,"id":"00');
    await appendFile(join(folder, 'blocks.bin'), Buffer.alloc(RECORD_BYTES - 1));
    const [state = ''] = (await readdir(folder)).filter((name) => /^evm-0/.test(name));
    await truncate(join(folder, state), 100);
    const second = await start();
    expect(await second.unitsOf(TRON_USDT, to)).toBe(7n);
    await second.transfer(wallet, { token: TRON_USDT, to, units: 1n });
    await second[Symbol.asyncDispose]();
    await using third = await start();
    expect(await third.unitsOf(TRON_USDT, to)).toBe(8n);
    expect(await third.control('state')).toMatchObject({ head: 3 });
  });
});

describe('the files of a chain', () => {
  it('grow by a short record for a block in which nothing happens', async () => {
    await using node = await start();
    await node.freshWallet();
    const { head } = await node.mine(10);
    const [blocks, changes] = [await sizeOf('blocks.bin'), await sizeOf('changes.jsonl')];
    expect(blocks).toBe((head + 1) * RECORD_BYTES);
    await node.mine(1_000);
    expect(await sizeOf('blocks.bin')).toBe(blocks + 1_000 * RECORD_BYTES);
    expect(await sizeOf('changes.jsonl')).toBe(changes);
  });

  it('are of one process at a time', async () => {
    await using _node = await start();
    await expect(start()).rejects.toThrow('already runs on the data folder');
  });
});

describe('an old block', () => {
  it('reads as it did when it was new, with and without transactions', async () => {
    await using node = await start();
    const wallet = await node.freshWallet({ sun: 100 * TRX });
    const to = newWallet().address;
    await node.transfer(wallet, { token: TRON_USDT, to, units: 7n });
    await node.mine(2);
    const numbers = [0, 1, 2, 3];
    const before = await Promise.all(numbers.map((number) => blockAt(node, number)));
    await node.mine(2_000);
    expect(await Promise.all(numbers.map((number) => blockAt(node, number)))).toEqual(before);
  });
});
