/** The English texts of the page about health. */
export const healthMessages = {
  title: 'Health',
  lead: 'Whether payments are seen in time and your servers are sent their events.',
  installation: 'Health of the installation',
  well: 'Every network is read in time.',
  late: (names: string) => `Payments are seen late on ${names}.`,
  safe: 'No payment is lost by this: what was paid counts as soon as the network is read again.',
  networks: {
    title: 'Networks',
    read: 'read',
    block: (block: number, lag: number) =>
      `Block ${block}${lag === 0 ? '' : `, ${lag === 1 ? '1 block' : `${lag} blocks`} to go`}`,
    states: {
      up: { name: 'In time', text: 'Payments are seen as soon as their block is there.' },
      behind: {
        name: 'Behind',
        text: 'Payments are seen over two minutes late. It is catching up.',
      },
      stalled: {
        name: 'Stalled',
        text: 'Nothing was read for five minutes. An alarm was raised for the operator of this installation.',
      },
      halted: {
        name: 'Halted',
        text: 'The chain changed deeper than is trusted. The operator of this installation has to decide.',
      },
      not_followed: { name: 'Not followed', text: 'No block of it was read yet.' },
    },
  },
  webhooks: {
    title: 'Your webhooks',
    none: 'No endpoint yet',
    noneText: 'Once your server is registered, it shows here whether it takes what it is sent.',
    all: 'Add an endpoint',
    states: {
      well: 'Working',
      failing: 'Failing',
      off: 'Off',
      switchedOff: 'Switched off after failures',
    },
  },
} as const;
