import { describe, expect, it } from 'vitest';
import { EVENT_RULES, type EventType } from '#modules/events/index.ts';
import type { Holder } from './holder.ts';
import { type Addressed, AUDIENCES, receives } from './recipients.ts';

const endpoint = (parts: Partial<Holder> = {}): Holder => ({
  accountId: 'platform',
  clientIdId: null,
  orchestratorId: null,
  ...parts,
});

const event = (type: EventType, parts: Partial<Addressed> = {}): Addressed => ({
  type,
  accountId: 'platform',
  clientIdId: null,
  orchestratorId: null,
  ...parts,
});

/** Whoever might be told of a link that a partner created with client ID `shop`. */
const ENDPOINTS = {
  shop: endpoint({ clientIdId: 'shop' }),
  otherShop: endpoint({ clientIdId: 'other shop' }),
  platform: endpoint(),
  partner: endpoint({ accountId: 'partner', orchestratorId: 'partner' }),
  partnersOwnPlatform: endpoint({ accountId: 'partner' }),
  otherPartner: endpoint({ accountId: 'other', orchestratorId: 'other' }),
  stranger: endpoint({ accountId: 'stranger' }),
  strangersShop: endpoint({ accountId: 'stranger', clientIdId: 'shop' }),
} as const;

const toldOf = (about: Addressed) =>
  Object.entries(ENDPOINTS)
    .filter(([, receiver]) => receives(receiver, about))
    .map(([name]) => name);

/** The table of the specification, row by row. */
const OF_A_LINK: readonly (readonly [EventType, readonly string[]])[] = [
  ['payment.confirmed', ['shop', 'platform', 'partner']],
  ['payment.partial', ['shop', 'platform']],
  ['payment.reverted', ['shop', 'platform']],
  ['payment.finalized', []],
  ['payment.failed', ['shop', 'platform']],
  ['payment.refunded', ['shop', 'platform']],
  ['payment.processing', ['shop', 'platform']],
  ['request.recurring', ['shop', 'platform']],
  ['compliance.updated', ['shop', 'platform']],
  ['payment_detail.updated', ['shop', 'platform']],
  ['secure_payment.user_event', ['shop', 'platform', 'partner']],
  ['secure_payment.access_rejected', ['shop']],
  ['kyt.screening.completed', ['shop', 'platform', 'partner']],
  ['link.expired', []],
  ['link.invalidated', []],
  ['multicall.status_changed', []],
];

describe('of a link that a partner created for a client ID', () => {
  it.each(OF_A_LINK)('%s is told to %j', (type, told) => {
    const about = event(type, { clientIdId: 'shop', orchestratorId: 'partner' });
    expect(toldOf(about)).toEqual(told);
  });

  it('the table has every event but the one that is of no link', () => {
    const types = OF_A_LINK.map(([type]) => type);
    expect([...types, 'client_id.linked'].sort()).toEqual(Object.keys(EVENT_RULES).sort());
    expect(Object.keys(AUDIENCES).sort()).toEqual(Object.keys(EVENT_RULES).sort());
  });
});

describe('an event', () => {
  it('client_id.linked is told to the partner whose invitation it was, and to nobody else', () => {
    const about = event('client_id.linked', { accountId: 'partner', orchestratorId: 'partner' });
    expect(toldOf(about)).toEqual(['partner']);
  });

  it('of a link that no partner created is told to no partner', () => {
    const about = event('payment.confirmed', { clientIdId: 'shop' });
    expect(toldOf(about)).toEqual(['shop', 'platform']);
  });

  it.each<EventType>(['payment.confirmed', 'secure_payment.access_rejected'])(
    '%s of a link of an API key belongs to the account and is told to all of it',
    (type) => {
      expect(toldOf(event(type))).toEqual(['shop', 'otherShop', 'platform']);
    },
  );

  it('that is only kept in the feed is told to nobody, whoever created the link', () => {
    expect(toldOf(event('link.expired'))).toEqual([]);
  });
});
