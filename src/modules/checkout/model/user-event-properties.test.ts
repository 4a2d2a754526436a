import { expect, it } from 'vitest';
import { hashSecret } from '#kit/secret.ts';
import { withoutAddresses } from './user-event-properties.ts';

const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const HASH = `0x${'3'.repeat(64)}`;
const sha = (text: string) => hashSecret(text).toString('hex');

it('hashes the wallet under a name for hashes', () => {
  expect(withoutAddresses({ wallet_address: EVM, wallet_provider: 'demo' })).toEqual({
    wallet_address_hashed: sha(EVM.toLowerCase()),
    wallet_provider: 'demo',
  });
  expect(withoutAddresses({ wallet_address: TRON })).toEqual({ wallet_address_hashed: sha(TRON) });
  expect(withoutAddresses({ wallet_address: 'payer.eth' })).toEqual({
    wallet_address_hashed: sha('payer.eth'),
  });
});

it('gives the same hash for any case of the same address', () => {
  expect(withoutAddresses({ wallet_address: EVM.toUpperCase().replace('0X', '0x') })).toEqual(
    withoutAddresses({ wallet_address: EVM }),
  );
});

it.each([
  { payer: EVM },
  { payer_hashed: EVM },
  { payer: TRON },
  { payer: EVM.slice(2) },
  { payer: `41${EVM.slice(2)}` },
  { note: `eip155:1:${EVM}` },
  { note: `paid by ${TRON}, thanks` },
  { url: `https://scan.example/address/${EVM}?tab=1` },
  { wallets: ['demo', EVM, TRON] },
  { [EVM]: 'connected' },
  { [`balance of ${TRON}`]: 5 },
])('lets no address through: %j', (properties) => {
  const kept = JSON.stringify(withoutAddresses(properties)).toLowerCase();
  expect(kept).not.toContain(EVM.slice(2).toLowerCase());
  expect(kept).not.toContain(TRON.toLowerCase());
  expect(kept).toMatch(/[0-9a-f]{64}/);
});

it('leaves everything else as it came', () => {
  const properties = {
    payment_submission_id: HASH,
    payment_submission_id_type: 'evm_tx_hash',
    selected_source_chain: 'base',
    steps: 2,
    is_first: true,
    nothing: null,
    shown: ['review', 'signing'],
    empty: '',
  };
  expect(withoutAddresses(properties)).toEqual(properties);
});
