import type { EventType } from '../api/shapes.ts';

/** What each type of event says. */
const TYPES: Readonly<Record<EventType, string>> = {
  'payment.confirmed': 'A payment counts',
  'payment.partial': 'A part was paid',
  'payment.reverted': 'The network took a payment back',
  'payment.finalized': 'A payment is final',
  'payment.fees_outstanding': 'Fees are not paid yet',
  'payment.held': 'A payment is held',
  'payment.failed': 'A payment failed',
  'payment.refunded': 'A payment was returned',
  'payment.processing': 'A payment goes on',
  'request.recurring': 'A recurring request was made',
  'compliance.updated': 'The check of a payer changed',
  'payment_detail.updated': 'A bank account changed',
  'secure_payment.user_event': 'A payer took a step',
  'secure_payment.access_rejected': 'A wallet that may not pay was refused',
  'kyt.screening.completed': 'A wallet was screened',
  'client_id.linked': 'A client ID was linked',
  'link.expired': 'A link expired',
  'link.invalidated': 'A link was withdrawn',
  'multicall.status_changed': 'A bundle of payouts changed',
  'commerce_payment.status_changed': 'A commerce payment changed',
  'recurring_payment.status_changed': 'A recurring payout changed',
  'recurring_payment.paid_elsewhere': 'A recurring payment was taken by somebody else',
};

/** The English texts of the events. */
export const eventMessages = {
  title: 'Events',
  lead: 'What happened in this account, newest first. Each event was recorded once and never changes; webhooks are made of them.',
  list: 'Events, newest first',
  types: TYPES,
  filters: {
    title: 'Filters',
    type: 'Type',
    all: 'All types',
    about: 'Payment',
    aboutHint: 'Reference or request ID',
    from: 'From',
    to: 'Until',
    apply: 'Filter',
  },
  clear: 'Clear filters',
  newer: 'Show newer events',
  more: 'Load more',
  end: 'These are all of them.',
  payment: 'See the payment',
  body: 'Show the body',
  bodyTitle: 'Body',
  copy: 'Copy as JSON',
  json: 'body',
  empty: {
    title: 'Nothing happened yet',
    text: 'As soon as a payer opens a link, a payment is seen or a link expires, an event stands here. Create a link and pay it to see the first ones.',
    create: 'Create a link',
    filteredTitle: 'No event fits these filters',
    filteredText:
      'Clear them to see all events, or change one. References are compared as a whole.',
  },
} as const;
