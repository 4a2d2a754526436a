import { createClient, custom } from 'viem';
import { expect, it } from 'vitest';
import { readBlock } from './blocks.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const header = { number: '0x64', hash: HASH, parentHash: HASH, transactions: [] };
const client = createClient({ transport: custom({ request: async () => header }) });

it('a header has to have its hash from the very block on that the network names', async () => {
  await expect(readBlock(client, { hashedFrom: 100n }, 100n)).rejects.toThrow(
    'returned block 100 with a header that does not have its hash',
  );
  expect(await readBlock(client, { hashedFrom: 101n }, 100n)).toEqual(header);
});

it('a block must be the requested one', async () => {
  await expect(readBlock(client, { hashedFrom: undefined }, 99n)).rejects.toThrow(
    'returned block 100 instead of 99',
  );
});
