import { expect, it } from 'vitest';
import { FEED_START, printCursor, readCursor } from './feed-position.ts';

const EVENT = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';

it.each([
  FEED_START,
  { transactionId: '1', eventId: EVENT },
  { transactionId: '9223372036854775807', eventId: EVENT },
])('reads what it printed: %j', (position) => {
  expect(readCursor(printCursor(position))).toEqual(position);
});

it.each([
  '',
  'nonsense',
  EVENT,
  Buffer.from('7').toString('base64url'),
  Buffer.from('07.').toString('base64url'),
  Buffer.from('-7.').toString('base64url'),
  Buffer.from(`7.${EVENT}x`).toString('base64url'),
  Buffer.from(`7.${EVENT.toLowerCase()}`).toString('base64url'),
  Buffer.from(`${'9'.repeat(20)}.`).toString('base64url'),
  `${printCursor({ transactionId: '1', eventId: EVENT })}${'A'.repeat(40)}`,
])('takes nothing else for a cursor: %s', (text) => {
  expect(readCursor(text)).toBeUndefined();
});
