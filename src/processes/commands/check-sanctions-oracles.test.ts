import { describe, expect, it } from 'vitest';
import { fakeSanctions } from '../../../tests/chains/fake/sanctions.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { checkSanctionsOracles } from './check-sanctions-oracles.ts';
import { sayScreening } from './print-status.ts';

const chains = (isGone = false) => {
  const base = fakeSanctions('base');
  if (base === undefined) throw new Error('Base has an oracle');
  base.isGone = isGone;
  return [
    { ...stillChain('base'), sanctions: base },
    { ...stillChain('mainnet'), sanctions: fakeSanctions('mainnet') },
    stillChain('sepolia'),
    stillChain('tron'),
  ];
};

const saidBy = async (...args: Parameters<typeof checkSanctionsOracles>) =>
  (await checkSanctionsOracles(...args)).map(
    ({ about, warns, text }) => `${warns ? '!' : '✓'} ${about}: ${text}`,
  );

describe('what is found of the oracles of sanctioned addresses', () => {
  it('is nothing where wallets are not looked up', async () => {
    expect(await checkSanctionsOracles({ sanctionsOracle: 'off' }, chains())).toEqual([]);
    expect(await checkSanctionsOracles({ sanctionsOracle: 'required' }, [])).toEqual([]);
  });

  it('is which answer, and which networks have none', async () => {
    expect(await saidBy({ sanctionsOracle: 'available' }, chains())).toEqual([
      '✓ sanctions oracle base: answers at 0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
      '✓ sanctions oracle mainnet: answers at 0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
      '! sanctions oracle sepolia: there is none: wallets are looked up in the list of mainnet',
      '! sanctions oracle tron: there is none: wallets are not looked up',
    ]);
    expect((await saidBy({ sanctionsOracle: 'required' }, chains())).slice(2)).toEqual([
      '! sanctions oracle sepolia: there is none: no payment links are created',
      '! sanctions oracle tron: there is none: no payment links are created',
    ]);
  });

  it('is that one gives no answer, and that Ethereum is not connected', async () => {
    const [gone] = chains(true);
    if (gone === undefined) throw new Error('Base is there');
    expect(await saidBy({ sanctionsOracle: 'required' }, [gone])).toEqual([
      '! sanctions oracle base: no oracle of sanctioned addresses on base: wallets are refused meanwhile',
      '! sanctions oracle mainnet: no node of it is connected: all wallets of EVM networks are refused',
    ]);
  });
});

describe('the status of the oracles', () => {
  const networks = [
    { network: 'base', lists: ['base', 'mainnet'], hasOwn: true },
    { network: 'sepolia', lists: ['mainnet'], hasOwn: false },
    { network: 'tron', lists: [], hasOwn: false },
  ];

  it('names the networks without a list', () => {
    expect(sayScreening({ rule: 'available', networks })).toBe(
      'Sanctioned addresses: looked up on base (read: base, mainnet), sepolia (no list of its own, read: mainnet); no list for tron.',
    );
    expect(sayScreening({ rule: 'required', networks })).toContain(
      'no payment links on sepolia, tron.',
    );
    expect(sayScreening(null)).toContain('SANCTIONS_ORACLE is off');
  });
});
