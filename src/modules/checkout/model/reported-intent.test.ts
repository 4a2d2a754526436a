import { describe, expect, it } from 'vitest';
import { checkDeadline, type ReportedInput } from './reported-intent.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const NOW_SECONDS = NOW.getTime() / 1_000;
const DAY_SECONDS = 86_400;

const ofLink = (safeDeadlineSeconds: number | undefined): ReportedInput => ({
  of: 'link',
  sourceChain: 'BASE',
  reported: { kind: 'safe', hash: `0x${'ab'.repeat(32)}` },
  safeDeadlineSeconds,
  payerAddress: undefined,
  sourceNetwork: undefined,
  details: {},
});
const ofBundle = (safeDeadlineSeconds: number): ReportedInput => ({
  of: 'bundle',
  sourceChain: 'BASE',
  reported: { transactions: [], safeDeadlineSeconds },
});

describe('the deadline of a proposal', () => {
  it.each([undefined, NOW_SECONDS + DAY_SECONDS, NOW_SECONDS - 60, NOW_SECONDS - DAY_SECONDS])(
    'may be %s, also a while ago: a page may report what it sent later',
    (seconds) => {
      expect(() => checkDeadline(ofLink(seconds), NOW)).not.toThrow();
    },
  );

  it.each([1, 5, NOW_SECONDS - DAY_SECONDS - 1])(
    'is refused where it is longer ago: %s',
    (seconds) => {
      for (const report of [ofLink(seconds), ofBundle(seconds)]) {
        expect(() => checkDeadline(report, NOW)).toThrow('at most a day ago');
      }
    },
  );
});
