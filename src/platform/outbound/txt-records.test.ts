import { afterEach, describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import { startNameServer } from '../../../tests/support/name-server.ts';
import { openTxtReader } from './txt-records.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

/** What a reader makes of the records of one name. */
async function read(records: readonly (readonly string[])[]): Promise<readonly string[]> {
  const names = await startNameServer(
    () => [],
    (name) => (name === '_florin-domain.shop.example' ? records : []),
  );
  opened.push(names);
  const reader = openTxtReader([names.address]);
  try {
    return await reader.read('_florin-domain.shop.example');
  } finally {
    reader.close();
  }
}

describe('TXT records', () => {
  it('are read one by one, and in one piece where they are split into chunks', async () => {
    expect(await read([['v=spf1 -all'], ['florin-', 'domain=', 'a1']])).toEqual([
      'v=spf1 -all',
      'florin-domain=a1',
    ]);
  });

  it('are none where a name has none', async () => {
    expect(await read([])).toEqual([]);
  });

  it('are an outage where no name server answers', async () => {
    const gone = await startNameServer(() => []);
    await gone[Symbol.asyncDispose]();
    const reader = openTxtReader([gone.address]);
    await expect(reader.read('shop.example')).rejects.toThrow(Outage);
    reader.close();
  });
});
