import { pino } from 'pino';
import { concat, pad, toHex } from 'viem';
import { expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import {
  answering,
  nameAnswer,
  openRegisteredNames,
} from '../../../../tests/support/registered-names.ts';
import { openTestNode } from '../../../../tests/support/test-node.ts';
import { evmChain } from '../evm-chain.ts';

const HONEST = '0x1111111111111111111111111111111111111111';
const LONG = `${'a'.repeat(300)}.eth`;
/** Counts down from sixty thousand, which takes 1.5 million gas. */
const SLOWLY = '0x6200ea605b6001900380600457';

/** What stands where a name is read, and reads no name. */
const HOSTILE: Readonly<Record<string, Hex>> = {
  'nothing at all': '0x',
  'an endless loop': '0x5b600056',
  'an invalid instruction': '0xfe',
  // `OffchainLookup`, without its arguments.
  'a request to look elsewhere': '0x63556f183060e01b60005260046000fd',
  'two million bytes': '0x621e84806000f3',
  'a name of 300 letters': answering(nameAnswer(LONG)),
  'a length beyond its end': answering(concat([pad('0x20'), pad('0xff'), toHex('shop.eth')])),
  'bytes that are no text': answering(
    concat([pad('0x20'), pad('0x08'), pad('0xfffefdfc2e657468', { dir: 'right' })]),
  ),
  'half a word': answering('0x2020'),
  'its name after 1.5 million gas': answering(nameAnswer('slow.eth'), SLOWLY),
};

it('is read beside those of hostile contracts, which have none', { timeout: 60_000 }, async () => {
  await using at = await openTestNode('mainnet');
  const { network, rpcUrl } = { network: NETWORKS.mainnet, rpcUrl: at.node.rpcUrl };
  const chain = evmChain({
    ...{ network, rpcUrls: [rpcUrl], pollMs: 50 },
    ...{ readsNames: true, log: pino({ level: 'silent' }) },
  });
  const names = await openRegisteredNames(rpcUrl);
  const codes = Object.values(HOSTILE);
  const hostile = codes.map(
    (_, i) => `0x22222222222222222222222222222222222222${toHex(i + 16).slice(2)}`,
  );
  for (const [i, address] of hostile.entries()) {
    await names.claimByCode(address, codes[i] ?? '0x');
  }
  await names.claim(HONEST, 'shop.eth');
  await names.lead('shop.eth', HONEST);
  await names.lead(LONG, hostile[5]);
  await names.lead('slow.eth', hostile.at(-1));
  const found = await chain.names?.findNames([...hostile, HONEST]);
  expect(found).toEqual([...hostile.map(() => undefined), 'shop.eth']);
  expect(chain.nodes()).toMatchObject([{ state: 'healthy', errors: 0 }]);
  await chain.close();
});
