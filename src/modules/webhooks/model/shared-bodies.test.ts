import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SharedBody, shareBodies } from './shared-bodies.ts';

const TYPES = ['payment.confirmed', 'payment.confirmed.client_id', 'payment.confirmed.checkout'];

/** As the database puts a body together, by characters. */
function bodyFrom(payload: string, type: string, shared: readonly SharedBody[]): string {
  const one = shared.find(({ types }) => types.includes(type));
  if (one === undefined) throw new Error(`no body of ${type}`);
  const copied = [...payload].slice(one.copiedFrom - 1, one.copiedFrom - 1 + one.copiedLength);
  return `${one.textBeforeType}${type}${copied.join('')}${one.textAtEnd}`;
}

const eventOf = (payload: object) => ({ type: TYPES[0] ?? '', payload: JSON.stringify(payload) });
const bodiesOf = (payload: object) =>
  TYPES.map((type) => ({ type, body: JSON.stringify({ ...payload, event: type }) }));

describe('bodies of one event', () => {
  it('are one where they differ in their type alone, and hold nothing that the payload holds', () => {
    const payload = { event: TYPES[0], requestId: '01ab', amount: '12.5' };
    expect(shareBodies(eventOf(payload), bodiesOf(payload))).toEqual([
      {
        types: TYPES,
        textBeforeType: '{"event":"',
        copiedFrom: 28,
        copiedLength: 37,
        textAtEnd: '',
      },
    ]);
  });

  it('are several where one says more', () => {
    const payload = { event: TYPES[0], requestId: '01ab' };
    const bodies = bodiesOf(payload).map(({ type, body }) =>
      type.endsWith('.client_id')
        ? { type, body: `${body.slice(0, -1)},"origin":null}` }
        : { type, body },
    );
    const shared = shareBodies(eventOf(payload), bodies);
    expect(shared.map(({ types, textAtEnd }) => [types, textAtEnd])).toEqual([
      [[TYPES[0], TYPES[2]], ''],
      [[TYPES[1]], ',"origin":null}'],
    ]);
  });

  it('hold what the payload says otherwise: members less, members more and renamed values', () => {
    const sent = { event: TYPES[0], id: '1', processor: 'other', customer: { name: 'Zoë' } };
    const payload = { event: TYPES[0], id: '1', processor: 'ours', seen: 7 };
    const bodies = bodiesOf(sent);
    const shared = shareBodies(eventOf(payload), bodies);
    expect(shared.map(({ textAtEnd }) => textAtEnd)).toEqual(['ther","customer":{"name":"Zoë"}}']);
  });

  it.each([
    ['no type', { requestId: '1' }],
    ['the type in a string', { note: '"event":"payment.confirmed"', event: TYPES[0] }],
    ['the type in a member of a member', { of: { event: TYPES[0] }, event: TYPES[0] }],
    ['characters of two code units', { of: '💶💶', event: TYPES[0], note: '💶a', more: '🙂' }],
  ])('are put together exactly from a payload with %s', (_what, payload) => {
    const bodies = bodiesOf(payload);
    const shared = shareBodies(eventOf(payload), bodies);
    for (const { type, body } of bodies) {
      expect(bodyFrom(eventOf(payload).payload, type, shared)).toBe(body);
    }
  });

  it('do not share the half of a character', () => {
    const [payload, sent] = [
      { event: TYPES[0], a: '🙂' },
      { event: TYPES[0], a: '🙃' },
    ];
    const [shared] = shareBodies(eventOf(payload), bodiesOf(sent));
    expect(shared?.textAtEnd).toBe('🙃"}');
  });

  it('are put together exactly, whatever the payload and the bodies hold', () => {
    const json = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    fc.assert(
      fc.property(json, json, fc.boolean(), (recorded, more, first) => {
        const payload = first ? { event: TYPES[0], ...recorded } : { ...recorded, event: TYPES[0] };
        const bodies = bodiesOf({ ...payload, ...more });
        const shared = shareBodies(eventOf(payload), bodies);
        for (const { type, body } of bodies) {
          expect(bodyFrom(eventOf(payload).payload, type, shared)).toBe(body);
        }
      }),
    );
  });
});
