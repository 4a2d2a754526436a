import { describe, expect, it } from 'vitest';
import { configOf, problemsOf } from '../../../tests/support/loaded-config.ts';

describe('the protocol fee', () => {
  const ADDRESS = '0x5555555555555555555555555555555555555555';
  const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

  it('is nothing unless a share or a fixed amount is set', () => {
    expect(configOf({ PROTOCOL_FEE_BPS: '0' }).protocolFee).toBeUndefined();
    const idle = { PROTOCOL_FEE_CAP_USD: '25', PROTOCOL_FEE_ADDRESS: ADDRESS };
    expect(configOf(idle).protocolFee).toBeUndefined();
  });

  it('has a share, a cap, a fixed amount and receivers', () => {
    const settings = { PROTOCOL_FEE_BPS: '5', PROTOCOL_FEE_ADDRESS: ADDRESS };
    expect(configOf(settings).protocolFee).toEqual({
      bps: 5,
      capUsd: null,
      fixedUsd: null,
      evmAddress: ADDRESS,
    });
    const fixed = { PROTOCOL_FEE_FIXED_USD: '3.99', PROTOCOL_FEE_TRON_ADDRESS: TRON };
    const taken = { bps: 0, capUsd: null, fixedUsd: '3.99', tronAddress: TRON };
    expect(configOf(fixed).protocolFee).toEqual(taken);
  });

  it('is refused without a recipient', () => {
    expect(problemsOf({ PROTOCOL_FEE_BPS: '5' })).toEqual({
      PROTOCOL_FEE_ADDRESS: 'or PROTOCOL_FEE_TRON_ADDRESS is required where a protocol fee is set',
    });
  });

  it.each([
    ['PROTOCOL_FEE_BPS', '10001'],
    ['PROTOCOL_FEE_BPS', '0.5'],
    ['PROTOCOL_FEE_CAP_USD', '0'],
    ['PROTOCOL_FEE_CAP_USD', '$25'],
    ['PROTOCOL_FEE_FIXED_USD', '-1'],
    ['TRON_SPONSORSHIP_FEE_USD', '-1'],
    ['PROTOCOL_FEE_ADDRESS', TRON],
    ['PROTOCOL_FEE_ADDRESS', '0x6923831acF5c327260D7ac7C9DfF5b1c3cB3C7D7'],
    ['PROTOCOL_FEE_ADDRESS', `0x${'0'.repeat(40)}`],
    ['PROTOCOL_FEE_TRON_ADDRESS', ADDRESS],
    ['PROTOCOL_FEE_TRON_ADDRESS', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ])('refuses %s=%s', (name, value) => {
    expect(Object.keys(problemsOf({ [name]: value }))).toEqual([name]);
  });
});
