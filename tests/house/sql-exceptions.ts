/** SQL of a store that names what its module may not, and why it does. */
interface SqlException {
  /** Below `src/modules`. */
  readonly path: string;
  readonly table: string;
  readonly because: string;
}

export const EXCEPTIONS: readonly SqlException[] = [
  {
    path: 'clients/store/clients.ts',
    table: 'account',
    because:
      "its account's row is locked, so that limits are counted exactly; a view of identity would say no more",
  },
  {
    path: 'destinations/store/destinations.ts',
    table: 'account',
    because:
      "its account's row is locked, so that limits are counted exactly; a view of identity would say no more",
  },
  {
    path: 'webhooks/store/endpoints.ts',
    table: 'account',
    because:
      "its account's row is locked, so that limits are counted exactly; a view of identity would say no more",
  },
  {
    path: 'compliance/store.ts',
    table: 'webhook_delivery',
    because:
      'a wallet is reported again when no delivery of the last report arrived; deliveries are above',
  },
  {
    path: 'forwarding/store.ts',
    table: 'request_summary',
    because:
      'what is claimed has the name of a payment reference and what is counted that of a request; requests are above',
  },
  {
    path: 'requests/store/proposals.ts',
    table: 'payment_intent',
    because: 'a request waits for a proposal of its link, as the link does; intents are above',
  },
  {
    path: 'requests/store/request-search.ts',
    table: 'secure_payment_request',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/request-sets.ts',
    table: 'secure_payment',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/request-sets.ts',
    table: 'secure_payment_request',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/payment-parts.ts',
    table: 'secure_payment',
    because: 'what an account pays out is known by the direction of its links; links are above',
  },
  {
    path: 'requests/store/shown-payments.ts',
    table: 'secure_payment',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/shown-payments.ts',
    table: 'secure_payment_request',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/payment-filter.ts',
    table: 'secure_payment',
    because: 'a list of payments is filtered by the link of each, in one query; links are above',
  },
  {
    path: 'requests/store/payment-sets.ts',
    table: 'secure_payment',
    because: 'a list of payments is filtered by the link of each, in one query; links are above',
  },
  {
    path: 'requests/store/payment-sets.ts',
    table: 'secure_payment_request',
    because: 'a list of payments is filtered by the link of each, in one query; links are above',
  },
  {
    path: 'requests/store/event-search.ts',
    table: 'secure_payment_request',
    because: 'an event of a link is about the requests of the link, in one query; links are above',
  },
  {
    path: 'requests/store/figures.ts',
    table: 'secure_payment',
    because:
      'the direction and the end of a request are those of its link, in one query; links are above',
  },
  {
    path: 'requests/store/figures.ts',
    table: 'secure_payment_request',
    because:
      'the direction and the end of a request are those of its link, in one query; links are above',
  },
  {
    path: 'requests/store/shown.ts',
    table: 'secure_payment',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'requests/store/shown.ts',
    table: 'secure_payment_request',
    because:
      'a list of requests shows the link of each, and filters by it, in one query; links are above',
  },
  {
    path: 'secure-payments/store/links.ts',
    table: 'chain_cursor',
    because:
      'what a seen payment waits for is counted from the newest block, which settlement, above, stores',
  },
  {
    path: 'secure-payments/store/links.ts',
    table: 'payment_intent',
    because:
      'whether anything was reported for a link is read with it, so that most of its pages need no further statement; intents are above',
  },
  {
    path: 'webhooks/store/outbox.ts',
    table: 'outbox',
    because:
      'the outbox is the queue between two modules: events adds its rows, webhooks removes them',
  },
  {
    path: 'webhooks/store/queue.ts',
    table: 'outbox',
    because:
      'the outbox is the queue between two modules: its length is measured by who empties it',
  },
];
