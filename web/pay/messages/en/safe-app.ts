/** The English texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'your Safe',
  title: 'Nothing can be signed here',
  open: 'Open this payment in a new window',
  problems: {
    alone: 'This page is shown within another page. Your wallet works in a window of its own.',
    network: (network: string) =>
      `This payment is made on ${network}, and the Safe that is open here is on another network. Choose a Safe on ${network} to pay with it, or pay in a window of its own.`,
    not_safe: (network: string) =>
      `The account that is open here is no Safe of a known version on ${network}. Choose another one to pay with it, or pay in a window of its own.`,
    read_only:
      'You only look at this Safe. Connect a wallet of one of its owners to propose the payment.',
  },
} as const;
