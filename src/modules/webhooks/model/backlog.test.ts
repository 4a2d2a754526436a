import { expect, it } from 'vitest';
import { openBacklog } from './backlog.ts';

const capacity = { limit: 10, share: 2, shares: { silent: 0, slow: 1 } };

it('every endpoint may have deliveries that wait before the first claim', () => {
  const backlog = openBacklog();
  expect(backlog.isEmpty()).toBe(false);
  expect(backlog.has('any')).toBe(true);
});

it('a claim leaves behind what had no place, and nothing where places were left', () => {
  const backlog = openBacklog();
  backlog.claimed(['slow', 'other', 'full', 'full'], capacity);
  expect(['silent', 'slow', 'full', 'other', 'unknown'].filter(backlog.has)).toEqual([
    'silent',
    'slow',
    'full',
  ]);
  expect(backlog.isEmpty()).toBe(false);
  backlog.claimed(['other'], { ...capacity, shares: {} });
  expect(backlog.isEmpty()).toBe(true);
});

it('a claim that reached its limit in total may have left some of every endpoint', () => {
  const backlog = openBacklog();
  backlog.claimed(['a', 'b'], { limit: 2, share: 2, shares: {} });
  expect(backlog.has('unknown')).toBe(true);
});

it('a delivery that found no place waits until the next claim', () => {
  const backlog = openBacklog();
  backlog.claimed([], { limit: 10, share: 2, shares: {} });
  backlog.add('full');
  expect([backlog.has('full'), backlog.has('other'), backlog.isEmpty()]).toEqual([
    true,
    false,
    false,
  ]);
  backlog.claimed(['full'], { limit: 10, share: 2, shares: {} });
  expect(backlog.isEmpty()).toBe(true);
});
