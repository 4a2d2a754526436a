import { describe, expect, it } from 'vitest';
import { EVENT_RULES, type EventType } from '#modules/events/index.ts';
import {
  type Addressed,
  AUDIENCES,
  hasRecipient,
  type Receiver,
  recipientsOf,
} from './recipients.ts';

const endpoint = (parts: Partial<Receiver> = {}): Receiver => ({
  accountId: 'platform',
  clientIdId: null,
  orchestratorId: null,
  actsAlone: parts.clientIdId !== undefined,
  isActive: true,
  isObserver: false,
  ...parts,
});

const event = (type: EventType, parts: Partial<Addressed> = {}): Addressed => ({
  type,
  accountId: 'platform',
  clientIdId: null,
  orchestratorId: null,
  ...parts,
});

/** All possible receivers for a link that a partner created with client ID `shop`. */
const ENDPOINTS = {
  shop: endpoint({ clientIdId: 'shop' }),
  otherShop: endpoint({ clientIdId: 'other shop' }),
  linkedShop: endpoint({ clientIdId: 'linked shop', actsAlone: false }),
  platform: endpoint(),
  partner: endpoint({ accountId: 'partner', orchestratorId: 'partner' }),
  partnersOwnPlatform: endpoint({ accountId: 'partner' }),
  otherPartner: endpoint({ accountId: 'other', orchestratorId: 'other' }),
  unrelated: endpoint({ accountId: 'unrelated' }),
  unrelatedShop: endpoint({ accountId: 'unrelated', clientIdId: 'shop' }),
} as const;

type Name = keyof typeof ENDPOINTS | 'observer';

const EVERY_ENDPOINT = Object.entries(ENDPOINTS).map(([name, parts]) => ({ name, ...parts }));

const recipientNames = (about: Addressed) =>
  recipientsOf(about, EVERY_ENDPOINT).map(({ name }) => name);

/** Who receives an event where only these endpoints exist. */
const recipientsOfThese = (about: Addressed, names: readonly Name[]) => {
  const all = [...EVERY_ENDPOINT, { name: 'observer', ...endpoint({ isObserver: true }) }];
  const some = all.filter(({ name }) => names.some((wanted) => wanted === name));
  return {
    recipients: recipientsOf(about, some).map(({ name }) => name),
    hasRecipient: hasRecipient(about, some),
  };
};

/** The table of the specification, row by row. */
const OF_A_LINK: readonly (readonly [EventType, readonly string[]])[] = [
  ['payment.confirmed', ['shop', 'platform', 'partner']],
  ['payment.partial', ['shop', 'platform']],
  ['payment.reverted', ['shop', 'platform']],
  ['payment.fees_outstanding', ['shop', 'platform', 'partner']],
  ['payment.finalized', []],
  ['payment.held', []],
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
  ['recurring_payment.status_changed', []],
  ['recurring_payment.paid_elsewhere', []],
  ['commerce_payment.status_changed', []],
];

describe('of a link that a partner created for a client ID', () => {
  it.each(OF_A_LINK)('%s is sent to %j', (type, recipients) => {
    const about = event(type, { clientIdId: 'shop', orchestratorId: 'partner' });
    expect(recipientNames(about)).toEqual(recipients);
  });

  it('the table has every event but the one that is of no link', () => {
    const types = OF_A_LINK.map(([type]) => type);
    expect([...types, 'client_id.linked'].sort()).toEqual(Object.keys(EVENT_RULES).sort());
    expect(Object.keys(AUDIENCES).sort()).toEqual(Object.keys(EVENT_RULES).sort());
  });
});

describe('an event', () => {
  it('client_id.linked is sent to the partner whose invitation it was, and to nobody else', () => {
    const about = event('client_id.linked', { accountId: 'partner', orchestratorId: 'partner' });
    expect(recipientNames(about)).toEqual(['partner']);
  });

  it('of a link that no partner created is sent to no partner', () => {
    const about = event('payment.confirmed', { clientIdId: 'shop' });
    expect(recipientNames(about)).toEqual(['shop', 'platform']);
  });

  it('that is only in the feed is sent to nobody, for any creator of the link', () => {
    expect(recipientNames(event('link.expired'))).toEqual([]);
  });
});

describe('of a link of an API key', () => {
  const ofAnApiKey: readonly EventType[] = ['payment.confirmed', 'secure_payment.access_rejected'];

  it.each(ofAnApiKey)('%s is sent to the endpoints of the account alone', (type) => {
    expect(recipientNames(event(type))).toEqual(['platform']);
  });

  it.each(ofAnApiKey)(
    '%s is sent to client IDs without a partner where the account has no endpoint',
    (type) => {
      const names = ['shop', 'otherShop', 'linkedShop', 'unrelated', 'unrelatedShop'] as const;
      expect(recipientsOfThese(event(type), names).recipients).toEqual(['shop', 'otherShop']);
    },
  );

  it('nothing is sent to a client ID that a partner is linked to, also where nobody else receives it', () => {
    const about = event('payment.confirmed');
    expect(recipientsOfThese(about, ['linkedShop'])).toEqual({
      recipients: [],
      hasRecipient: false,
    });
  });

  it('an observer is sent everything and does not stand for an endpoint of the account', () => {
    const about = event('payment.confirmed');
    expect(recipientsOfThese(about, ['shop', 'observer'])).toEqual({
      recipients: ['shop', 'observer'],
      hasRecipient: true,
    });
    expect(recipientsOfThese(about, ['linkedShop', 'observer']).hasRecipient).toBe(false);
    expect(recipientsOfThese(about, ['observer']).hasRecipient).toBe(true);
    expect(recipientsOfThese(about, ['platform', 'shop', 'observer']).recipients).toEqual([
      'platform',
      'observer',
    ]);
  });

  it('an endpoint of the account that is switched off still stands for the account', () => {
    const about = event('payment.confirmed');
    const off = endpoint({ isActive: false });
    const all = [off, endpoint({ clientIdId: 'shop' }), endpoint({ isObserver: true })];
    expect(recipientsOf(about, all)).toEqual([off, endpoint({ isObserver: true })]);
    expect(hasRecipient(about, all)).toBe(false);
  });

  it('nobody receives an event where there is no endpoint', () => {
    expect(recipientsOfThese(event('payment.confirmed'), [])).toEqual({
      recipients: [],
      hasRecipient: false,
    });
  });
});

describe('of a link of a client ID', () => {
  it('a partner changes nothing: its own endpoints and those of the account receive it', () => {
    const about = event('payment.confirmed', { clientIdId: 'linked shop' });
    expect(recipientNames(about)).toEqual(['linkedShop', 'platform']);
    expect(recipientsOfThese(about, ['shop'])).toEqual({ recipients: [], hasRecipient: false });
  });
});
