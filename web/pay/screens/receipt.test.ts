import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { pageFrame } from '../sample-frame.ts';
import { HASH } from '../sample-states.ts';
import { Receipt } from './receipt.tsx';

const OTHER_HASH = `0x${'0f'.repeat(32)}`;

it('names all transactions of a link of which nothing else is known', () => {
  const paid = (txHash: string, blockNumber: number) => ({
    hasBeenPaid: true,
    txHash,
    seen: { blockNumber, at: '2026-11-23T07:40:12.994Z' },
  });
  const statuses = [paid(HASH, 7), paid(OTHER_HASH, 8), paid(HASH, 7)];
  const unknown = { link: undefined, redirect: undefined, sentAt: undefined };
  const state = { at: 'done', hash: HASH, statuses, ...unknown } as const;
  const html = render(h(Receipt, { state, frame: pageFrame([]) }));
  expect(html.split(HASH).length - 1).toBe(1);
  expect(html).toContain(OTHER_HASH);
  expect(html).toContain('Transaction 2 of 2');
});
