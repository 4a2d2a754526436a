import { createHash } from 'node:crypto';
import type { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { openTronScene, type TronScene, transferOf } from '../support/tron-scene.ts';

let scene: TronScene;
let tronWeb: TronWeb;
beforeAll(async () => {
  scene = await openTronScene({ blockMs: 100, isInstant: false });
  tronWeb = scene.tronWeb;
});
afterAll(() => scene.node.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const Header = z.object({
  number: z.number(),
  timestamp: z.number(),
  txTrieRoot: z.string(),
  parentHash: z.string(),
  witness_address: z.string(),
  version: z.number(),
});

/** A field of bytes of a protobuf message, written out by hand. */
const bytesField = (tag: number, hex: string) =>
  Buffer.concat([Buffer.from([tag, hex.length / 2]), Buffer.from(hex, 'hex')]);

/** A number of a protobuf message, written out by hand. */
function numberField(tag: number, value: number): Buffer {
  const groups: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) groups.push((rest % 128) + 128);
  return Buffer.from([tag, ...groups, rest]);
}

/** Sends a transfer, and returns its receipt once a block holds it. */
async function sendAndWait(units: number) {
  const unsigned = await scene.build('transfer(address,uint256)', transferOf(units));
  const signed = await tronWeb.trx.sign(unsigned);
  expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
  const start = elapsedMs();
  for (;;) {
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(signed.txID);
    if (Object.keys(info).length > 0) return info;
    if (elapsedMs() - start > 60_000) throw new Error('no block held it within a minute');
  }
}

describe('a block by the clock', () => {
  it('holds the transactions that came before it', async () => {
    const info = await sendAndWait(1);
    const block = await tronWeb.trx.getBlock(info.blockNumber);
    expect(block.transactions?.map(({ txID }) => txID)).toEqual([info.id]);
    expect(block.block_header.raw_data.timestamp).toBe(info.blockTimeStamp);
  });

  it('has the hash of its header as its id, and the hash of its transaction in the header', async () => {
    const block = await tronWeb.trx.getBlock((await sendAndWait(2)).blockNumber);
    const header = Header.parse(block.block_header.raw_data);
    const hash = sha256(
      Buffer.concat([
        numberField(0x08, header.timestamp),
        bytesField(0x12, header.txTrieRoot),
        bytesField(0x1a, header.parentHash),
        numberField(0x38, header.number),
        bytesField(0x4a, header.witness_address),
        numberField(0x50, header.version),
      ]),
    ).toString('hex');
    expect(block.blockID.slice(16)).toBe(hash.slice(16));
    const [transaction] = block.transactions ?? [];
    const rawHex = transaction?.raw_data_hex ?? '';
    const bytes = Buffer.concat([
      Buffer.from([0x0a, ...numberField(0, rawHex.length / 2).subarray(1)]),
      Buffer.from(rawHex, 'hex'),
      bytesField(0x12, transaction?.signature[0] ?? ''),
      // The result: `contractRet`, field 3, is SUCCESS, 1.
      bytesField(0x2a, '1801'),
    ]);
    expect(header.txTrieRoot).toBe(sha256(bytes).toString('hex'));
  });
});
