interface Paid {
  readonly amount: string;
  readonly symbol: string;
  readonly network: string;
  readonly payments: number;
  readonly flow: string;
}

const payments = (count: number) => (count === 1 ? '1 payment' : `${count} payments`);

/** The English texts of the figures of the home page. */
export const figureMessages = {
  title: 'Figures',
  zone: (timeZone: string) => `Days in ${timeZone.replaceAll('_', ' ')}`,
  days: { label: 'Days', last: (count: number) => `Last ${count} days` },
  half: 'Half of them',
  most: '19 of 20',
  tiles: {
    received: 'Received',
    success: 'Links paid',
    settled: 'Time to settle',
    failures: 'Webhooks failed',
    none: '–',
    on: (network: string, count: number) => `${payments(count)} on ${network}`,
    others: (count: number) => (count === 1 ? 'and 1 other token' : `and ${count} other tokens`),
    ofLinks: (paid: number, created: number) => `${paid} of ${created} so far`,
    confirmed: (duration: string) => `${duration} of it on the network`,
    attempts: (count: number) => (count === 1 ? 'of 1 attempt' : `of ${count} attempts`),
  },
  volume: {
    title: 'Volume',
    amount: 'Amount',
    token: 'Token',
    nothing: 'a token',
    none: 'Nothing was paid in these days.',
    flow: { incoming: 'received', outgoing: 'paid out' },
    choice: (symbol: string, network: string, flow: string) => `${symbol} on ${network}, ${flow}`,
    summary: ({ amount, symbol, network, flow, ...paid }: Paid) =>
      `${amount} ${symbol} on ${network} ${flow} in ${payments(paid.payments)}.`,
  },
  networks: {
    title: 'Networks',
    none: 'Nothing was received in these days.',
    summary: (network: string, share: string) =>
      `${share} of the payments that you received came on ${network}.`,
    columns: ['Network', 'Payments', 'Share (%)', 'Received'],
    save: 'CSV',
  },
  success: {
    title: 'Links that were paid',
    label: 'Paid',
    none: 'No link of these days has ended yet.',
    summary: (
      rate: string,
      { paid, unpaid, open }: { paid: number; unpaid: number; open: number },
    ) =>
      `${rate} of the links that ended were paid: ${paid} paid, ${unpaid} not paid, ${open} still open. By the day on which a link was created.`,
  },
  durations: {
    title: 'Time to settle',
    units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
    none: 'Nothing was received in these days.',
    summary: ({
      settled,
      slowest,
      confirmed,
    }: Record<'settled' | 'slowest' | 'confirmed', string>) =>
      `Half of the payments counted within ${settled} of the link's creation, 19 of 20 within ${slowest}. The network took ${confirmed} of that in half of them.`,
  },
  latency: {
    title: 'Webhook latency',
    unit: 'milliseconds',
    none: 'No webhook was answered in these days.',
    summary: ({ p50Ms, p95Ms }: { p50Ms: number; p95Ms: number }) =>
      `Half of the answers took at most ${p50Ms} ms, 19 of 20 at most ${p95Ms} ms.`,
  },
  failures: {
    title: 'Webhook failures',
    label: 'Failed attempts',
    none: 'No webhook was sent in these days.',
    summary: (
      rate: string,
      { failed, attempts, lost }: { failed: number; attempts: number; lost: number },
    ) =>
      `${rate} of the attempts failed: ${failed} of ${attempts}. ${lost === 0 ? 'Nothing was given up.' : `${lost} were given up.`}`,
  },
} as const;
