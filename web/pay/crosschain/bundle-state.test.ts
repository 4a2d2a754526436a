import { describe, expect, it } from 'vitest';
import { bundleQuote } from '../../../tests/support/bundle-quote.ts';
import { type BundleEvent, type BundleState, nextBundle, type SentChild } from './bundle-state.ts';

const quote = bundleQuote();
const { source } = quote;
const sentOf = (position: number): SentChild => ({
  position,
  childToken: `child ${position}`,
  hash: `0x${position}`,
  isRecorded: false,
});
const walk = (from: BundleState, ...events: readonly BundleEvent[]) =>
  events.reduce(nextBundle, from);
const signing: BundleEvent = { type: 'began', work: { doing: 'signing' } };
const reviewed = walk({ at: 'choose' }, { type: 'picked', source }, { type: 'quoted', quote });
const approved = walk(
  reviewed,
  signing,
  { type: 'began', work: { doing: 'approving', hash: '0xa' } },
  { type: 'approved' },
);
const half = walk(approved, signing, { type: 'sent', child: sentOf(0) });

describe('a bundle that is paid from another network', () => {
  it('is signed step by step: the approval, and then each child', () => {
    expect(reviewed).toMatchObject({ at: 'review', sent: [], quote: { left: { length: 3 } } });
    expect(approved).toMatchObject({ at: 'review', sent: [], quote: { left: { length: 2 } } });
    expect(half).toMatchObject({ at: 'review', sent: [sentOf(0)], quote: { left: { length: 1 } } });
    expect(walk(half, signing, { type: 'sent', child: sentOf(1) })).toMatchObject({
      at: 'following',
      sent: [sentOf(0), sentOf(1)],
    });
  });

  it('is prepared anew only while nothing of it was sent', () => {
    expect(nextBundle(approved, { type: 'picked', source })).toEqual({ at: 'quoting', source });
    expect(nextBundle(half, { type: 'picked', source })).toBe(half);
    expect(nextBundle(half, { type: 'choose' })).toBe(half);
  });

  it('is not signed at a price that is too old, and what was sent is followed then', () => {
    const expired = nextBundle(half, { type: 'expired' });
    expect(nextBundle(expired, signing)).toBe(expired);
    expect(nextBundle(expired, { type: 'follow', sent: [sentOf(0)] })).toMatchObject({
      at: 'following',
      sent: [sentOf(0)],
    });
  });

  it('has its fees signed behind all routes, however old the prices are, and is followed then', () => {
    const fees = [...quote.plan.approvals, ...quote.plan.approvals].map((step) => ({
      kind: 'fee' as const,
      step,
    }));
    const withFees = { ...quote, left: [...quote.left, ...fees] };
    const start: BundleState = { at: 'review', quote: withFees, sent: [] };
    const routes = [0, 1].flatMap((at): BundleEvent[] => [
      signing,
      { type: 'sent', child: sentOf(at) },
    ]);
    const left = walk(start, signing, { type: 'approved' }, ...routes);
    expect(left).toMatchObject({ at: 'review', quote: { left: fees } });
    const one = walk(left, signing, { type: 'fee_sent' });
    expect(one).toMatchObject({
      at: 'review',
      quote: { left: fees.slice(1) },
      sent: { length: 2 },
    });
    expect(walk(one, signing, { type: 'fee_sent' })).toMatchObject({
      at: 'following',
      sent: { length: 2 },
    });
  });

  it('keeps what was sent when the wallet declines the next', () => {
    const declined = walk(half, signing, { type: 'stopped', notice: 'declined' });
    expect(declined).toMatchObject({ at: 'review', notice: 'declined', sent: [sentOf(0)] });
  });

  it('notes what was reported wherever the payer is by then', () => {
    const recorded: BundleEvent = { type: 'recorded', hash: '0x0' };
    for (const state of [half, nextBundle(half, signing)])
      expect(nextBundle(state, recorded)).toMatchObject({ sent: [{ isRecorded: true }] });
    const following = nextBundle(half, { type: 'follow', sent: [sentOf(0)] });
    expect(nextBundle(following, recorded)).toMatchObject({ sent: [{ isRecorded: true }] });
  });
});
