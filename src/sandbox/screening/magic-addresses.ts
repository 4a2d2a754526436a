import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

/** What the sandbox's vendors do about a wallet. */
export type ScreeningOutcome =
  | 'approve'
  | 'reject'
  | 'time_out'
  | 'late_approve'
  | 'late_reject'
  | 'fail'
  | 'unknown_level'
  | 'no_data';

const outcomeByEnding: Readonly<Record<string, ScreeningOutcome>> = {
  bad01: 'reject',
  bad02: 'time_out',
  bad03: 'late_approve',
  bad04: 'late_reject',
  bad05: 'fail',
  bad06: 'unknown_level',
  bad07: 'no_data',
};

/** What becomes of a wallet by its address: the last five hexadecimal digits, on Tron those of its address in hexadecimal. */
export function outcomeOf(walletAddress: string): ScreeningOutcome {
  return outcomeByEnding[hexOf(walletAddress).slice(-5).toLowerCase()] ?? 'approve';
}

const tronForm = createBase58check((data) => createHash('sha256').update(data).digest());

function hexOf(walletAddress: string): string {
  if (walletAddress.startsWith('0x')) return walletAddress;
  try {
    return Buffer.from(tronForm.decode(walletAddress)).toString('hex');
  } catch {
    // The decoder reports what is no address by throwing.
    return '';
  }
}

/** The documented address of an outcome, on EVM networks. */
export function magicAddress(outcome: Exclude<ScreeningOutcome, 'approve'>): string {
  const found = Object.entries(outcomeByEnding).find(([, one]) => one === outcome);
  return `0x${(found?.[0] ?? '').padStart(40, '0')}`;
}
