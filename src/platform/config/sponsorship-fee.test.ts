import { expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from './load.ts';

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

it('a fee for sponsored transactions goes to the address of protocol fees on Tron', () => {
  const settings = { TRON_SPONSORSHIP_FEE_USD: '1.5', PROTOCOL_FEE_TRON_ADDRESS: TRON };
  expect(loadConfig(settings, NETWORK_IDS)).toMatchObject({
    ok: true,
    config: { protocolFee: undefined, sponsorshipFee: { fixedUsd: '1.5', tronAddress: TRON } },
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
