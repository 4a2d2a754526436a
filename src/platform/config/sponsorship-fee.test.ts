import { expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

it('a fee for sponsored transactions goes to the address of protocol fees on Tron', () => {
  const settings = { TRON_SPONSORSHIP_FEE_USD: '1.5', PROTOCOL_FEE_TRON_ADDRESS: TRON };
  expect(loadConfig(settings, NETWORK_IDS)).toMatchObject({
    ok: true,
    config: { protocolFee: undefined, sponsorshipFees: [{ fixedUsd: '1.5', tronAddress: TRON }] },
  });
});

it('without that address it is refused, once', () => {
  expect(loadConfig({ TRON_SPONSORSHIP_FEE_USD: '1.5' }, NETWORK_IDS)).toMatchObject({
    ok: false,
    problems: [
      {
        setting: 'PROTOCOL_FEE_TRON_ADDRESS',
        problem: 'is required where TRON_SPONSORSHIP_FEE_USD is set',
      },
    ],
  });
});

const EVM = '0x1111111111111111111111111111111111111111';

it('a fee for the gas of paymasters is that of its network, and goes to the address of protocol fees', () => {
  const settings = { PAYMASTER_FEE_USD_BASE: '0.05', PROTOCOL_FEE_ADDRESS: EVM };
  expect(loadConfig(settings, NETWORK_IDS)).toMatchObject({
    ok: true,
    config: {
      protocolFee: undefined,
      sponsorshipFees: [{ fixedUsd: '0.05', network: 'base', evmAddress: EVM }],
    },
  });
});

it('without that address, and in production without a paymaster, it is refused', () => {
  const problemsOf = (settings: Record<string, string>) => {
    const loaded = loadConfig({ PAYMASTER_FEE_USD_BASE: '0.05', ...settings }, NETWORK_IDS);
    return 'problems' in loaded ? loaded.problems : [];
  };
  const without = (other: string) => ({
    setting: 'PAYMASTER_FEE_USD_BASE',
    problem: `has no effect without ${other}`,
  });
  expect(problemsOf({})).toMatchObject([without('PROTOCOL_FEE_ADDRESS')]);
  expect(problemsOf({ FLORIN_MODE: 'production', PROTOCOL_FEE_ADDRESS: EVM })).toContainEqual(
    expect.objectContaining(without('PAYMASTER_URL_BASE')),
  );
  expect(problemsOf({ PROTOCOL_FEE_ADDRESS: EVM, PAYMASTER_FEE_USD_BASE: '-1' })).toHaveLength(1);
});
