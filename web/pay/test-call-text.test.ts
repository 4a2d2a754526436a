import { getAddress } from 'viem';
import { expect, it } from 'vitest';
import { callText } from '../wallet/test-call-text.ts';
import { showAddress } from '../wallet/test-signer.ts';
import {
  approval,
  batchCall,
  conversionCall,
  nativeCall,
  REFERENCE,
  tokenCall,
  USDC,
} from './sample-forms.ts';
import { PAYEE } from './sample-states.ts';

it('shows a payment by the names that the contract gives, with all that it moves', async () => {
  const lines = (await callText(tokenCall(), showAddress)).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'transferFromWithReferenceAndFee',
    `  tokenAddress: ${getAddress(USDC)}`,
    `  to: ${getAddress(PAYEE)}`,
    '  amount: 12500000',
    `  paymentReference: ${REFERENCE}`,
  ]);
  expect(lines).toHaveLength(7);
});

it('shows whom an approval lets take how much', async () => {
  expect(await callText(approval(PAYEE, 12_500_000n), showAddress)).toBe(
    `approve\n  spender: ${getAddress(PAYEE)}\n  amount: 12500000`,
  );
});

it('shows the coin that is sent along, and a path of addresses', async () => {
  expect(await callText(nativeCall(), showAddress)).toMatch(/^value: 250000000000000000 wei$/m);
  const text = await callText(conversionCall(), showAddress);
  expect(text).toMatch(/^ {2}maxToSpend: 11110000$/m);
  expect(text).toContain(`    2: ${getAddress(USDC)}`);
});

it('shows each payment of a batch', async () => {
  const text = await callText(batchCall(), showAddress);
  expect(text.match(/recipient: /g)).toHaveLength(3);
  expect(text).toContain('requestAmount: 1000000000');
});

it('shows addresses as their network writes them', async () => {
  expect(await callText(tokenCall(), async () => 'T…')).toContain('  to: T…');
});

it('shows all bytes of what it cannot read', async () => {
  expect(await callText({ data: '0xdeadbeef00' }, showAddress)).toBe('0xdeadbeef00');
  const cut = tokenCall().data.slice(0, -64);
  expect(await callText({ data: cut }, showAddress)).toBe(cut);
  expect(await callText({ data: '0x095ea7b3', value: '0x1' }, showAddress)).toBe(
    '0x095ea7b3\nvalue: 1 wei',
  );
});
