import { describe, expect, it } from 'vitest';
import { chainWordsIn, EXPLAINED } from './chain-words.ts';
import { filesBelow, textOf } from './tree.ts';

const modules = filesBelow('src/modules').filter((path) => /(?<!\.test)\.ts$/.test(path));

describe('modules know the chain port and no family of chains', () => {
  it('so they use no word of one', () => {
    expect(modules.length).toBeGreaterThan(100);
    expect(modules.flatMap((path) => chainWordsIn(path, textOf(path)))).toEqual([]);
  });

  it('and every explained place still exists and still needs its explanation', () => {
    const idle = Object.keys(EXPLAINED).filter(
      (path) => !/0x|eip155/.test(modules.includes(path) ? textOf(path) : ''),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    "import { keccak256 } from 'viem';",
    "import { TronWeb } from 'tronweb';",
    'const topics = transfers.map(topicOf);',
    '  const gasUnits = needs.gas * facts.gasPriceUnits;',
    '  readonly approvalGas: bigint;',
    '  return { feeLimit: energy * price };',
    "  await node.request('eth_call');",
    '  const account = "eip155:1:" + address;',
    "  if (data === '0x') return undefined;",
  ])('a planted %s is found', (line) => {
    expect(chainWordsIn('src/modules/calldata/planted.ts', `${line}\n`)).toHaveLength(1);
  });

  it.each([
    '  readonly hasEnoughGas: boolean;',
    "  .where('reference_key', '=', bytes)",
    '/** What a Tron wallet burns is energy; an EVM wallet pays gas. */',
  ])('%s is none of them', (line) => {
    expect(chainWordsIn('src/modules/calldata/planted.ts', `${line}\n`)).toEqual([]);
  });
});
