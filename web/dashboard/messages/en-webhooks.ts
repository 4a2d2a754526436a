/** The English texts of webhooks and their deliveries. */
export const webhookMessages = {
  title: 'Webhooks',
  lead: 'Your server receives every event of this account, signed, and again until it answers.',
  add: {
    title: 'Add an endpoint',
    url: 'Address of your server',
    hint: 'Begins with https://; in test mode http://localhost may be used.',
    submit: 'Add it',
    secret: 'signing secret',
  },
  empty: {
    title: 'No endpoint yet',
    text: 'An endpoint is an address of your server. Add it, keep its secret to check signatures, then send a test.',
  },
  endpoint: {
    active: 'On',
    off: 'Off',
    offByFailures: 'Switched off: it kept failing',
    failingSince: 'Failing since',
    switchesOff: 'Unless a delivery arrives before, it is switched off:',
    added: 'Added',
    log: 'Deliveries',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    switchOffTitle: 'Switch this endpoint off?',
    switchOffText:
      'What waits to be sent and events from now on are skipped. They can be sent later from the log.',
    rotate: 'New secret',
    rotateTitle: 'Make a new secret?',
    rotateText:
      'For 24 hours deliveries carry a signature with each secret in webhook-signature; x-service-signature uses the new one at once.',
    remove: 'Remove',
    removeTitle: 'Remove this endpoint?',
    removeText: (url: string) =>
      `Nothing more is sent to ${url}, and its deliveries are no longer shown.`,
  },
  test: {
    title: 'Send a test',
    text: 'A sample of an event with the header x-service-test goes to every endpoint that is on.',
    event: 'Event',
    submit: 'Send the test',
    sent: 'Sent. Its result is among the deliveries of each endpoint.',
  },
  log: {
    title: 'Deliveries',
    back: 'All webhooks',
    failures: 'Webhook failures',
    status: 'Status',
    all: 'All',
    statuses: {
      pending: 'Being sent',
      delivered: 'Delivered',
      failed: 'Failed',
      skipped: 'Skipped',
    },
    empty: 'No delivery yet',
    emptyText: 'Send a test, or have a payment link paid.',
    filteredText: 'None has this status.',
    noAnswer: 'no answer',
    took: (ms: number) => `${ms} ms`,
    test: 'Test',
    replayOf: 'Sent again',
    replay: 'Send again',
    replayed: 'It is sent again under a new delivery id.',
    replayFailed: 'Send all failed ones again',
    replayFailedTitle: 'Send all failed deliveries again?',
    replayFailedText:
      'Oldest first, each under a new delivery id that names the first one. Your server can tell by it what it has already.',
    replayedMany: (count: number, more: boolean) =>
      `${count} ${count === 1 ? 'is' : 'are'} sent again${more ? '; more are left' : ''}.`,
    since: {
      title: 'Send again since a time',
      from: 'Since',
      kind: 'What',
      kinds: {
        failed: 'What failed',
        skipped: 'What was skipped while it was off',
        all: 'Everything, also what arrived',
      },
      submit: 'Send again from then on',
      confirmTitle: 'Send these deliveries again?',
      confirm: {
        failed: (time: string) => `What was made since ${time} and failed is sent again.`,
        skipped: (time: string) =>
          `What was made since ${time} and was skipped because the endpoint was off is sent again.`,
        all: (time: string) =>
          `Everything that was made since ${time} is sent again, also what your server has taken already.`,
      },
    },
    headers: 'Headers, without the signature',
    details: 'Details',
    attempt: (number: number) => `Attempt ${number}`,
    body: 'Body',
    response: 'Answer',
    deliveryId: 'Delivery ID',
  },
} as const;
